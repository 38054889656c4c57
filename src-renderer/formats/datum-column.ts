import { codeInName, codesOfName, isWithoutShift, systemOfCode } from '../../src-shared/crs/systems.ts';
import type { Datum } from '../kit/i18n/datum.ts';
import { plainHeading } from './attributes.ts';
import type { Crs } from './crs.ts';
import { crsOfDatum } from './crs-of-file.ts';
import { datumOfCode, wgs84Code } from './datums.ts';
import type { ImportCollector } from './import-collector.ts';
import type { Cell } from './imported.ts';

/** `Datum` is also the word for a date in several languages, so that the cells below decide, too. */
const datumHeading =
  /^(?:datum|crs|srs|srid|epsg|sistema_de_referencia|sistema_de_coordenadas|sistema_coordenadas|datum_geodesico|geodetic_datum|horizontal_datum|datum_horizontal|geodatisches_datum)$/;
/** With those that may be any source or system. */
const wideHeading = new RegExp(`${datumHeading.source}|^(?:src|sistema|system|reference|referencia)$`);
/** Datums that differ from WGS 84 by less than a few metres. */
const likeWgs84 =
  /wgs[ _-]*(?:19)?84|sirgas|etrs[ _-]*(?:19)?89|^\s*(?:wgs|gps)\s*$|world geodetic system 1984/i;
/** A datum by letters and a number, which is no name of a town as `Tokyo` and `Bogota` are. */
const numberedName = /^(?=.*\p{L}{2})(?=.*\d\d)[\p{L}\p{N} :_/()-]{3,40}$/u;

/** Returns a name as the table of systems has it: `PSAD 1956`, `Psad-56` and `GCS_PSAD56` are `PSAD56`. */
const tableName = (text: string): string =>
  text
    .trim()
    .replace(/^(?:datum|gcs)[\s:_-]+/i, '')
    .replace(/\b(psad|sad|ed|nad|wgs)[\s_-]*(?:19)?(\d\d)\b/i, '$1$2')
    .replace(/^psad$/i, 'PSAD56');

const readNames = new Map<string, number | null>();
const mostRemembered = 1_000;

/**
 * Returns the EPSG code of the degrees on the datum that a text names, by its name or its code; null if it names none, or one whose shift to
 * WGS 84 is not known.
 */
export function readDatumName(text: string): number | null {
  const name = text.trim();
  if (name === '' || name.length > 80) return null;
  const known = readNames.get(name);
  if (known !== undefined) return known;
  const found = findDatum(name);
  if (readNames.size >= mostRemembered) readNames.clear();
  readNames.set(name, found);
  return found;
}

function findDatum(name: string): number | null {
  const own = codeInName(name);
  const codes = own === null ? [...codesOfName(name), ...codesOfName(tableName(name))] : [own];
  const code = codes.find((each) => datumOfCode(each) !== null);
  if (code !== undefined) {
    const definition = systemOfCode(code)?.definition;
    return definition !== undefined && isWithoutShift(definition) ? null : code;
  }
  return own === null && likeWgs84.test(name) ? wgs84Code : null;
}

const textOf = (cell: Cell | undefined) => (cell === null || cell === undefined ? '' : String(cell).trim());

/** What may follow the first letters of a month or a day in a column that is called `Datum` and has dates. */
const dateWord =
  /^(?:jan|feb|m[aä]r|apr|ma[ijy]|jun|jul|aug|se[pt]|o[kc]t|nov|de[czs]|mo|tu|di|we|mi|th|do|fr|sa|su|so)\p{L}*[., ]/iu;
const isWordOfDatum = (text: string) => /^\p{L}/u.test(text) && !dateWord.test(text);

/**
 * Returns the column with the datum of each row: one whose heading says so and whose cells are names, or one all of whose cells are names of
 * datums. Null if there is none.
 */
export function findDatumColumn(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  used: ReadonlySet<number | null>,
): number | null {
  const cellsOf = (column: number) => rows.map((row) => textOf(row[column])).filter((text) => text !== '');
  const free = headings.map((_, column) => column).filter((column) => !used.has(column));
  const named = free.find((column) => {
    const heading = plainHeading(headings[column] ?? '');
    const cells = cellsOf(column);
    return (
      (wideHeading.test(heading) && cells.some((text) => readDatumName(text) !== null)) ||
      (datumHeading.test(heading) && cells.some(isWordOfDatum))
    );
  });
  const byContent = () =>
    free.find((column) => {
      const cells = cellsOf(column);
      return cells.length > 0 && cells.every(isNumberedDatum);
    });
  return named ?? byContent() ?? null;
}

/** Returns true for a name of a datum with a number in it, which is no other word. */
export const isNumberedDatum = (text: string): boolean =>
  numberedName.test(text) && readDatumName(text) !== null;

/** A name of a datum within a text: letters and a number. `PSAD` alone has only one. */
const nameInText = /(?<![\p{L}\p{N}])(?:\p{L}{2,7}[\s-]?(?:19|20)?\d\d|PSAD)(?![\p{L}\p{N}])/giu;

/** Returns the datum that texts about the coordinates name, such as headings, a title or a line of a letter; null if they name none, or two. */
export function datumInTexts(texts: readonly string[]): number | null {
  const codes = texts.flatMap((text) =>
    [...text.slice(0, 500).replaceAll('_', ' ').matchAll(nameInText)].flatMap(
      ([name]) => readDatumName(name) ?? [],
    ),
  );
  const [first] = codes;
  return first !== undefined && codes.every((code) => code === first) ? first : null;
}

/** In what the places of a row are: the system of its geometry, and the datum of its other coordinates. */
interface Reference {
  crs: Crs;
  datum: Datum;
}

/**
 * Creates a function that returns in what the places of a row are, by the cell of its datum; null for a name that is not known. Rows without
 * one have that of the table, which `end` tells.
 */
export function createRowReferences(collector: ImportCollector, column: number | null, ofTable: Reference) {
  const known = new Map<number, Reference>();
  let unnamed = 0;
  return {
    of(cells: readonly Cell[]): Reference | null {
      if (column === null) return ofTable;
      const name = textOf(cells[column]);
      if (name === '') {
        unnamed += 1;
        return ofTable;
      }
      const code = readDatumName(name);
      const datum = code === null ? null : datumOfCode(code);
      if (code === null || datum === null) return null;
      if (code === wgs84Code) return ofTable;
      const reference = known.get(code) ?? { crs: crsOfDatum(collector, code), datum };
      known.set(code, reference);
      return reference;
    },
    end() {
      if (unnamed > 0) collector.note('validation.rowsWithoutDatum', { count: unnamed });
    },
  };
}
