import { boundedAttributes, createNaming } from './attributes.ts';
import { allBytes, type ByteFile, headOf } from './byte-file.ts';
import type { Crs } from './crs.ts';
import { crsOfFile } from './crs-of-file.ts';
import { type DbfTable, readDbf } from './dbf-table.ts';
import { decodedIn, encodingChoices, encodingOfDriver, encodingOfName } from './encodings.ts';
import { FormatProblem } from './format-problem.ts';
import type { ImportCollector } from './import-collector.ts';
import type { ReadChoices } from './imported.ts';
import { addParts, altitudeOf } from './place-parts.ts';
import { type RawPart, refused } from './raw-geometry.ts';
import { readShapes } from './shp-records.ts';

/** The files of one shapefile; only the first is required. */
export interface ShapefileParts {
  shp: ByteFile;
  dbf: ByteFile | null;
  shx: ByteFile | null;
  prj: ByteFile | null;
  cpg: ByteFile | null;
}

const maxSmallFileBytes = 64 * 1_024;

async function smallText(file: ByteFile): Promise<string> {
  const bytes = await headOf(file, maxSmallFileBytes);
  return decodedIn(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes);
}

/**
 * Returns the encoding of the attributes: the user's answer, the one of a `.cpg` file or of the table, or a guess that
 * becomes a question. What the files declare is only believed if the texts can be read in it.
 */
async function encodingOf(
  collector: ImportCollector,
  table: DbfTable,
  cpg: ByteFile | null,
  isOneOfSeveral: boolean,
): Promise<string> {
  const { encoding: answer } = collector.answers;
  const sample = table.foreignBytes();
  const canBe = (encoding: string) => decodedIn(sample, encoding) !== null;
  const written = cpg === null ? null : (await smallText(cpg)).trim().slice(0, 40);
  const named = written === null ? null : encodingOfName(written);
  // The question may have come from another file of the archive, whose bytes need not be those of this one.
  const isSure = canBe('utf-8') || (named !== null && canBe(named));
  if (answer !== undefined && !(isOneOfSeveral && isSure)) {
    guessEncoding(collector, table);
    return answer;
  }
  if (written !== null && named === null) collector.note('validation.unknownCpg', { encoding: written });
  if (sample.length === 0) return 'utf-8';
  if (named !== null && canBe(named)) return named;
  if (named !== null && written !== null) collector.note('validation.untrueCpg', { encoding: written });
  // Some programs write UTF-8 but declare the code page of the computer in the table.
  if (canBe('utf-8')) return 'utf-8';
  const ofTable = encodingOfDriver(table.driver);
  // Beside a `.cpg` that cannot be true, the driver is no better than a guess.
  return ofTable !== null && named === null && canBe(ofTable) ? ofTable : guessEncoding(collector, table);
}

function guessEncoding(collector: ImportCollector, table: DbfTable): string {
  const choices = encodingChoices(table.foreignBytes());
  const samples = choices.map(({ encoding, sample }) => [encoding, { text: sample }] as const);
  collector.questions.ask('encoding', {}, Object.fromEntries(samples));
  return choices[0]?.encoding ?? 'windows-1252';
}

function noteMissing(collector: ImportCollector, { dbf, shx, prj }: ShapefileParts) {
  if (dbf === null) collector.note('validation.shapefileNoDbf');
  if (shx === null) collector.note('validation.shapefileNoShx');
  if (prj === null && collector.answers.crs === undefined) collector.note('validation.shapefileNoPrj');
}

type Row = NonNullable<ReturnType<ReturnType<DbfTable['rowAt']>>>;

const isAltitude = ([name]: Row['values'][number]) => name.toLowerCase() === 'altitude';

/**
 * Takes the altitude of a point from the field `altitude`, as Nadir writes it: in a shapefile either all points have one or none. A value
 * that is no altitude stays an attribute.
 */
function withAltitude(parts: readonly RawPart[], values: Row['values']) {
  const [, value] = values.find(isAltitude) ?? [];
  const [point] = parts;
  const isFlatPoint = parts.length === 1 && point?.kind === 'point' && point.position.length === 2;
  const altitude = typeof value === 'number' ? altitudeOf(value) : null;
  if (!isFlatPoint || (value !== null && altitude === null)) return { parts, values };
  return {
    parts: altitude === null ? parts : [{ ...point, position: [...point.position, altitude] }],
    values: values.filter((each) => !isAltitude(each)),
  };
}

/**
 * Reads a shapefile record by record. Adds a note for missing files: without `.dbf` there are no attributes; without
 * `.prj` the coordinates are read as degrees, or the system becomes a question if they cannot be degrees.
 */
export async function readShapefile(
  parts: ShapefileParts,
  {
    collector,
    choices,
    inner = null,
  }: {
    collector: ImportCollector;
    choices: ReadChoices;
    /** The name within an archive that has several files of places; else null. */
    inner?: string | null;
  },
): Promise<void> {
  noteMissing(collector, parts);
  const prj = parts.prj === null ? '' : (await smallText(parts.prj)).trim();
  const crs: Crs = crsOfFile(collector, prj === '' ? null : { wkt: prj }, {
    isOneOfSeveral: inner !== null,
  });
  const table = parts.dbf === null ? null : readDbf(await allBytes(parts.dbf));
  if (table && 'problem' in table) collector.note('validation.brokenDbf');
  const rows = table && 'rowAt' in table ? table : null;
  const encoding = rows === null ? 'utf-8' : await encodingOf(collector, rows, parts.cpg, inner !== null);
  const row = rows?.rowAt(encoding) ?? null;
  const naming = createNaming(collector, choices.nameField);
  let count = 0;
  for (const record of readShapes(await allBytes(parts.shp))) {
    if ('broken' in record) throw new FormatProblem('validation.brokenShp', { number: record.broken });
    count += 1;
    const where = { layer: inner, number: record.number, line: null };
    const found = row?.(record.number - 1) ?? null;
    if (found?.values.some(([, value]) => typeof value === 'string' && value.includes('\uFFFD')))
      collector.note('validation.replacedBytes', { encoding: encoding.toUpperCase() });
    const { parts: placed, values } = withAltitude(record.parts, found?.values ?? []);
    const text = naming.textOf(boundedAttributes(values, collector));
    if (rows !== null && found === null) collector.note('validation.shortDbf', { rows: rows.count });
    const isDeleted = found?.isDeleted === true;
    addParts(collector, {
      parts: isDeleted ? [refused('validation.deletedRow')] : placed,
      text,
      where,
      crs,
      raw: text.name ?? '',
    });
  }
  if (rows !== null && rows.count > count)
    collector.note('validation.longDbf', { rows: rows.count, shapes: count });
  if (count === 0) throw new FormatProblem('validation.noFeatures');
}
