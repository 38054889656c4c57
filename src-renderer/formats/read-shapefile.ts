import { boundedAttributes, createNaming } from './attributes.ts';
import { allBytes, type ByteFile, headOf } from './byte-file.ts';
import type { Crs } from './crs.ts';
import { crsOfFile } from './crs-of-file.ts';
import { type DbfTable, readDbf } from './dbf-table.ts';
import { decodedIn, encodingChoices, encodingOfCpg, encodingOfDriver } from './encodings.ts';
import { FormatProblem } from './format-problem.ts';
import type { ReadChoices } from './imported.ts';
import { addParts } from './place-parts.ts';
import { refused } from './raw-geometry.ts';
import type { Reading } from './reading.ts';
import { readShapes } from './shp-records.ts';

/** The files of one shapefile; only the first is required. */
export interface ShapefileParts {
  shp: ByteFile;
  dbf: ByteFile | null;
  shx: ByteFile | null;
  prj: ByteFile | null;
  cpg: ByteFile | null;
}

const longestSmallFile = 64 * 1_024;

async function smallText(file: ByteFile): Promise<string> {
  const bytes = await headOf(file, longestSmallFile);
  return decodedIn(bytes, 'utf-8') ?? new TextDecoder('windows-1252').decode(bytes);
}

/**
 * Returns the encoding of the attributes: the user's answer, the one of a `.cpg` file or of the table, or a guess that
 * becomes a question.
 */
async function encodingOf(reading: Reading, table: DbfTable, cpg: ByteFile | null): Promise<string> {
  const { encoding: answer } = reading.answers;
  if (answer !== undefined) {
    askEncoding(reading, table);
    return answer;
  }
  const named = cpg === null ? null : encodingOfCpg(await smallText(cpg));
  if (cpg !== null && named === null)
    reading.note('validation.unknownCpg', { encoding: (await smallText(cpg)).trim().slice(0, 40) });
  const declared = named ?? encodingOfDriver(table.driver);
  const sample = table.foreignBytes();
  if (sample.length === 0) return 'utf-8';
  // Some programs write UTF-8 but declare the code page of the computer.
  if (declared !== null && declared !== 'utf-8' && named !== null) return declared;
  if (declared === 'utf-8' || decodedIn(sample, 'utf-8') !== null) return 'utf-8';
  return declared ?? askEncoding(reading, table);
}

function askEncoding(reading: Reading, table: DbfTable): string {
  const choices = encodingChoices(table.foreignBytes());
  const samples = choices.map(({ encoding, sample }) => [encoding, { text: sample }] as const);
  reading.questions.ask('encoding', {}, Object.fromEntries(samples));
  return choices[0]?.encoding ?? 'windows-1252';
}

function noteMissing(reading: Reading, { dbf, shx, prj }: ShapefileParts) {
  if (dbf === null) reading.note('validation.shapefileNoDbf');
  if (shx === null) reading.note('validation.shapefileNoShx');
  if (prj === null && reading.answers.crs === undefined) reading.note('validation.shapefileNoPrj');
}

/**
 * Reads a shapefile record by record. Adds a note for missing files: without `.dbf` there are no attributes; without
 * `.prj` the coordinates are read as degrees, or the system becomes a question if they cannot be degrees.
 */
export async function readShapefile(
  parts: ShapefileParts,
  { reading, choices, inner = null }: { reading: Reading; choices: ReadChoices; inner?: string | null },
): Promise<void> {
  noteMissing(reading, parts);
  const prj = parts.prj === null ? '' : (await smallText(parts.prj)).trim();
  const crs: Crs = crsOfFile(reading, prj === '' ? null : { wkt: prj });
  const table = parts.dbf === null ? null : readDbf(await allBytes(parts.dbf));
  if (table && 'problem' in table) reading.note('validation.brokenDbf');
  const rows = table && 'rowAt' in table ? table : null;
  const encoding = rows === null ? 'utf-8' : await encodingOf(reading, rows, parts.cpg);
  const row = rows?.rowAt(encoding) ?? null;
  const naming = createNaming(reading, choices.nameField);
  let count = 0;
  for (const record of readShapes(await allBytes(parts.shp))) {
    if ('broken' in record) throw new FormatProblem('validation.brokenShp', { number: record.broken });
    count += 1;
    const where = { layer: inner, number: record.number, line: null };
    const found = row?.(record.number - 1) ?? null;
    const text = naming.textOf(boundedAttributes(found?.values ?? [], reading));
    if (rows !== null && found === null) reading.note('validation.shortDbf', { rows: rows.count });
    const isDeleted = found?.isDeleted === true;
    addParts(reading, {
      parts: isDeleted ? [refused('validation.deletedRow')] : record.parts,
      text,
      where,
      crs,
      raw: text.name ?? '',
    });
  }
  if (rows !== null && rows.count > count)
    reading.note('validation.longDbf', { rows: rows.count, shapes: count });
  if (count === 0) throw new FormatProblem('validation.noFeatures');
}
