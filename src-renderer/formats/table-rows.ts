import type { Problem } from '../../src-shared/geometry/area.ts';
import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { Datum } from '../kit/i18n/datum.ts';
import { readPlace } from '../kit/i18n/read-place.ts';
import { hemisphereOf, joinAngle } from './angle-parts.ts';
import { boundedAttributes, cellAttribute, plainHeading, tagsOf, textWithin } from './attributes.ts';
import { type Axis, problemOfAngleHeadings } from './coordinate-columns.ts';
import { type Crs, crsOfCode } from './crs.ts';
import { crsOfDatum } from './crs-of-file.ts';
import { createRowReferences, isNumberedDatum, readDatumName } from './datum-column.ts';
import { datumOfCode, wgs84Code } from './datums.ts';
import { type CellNumber, createDecimals } from './decimals.ts';
import { isGeometryCell, isPointCell, partsOfCell } from './geometry-cell.ts';
import type { ImportCollector } from './import-collector.ts';
import type { AttributeValue, Cell, Columns, ImportedText, TableInfo, Where } from './imported.ts';
import { degreesText, readLine } from './line-place.ts';
import { addParts } from './place-parts.ts';

interface RowOptions {
  collector: ImportCollector;
  headings: readonly string[];
  columns: Columns;
  /** The coordinate system of the numbers; degrees unless the user selects another. */
  crs: Crs;
  /** The datum of places as text; WGS 84 unless the user selects another. */
  datum: Datum;
  /** The column with the datum of each row, where it is used. */
  datumColumn: number | null;
  layer: string | null;
  /** False if nothing shows which of the two numbers is the latitude. */
  isOrderKnown: boolean;
  /** The hemispheres that the headings of the degrees name. */
  sides: Readonly<Record<Axis, string | null>>;
}

/** The eastings of UTM have six digits, far more than degrees. */
const leastEasting = 100_000;

const zoneHeading = /^(?:utm_?)?(?:zone|zona|huso|fuso)(?:_?utm)?$|^utm$/;
const hemisphereHeading = /^(?:hemisphere|hemisferio|hemisfero|hemi|hem)$/;

/** Returns metres of a plain number with any decimal mark; null for other cells. */
function metresOf(cell: Cell): number | null {
  if (typeof cell === 'number') return cell;
  return typeof cell === 'string' && /^\s*\d{1,8}(?:[.,]\d+)?\s*$/.test(cell)
    ? Number(cell.trim().replace(',', '.'))
    : null;
}

/** Creates a function that returns the metres of a row as text with the UTM zone which the row names; null for degrees. */
function createZoneReader(headings: readonly string[], { latitude, longitude }: Columns) {
  const columnOf = (pattern: RegExp) => headings.findIndex((heading) => pattern.test(plainHeading(heading)));
  const zoneColumn = columnOf(zoneHeading);
  const hemisphereColumn = columnOf(hemisphereHeading);
  return (cells: readonly Cell[]): string | null => {
    const zone = textOf(cells[zoneColumn]).replace(/\.0+$/, '');
    const [easting, northing] = [
      metresOf(cells[longitude ?? -1] ?? null),
      metresOf(cells[latitude ?? -1] ?? null),
    ];
    if (!/\d/.test(zone) || easting === null || northing === null || easting < leastEasting) return null;
    // A letter is beside the number of the zone, or in a column of its own.
    const hasLetter = /\d\s*\p{L}/u.test(zone);
    const letter = hasLetter ? null : hemisphereOf(textOf(cells[hemisphereColumn]), 'latitude');
    const side = letter === 'S' ? ' SOUTH' : letter === 'N' ? ' NORTH' : '';
    return `${zone}${side} ${easting} ${northing}`;
  };
}

/** Returns the columns that say in which zone, half of the earth and datum the coordinates of a table are. */
export function listSystemColumns({
  headings,
  columns,
  rows,
  datum,
  datumColumn,
}: Pick<TableInfo, 'headings' | 'columns' | 'datum' | 'datumColumn'> & {
  rows: readonly { cells: readonly Cell[] }[];
}): number[] {
  const columnOf = (pattern: RegExp) => headings.findIndex((heading) => pattern.test(plainHeading(heading)));
  const readZone = createZoneReader(headings, columns);
  const isUtm = rows.some(({ cells }) => readZone(cells) !== null);
  const used = [
    ...(isUtm ? [columnOf(zoneHeading), columnOf(hemisphereHeading)] : []),
    ...(datum !== null || datumColumn === null ? [] : [datumColumn]),
  ];
  return used.filter((column) => column >= 0);
}

type FoundPlace = { at: LonLat; altitudeMetres: number | null } | Problem;

/** Returns the place of two numbers in a projected system. */
function placeInCrs(crs: Crs, x: CellNumber, y: CellNumber): FoundPlace {
  const at = y && x && 'value' in y && 'value' in x ? crs.toLonLat(x.value, y.value) : null;
  return at ? { at, altitudeMetres: null } : { message: 'validation.outsideCrs', values: { crs: crs.name } };
}

/** A row of a table: its cells and its position in the file. */
export interface TableRow {
  cells: readonly Cell[];
  line: number;
  raw: string;
  number: number;
}

const textOf = (cell: Cell | undefined) => (cell === null || cell === undefined ? '' : String(cell).trim());

/** The texts and the position of a feature from the text of a geometry. */
interface GeometryContext {
  crs: Crs;
  text: ImportedText;
  where: Where;
  raw: string;
}

/** Adds the geometry of a cell, in the system that it names or in that of the file. */
function addGeometry(collector: ImportCollector, cell: string, { crs, text, where, raw }: GeometryContext) {
  const { parts, srid } = partsOfCell(cell);
  const named = srid === null ? { crs } : crsOfCode(srid);
  if ('crs' in named) addParts(collector, { parts, text, where, raw, crs: named.crs });
  else collector.reject({ where, name: text.name, problem: named.problem, raw, mend: { place: '', text } });
}

/** Creates a function that returns the degrees of a row as one text, with what other columns add to them; null if these contradict. */
function createAngleReader(columns: Columns, sides: RowOptions['sides']) {
  const angleColumns = {
    latitude: {
      degrees: columns.latitude,
      minutes: columns.latitudeMinutes,
      seconds: columns.latitudeSeconds,
      hemisphere: columns.latitudeHemisphere,
    },
    longitude: {
      degrees: columns.longitude,
      minutes: columns.longitudeMinutes,
      seconds: columns.longitudeSeconds,
      hemisphere: columns.longitudeHemisphere,
    },
  } as const;

  return (cells: readonly Cell[], axis: Axis): string | null => {
    const { degrees, minutes, seconds, hemisphere } = angleColumns[axis];
    const at = (column: number | null) => (column === null ? '' : textOf(cells[column]));
    const side = sides[axis];
    if (minutes === null && seconds === null && hemisphere === null && side === null)
      return degreesText(at(degrees));
    const parts = { degrees: at(degrees), minutes: at(minutes), seconds: at(seconds) };
    return joinAngle(
      { ...parts, hemisphere: hemisphere === null ? (side ?? '') : at(hemisphere) },
      axis,
      hemisphere !== null,
    );
  };
}

/** Returns a cell of an altitude without the unit metres behind its number: `520 m`, `520 msnm`. */
const withoutMetres = (cell: Cell): Cell =>
  typeof cell === 'string'
    ? cell.replace(/(?<=\d)\s*m(?:\.?\s?s\.?n\.?m\.?|\.?\s?asl|etros|eters|etres)?\.?\s*$/i, '')
    : cell;

/** Returns true if an angle has one of these letters at its start or end. */
const hasLetterOf = (letters: string, angle: string): boolean =>
  new RegExp(`^\\s*[${letters}](?!\\p{L})|(?<!\\p{L})[${letters}]\\s*$`, 'iu').test(angle);

/** Creates a reader of rows with columns: each row becomes a feature or is rejected. */
export function createRowReader({
  collector,
  headings,
  columns,
  crs,
  datum,
  datumColumn,
  layer,
  isOrderKnown,
  sides,
}: RowOptions) {
  const decimals = createDecimals(collector);
  const used = new Set(Object.values(columns));
  const kept = headings.flatMap((heading, i) => (used.has(i) ? [] : [[heading, i] as const]));
  const { latitude, longitude, place, altitude } = columns;
  const readZone = createZoneReader(headings, columns);
  const hasPair = latitude !== null && longitude !== null;
  const angleOf = createAngleReader(columns, sides);
  const headingsOfPair = {
    latitude: headings[latitude ?? -1] ?? '',
    longitude: headings[longitude ?? -1] ?? '',
  };

  const references = createRowReferences(collector, datumColumn, { crs, datum });

  function textsOf(cells: readonly Cell[], isMoved: boolean): ImportedText {
    const at = (column: number | null) => (column === null ? '' : textOf(cells[column]));
    const entries = kept.map(([heading, i]): [string, AttributeValue] => {
      const cell = cells[i] ?? null;
      // Its place is on WGS 84 from now on. Under the heading of the file, another import would move it again.
      const key = isMoved && i === datumColumn ? `${heading} (source)` : heading;
      return [key, typeof cell === 'string' ? cellAttribute(cell.trim()) : cell];
    });
    return textWithin(collector, {
      name: at(columns.name),
      notes: at(columns.notes),
      tags: tagsOf(at(columns.tags)),
      attributes: boundedAttributes(entries, collector),
    });
  }

  function resolved(text: string, on: Datum): FoundPlace {
    const found = collector.questions.place(text, readPlace(text, on));
    return 'problem' in found ? found.problem : found;
  }

  /** Reads the two numbers of a pair of columns; the headings show which is which. */
  function pairOf(cells: readonly Cell[], on: Datum): FoundPlace {
    const [latitudeCell, longitudeCell] = [cells[latitude ?? -1] ?? null, cells[longitude ?? -1] ?? null];
    if (textOf(latitudeCell) === '' && textOf(longitudeCell) === '')
      return { message: 'validation.noPlaceInRow' };
    if (!crs.isDegrees) return placeInCrs(crs, decimals.read(longitudeCell), decimals.read(latitudeCell));
    const inZone = readZone(cells);
    if (inZone !== null) return resolved(inZone, on);
    decimals.note(latitudeCell);
    decimals.note(longitudeCell);
    const [first, second] = [angleOf(cells, 'latitude'), angleOf(cells, 'longitude')];
    if (first === null || second === null) return { message: 'validation.angleParts' };
    const written = `${first}, ${second}`;
    if (!isOrderKnown) return resolved(written, on);
    const [north, east] = collector.answers.order === 'longitude-first' ? [second, first] : [first, second];
    if (hasLetterOf('EWO', north) || hasLetterOf('NS', east))
      return { message: 'validation.letterAgainstHeading' };
    const pair = readPlace(written, on);
    if ('question' in pair && pair.question.kind === 'letter') return resolved(written, on);
    collector.questions.noteLetters(written);
    if ('place' in pair) {
      const { at, swapped, altitudeMetres } = pair.place;
      const isExchanged = collector.answers.order === 'longitude-first' && swapped !== null;
      return { at: isExchanged ? swapped : at, altitudeMetres };
    }
    if ('problem' in pair) {
      if (/^[-+]?\d{4,}/.test(first) || /^[-+]?\d{4,}/.test(second))
        collector.questions.noteProjected(written);
      return pair.problem;
    }
    const exchanged = pair.question.choices[0]?.at;
    if (!exchanged) return { message: 'validation.latitude' };
    collector.questions.noteExchangeable(written, exchanged, 'longitude-first');
    return collector.answers.order === 'longitude-first'
      ? { at: exchanged, altitudeMetres: null }
      : { message: 'validation.latitude' };
  }

  /** Says that the datum of a row is not known. Its metres may be in a system that the person can name. */
  function unknownDatum(cells: readonly Cell[]): Problem {
    const inZone = readZone(cells);
    if (inZone !== null) collector.questions.noteProjected(inZone);
    return {
      message: 'validation.datumOfRow',
      values: { datum: textOf(cells[datumColumn ?? -1]).slice(0, 60) },
    };
  }

  function placeOf(cells: readonly Cell[], on: Datum): FoundPlace {
    if (place === null || hasPair) {
      const texts = { latitude: textOf(cells[latitude ?? -1]), longitude: textOf(cells[longitude ?? -1]) };
      return (crs.isDegrees ? problemOfAngleHeadings(headingsOfPair, texts) : null) ?? pairOf(cells, on);
    }
    const text = textOf(cells[place]);
    return text === '' ? { message: 'validation.noPlaceInRow' } : resolved(text, on);
  }

  return {
    row({ cells, line, raw, number }: TableRow) {
      const where: Where = { layer, number, line };
      const reference = references.of(cells);
      const text = textsOf(cells, reference !== null && reference.datum !== datum);
      const placeCell = place === null ? '' : textOf(cells[place]);
      // A point has its latitude and longitude in columns of their own, often with more digits and an altitude.
      const isPoint = hasPair && textOf(cells[latitude]) !== '' && isPointCell(placeCell);
      if (
        reference !== null &&
        isGeometryCell(placeCell) &&
        !isPoint &&
        !(hasPair && collector.accepts === 'point')
      )
        return addGeometry(collector, placeCell, { crs: reference.crs, text, where, raw });
      const found = reference === null ? unknownDatum(cells) : placeOf(cells, reference.datum);
      const height = altitude === null ? null : decimals.read(withoutMetres(cells[altitude] ?? null));
      const reject = (problem: Problem) => {
        const pair = [latitude, longitude].map((column) => textOf(cells[column ?? -1])).join(', ');
        const mend = { place: place === null || hasPair ? pair : placeCell, text };
        collector.reject({ where, name: text.name, problem, raw, mend });
      };
      if ('message' in found) return reject(found);
      if (height && 'problem' in height) return reject({ message: 'validation.altitudeNumber' });
      const [longitudeDegrees, latitudeDegrees] = found.at;
      collector.add({
        ...text,
        geometry: {
          kind: 'point',
          longitude: longitudeDegrees,
          latitude: latitudeDegrees,
          altitudeMetres: height?.value ?? found.altitudeMetres,
        },
        where,
      });
    },
    end() {
      decimals.infer();
      references.end();
    },
  };
}

/** A name, a mark that ends it, and a geometry with the code of its system: `Well 4: SRID=2056;POINT(2720000 1260000)`. */
const namedGeometry = /^(?<name>[^:\t|;"]{1,200}?)\s*(?::|\s[-–—]|\t|\||,)\s*(?<geometry>SRID=\d{1,6};.+)$/is;

/** Creates a reader of records without columns: each has a place in any notation, and possibly a name before it. */
export function createLineReader({
  collector,
  crs,
  datum,
  layer,
  delimiter,
}: Pick<RowOptions, 'collector' | 'crs' | 'datum' | 'layer'> & { delimiter: string }) {
  /** Reads a line, on the datum that stands behind its place if one does: `Well 4;-33.45;-70.66;PSAD56`. */
  function readOnItsDatum(raw: string, texts: readonly string[]) {
    const read = readLine(raw, texts, delimiter, datum);
    const code = isNumberedDatum(read.notes ?? '') ? readDatumName(read.notes ?? '') : null;
    const own = code === null ? null : datumOfCode(code);
    if (code === null || own === null) return read;
    if (code !== wgs84Code) crsOfDatum(collector, code);
    return readLine(raw, texts, delimiter, own);
  }

  return {
    row({ cells, line, raw, number }: TableRow) {
      const where: Where = { layer, number, line };
      const nothing: ImportedText = { name: null, notes: null, tags: [], attributes: {} };
      if (isGeometryCell(raw)) return addGeometry(collector, raw.trim(), { crs, text: nothing, where, raw });
      const { name: ownName = '', geometry = '' } = namedGeometry.exec(raw.trim())?.groups ?? {};
      if (isGeometryCell(geometry)) {
        const text = textWithin(collector, { ...nothing, name: ownName });
        return addGeometry(collector, geometry, { crs, text, where, raw });
      }
      const read = readOnItsDatum(raw, cells.map(textOf));
      const text = textWithin(collector, { ...nothing, name: read.name, notes: read.notes });
      const found = collector.questions.place(read.placeText, read.place);
      if ('problem' in found) {
        collector.reject({
          where,
          name: text.name,
          problem: found.problem,
          raw,
          mend: { place: read.placeText, text },
        });
        return;
      }
      const [longitude, latitude] = found.at;
      const altitudeMetres = read.altitudeMetres ?? found.altitudeMetres;
      collector.add({ ...text, geometry: { kind: 'point', longitude, latitude, altitudeMetres }, where });
    },
    end: () => undefined,
  };
}
