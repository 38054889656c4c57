import type { Problem } from '../../src-shared/geometry/area.ts';
import { allBytes, type ByteFile, blobFile, headOf } from './byte-file.ts';
import { decodedIn, encodingChoices } from './encodings.ts';
import { FormatProblem } from './format-problem.ts';
import type { ImportCollector } from './import-collector.ts';
import type { ReadChoices } from './imported.ts';
import { limits } from './limits.ts';
import { type ImportFormat, sniffBytes, sniffText, type TextKind } from './sniff.ts';
import { chunksOfText, declaredEncoding, foreignLines, textChunks, UnknownEncoding } from './text-chunks.ts';
import { readZipDirectory } from './zip-directory.ts';
import { zipFile } from './zip-file.ts';

/** What is imported together: files (several for the files of a shapefile, or photos), or a pasted text. */
export type ImportSource =
  | { kind: 'files'; files: readonly { name: string; blob: Blob }[] }
  | { kind: 'text'; text: string };

interface ReadContext {
  collector: ImportCollector;
  choices: ReadChoices;
  /** The file of an archive that is read; null for a separate file. */
  inner: string | null;
  isInArchive: boolean;
  /** How many archives are around the file that is read, and what they unpack to so far. */
  archives: { depth: number; unpacked: { bytes: number } };
  setFormat(format: ImportFormat): void;
  setEncoding(encoding: string): void;
}

const sniffBytesCount = 4_096;
const sniffChars = 65_536;
const extensionOf = (name: string) => /\.([^./\\]{1,10})$/.exec(name.toLowerCase())?.[1] ?? '';
const withoutExtension = (name: string) => name.replace(/\.[^./\\]{1,10}$/, '').toLowerCase();

const notRead: Readonly<Partial<Record<TextKind, string>>> = {
  xml: 'validation.otherXmlFile',
  html: 'validation.htmlFile',
  empty: 'validation.noFeatures',
};

/** Collects the question about the encoding of a text that is not UTF-8; returns the most plausible one. */
async function guessEncoding(file: ByteFile, { questions }: ImportCollector): Promise<string> {
  const choices = encodingChoices(await foreignLines(file));
  const samples = choices.map(({ encoding, sample }) => [encoding, { text: sample }] as const);
  questions.ask('encoding', {}, Object.fromEntries(samples));
  return choices[0]?.encoding ?? 'windows-1252';
}

/**
 * Asks for the encoding of a file that is valid UTF-8 although its XML declaration names another one: a program has saved the text again,
 * or every letter beyond ASCII would be two wrong ones. Returns false if there is nothing to ask.
 */
async function askIfUtf8(file: ByteFile, declared: string, { questions }: ImportCollector): Promise<boolean> {
  const bytes = await foreignLines(file);
  const sample = decodedIn(bytes, 'utf-8');
  if (declared === 'utf-8' || declared === 'utf8' || bytes.length === 0 || sample === null) return false;
  if (!(await isTextIn(file, 'utf-8'))) return false;
  const other = decodedIn(bytes, declared) ?? '';
  questions.ask('encoding', {}, { 'utf-8': { text: sample }, [declared]: { text: other } });
  return true;
}

/** Returns a function that yields the text of a file in chunks; each call starts at the beginning. */
async function textOf(
  file: ByteFile,
  { collector, inner, setEncoding }: ReadContext,
): Promise<() => AsyncIterable<string>> {
  const { encoding: declared, isOfXml, untrue } = await declaredEncoding(file);
  const { encoding: answer } = collector.answers;
  const chunksIn = (encoding: string) => {
    setEncoding(encoding);
    return () => textChunks(file, encoding);
  };
  if (isOfXml && declared !== null && (await askIfUtf8(file, declared, collector)))
    return chunksIn(answer === declared ? declared : 'utf-8');
  // The question may have come from another file of the archive: one that is what it declares, or UTF-8, stays so.
  const own = declared ?? (inner === null ? null : 'utf-8');
  if (answer === undefined || (own !== null && (await isTextIn(file, own)))) {
    if (untrue !== null) collector.note('validation.untrueEncoding', { encoding: untrue.toUpperCase() });
    return chunksIn(declared ?? 'utf-8');
  }
  await guessEncoding(file, collector);
  setEncoding(answer);
  let isNoted = false;
  return () =>
    textChunks(file, answer, () => {
      // The text is read several times.
      if (!isNoted) collector.note('validation.replacedBytes', { encoding: answer.toUpperCase() });
      isNoted = true;
    });
}

/** Returns true if a file is text in this encoding. */
async function isTextIn(file: ByteFile, encoding: string): Promise<boolean> {
  try {
    for await (const _ of textChunks(file, encoding));
    return true;
  } catch {
    return false;
  }
}

async function firstChars(chunks: AsyncIterable<string>): Promise<string> {
  for await (const chunk of chunks) return chunk.slice(0, sniffChars);
  return '';
}

/** Reads a text of any format. Readers are loaded on demand. */
async function readText(chunks: () => AsyncIterable<string>, context: ReadContext): Promise<void> {
  const { setFormat, isInArchive } = context;
  const kind = sniffText(await firstChars(chunks()));
  const message = notRead[kind];
  if (message !== undefined) throw new FormatProblem(message);
  if (kind === 'geojson' || kind === 'kml' || kind === 'gpx') {
    setFormat(kind);
    if (kind === 'geojson') return (await import('./read-geojson.ts')).readGeoJson(chunks(), context);
    if (kind === 'kml') return (await import('./read-kml.ts')).readKml(chunks, context);
    return (await import('./read-gpx.ts')).readGpx(chunks(), context);
  }
  // Each table of an archive would need its own columns.
  if (isInArchive && kind === 'table') throw new FormatProblem('validation.tableInZip');
  setFormat(kind === 'wkt' ? 'wkt' : 'csv');
  const { readTextTable } = await import('./read-table.ts');
  await readTextTable(chunks, { ...context, isWktText: kind === 'wkt' });
}

/** Returns the files of each shapefile, by the name without its extension. */
function shapefilesOf(files: readonly ByteFile[]) {
  const part = (base: string, extension: string) =>
    files.find(({ name }) => withoutExtension(name) === base && extensionOf(name) === extension) ?? null;
  return files
    .filter(({ name }) => extensionOf(name) === 'shp')
    .map((shp) => {
      const base = withoutExtension(shp.name);
      const [dbf, shx, prj] = [part(base, 'dbf'), part(base, 'shx'), part(base, 'prj')];
      return { shp, dbf, shx, prj, cpg: part(base, 'cpg') ?? part(base, 'cst') };
    });
}

const shapefileParts = /\.(?:dbf|shx|prj|cpg|cst|sbn|sbx|qix|qmd|qpj|shp\.xml|fix|atx)$/i;

/** The archives within archives that are opened; deeper ones are named. */
const mostArchives = 3;

/** The problems of a whole archive, with what they say about one of its members. */
const problemsOfMembers: Readonly<Record<string, string>> = {
  'validation.zipEncrypted': 'validation.entryEncrypted',
  'validation.zipMethod': 'validation.entryMethod',
  'validation.brokenZip': 'validation.entryDamaged',
};
/** The problems that mean a member of an archive even if it is the only one. */
const onlyOfMembers = new Set(['validation.zipInZip', 'validation.notReadInZip']);

/** Adds a note about a file of an archive that is left out, or of which only some places were read before its fault. */
function noteSkipped(
  { collector, inner }: ReadContext,
  name: string,
  { problem: { message, values = {} }, count = 0 }: { problem: Problem; count?: number },
) {
  const file = [inner, name].filter((part) => part !== null).join(' / ');
  const reason = problemsOfMembers[message] ?? message;
  const shared = { ...values, file: file.slice(-120), reason };
  if (count === 0) collector.note('validation.zipEntrySkipped', shared);
  else collector.note('validation.zipEntryCut', { ...shared, count });
}

/** What SQLite keeps beside a database while a program has it open. */
const besideDatabase = /-(?:wal|shm|journal)$/i;

/** Returns true for a file of SQLite that stands beside its database. */
function isBesideDatabase({ name }: ByteFile, files: readonly ByteFile[]): boolean {
  const database = name.replace(besideDatabase, '').toLowerCase();
  return besideDatabase.test(name) && files.some((file) => file.name.toLowerCase() === database);
}

/** Reads a GeoPackage with the files of SQLite that stand beside it among the others. */
async function readDatabase(file: ByteFile, files: readonly ByteFile[], context: ReadContext) {
  const { readGeoPackage } = await import('./read-geopackage.ts');
  const beside = (ending: string) =>
    files.find(({ name }) => name.toLowerCase() === `${file.name}-${ending}`.toLowerCase()) ?? null;
  await readGeoPackage({ database: file, log: beside('wal'), journal: beside('journal') }, context);
}

/** Reads a file of an archive; throws a `FormatProblem` with the reason why it is left out. */
async function readEntry(file: ByteFile, files: readonly ByteFile[], context: ReadContext): Promise<void> {
  const { kind } = sniffBytes(await headOf(file, sniffBytesCount));
  if (kind === 'zip' && context.archives.depth >= mostArchives)
    throw new FormatProblem('validation.zipInZip');
  if (kind === 'photo' || kind === 'other' || kind === 'shp')
    throw new FormatProblem('validation.notReadInZip');
  if (kind === 'zip') await readZip(file, context);
  else if (kind === 'sqlite') await readDatabase(file, files, context);
  else await readText(await textOf(file, context), context);
}

/** Returns true for the files that macOS and Windows add to an archive, beside those that a person put there. */
const isOfSystem = (name: string) =>
  /(?:^|[/\\])(?:__MACOSX[/\\]|\._|\.DS_Store$|Thumbs\.db$|desktop\.ini$)/i.test(name);

/** The pictures, sounds, models and styles that placemarks show. */
const besideKml = /\.(?:png|jpe?g|gif|webp|bmp|svg|tiff?|ico|dae|css|js|html?|wav|mp3|mp4|mov|ttf)$/i;

/** Reads the shapefiles, KML, GPX, GeoJSON and GeoPackages of an archive, or of files that were selected together. */
async function readArchive(all: readonly ByteFile[], outer: ReadContext): Promise<void> {
  const files = all.filter(({ name }) => !isOfSystem(name));
  const databaseParts = new Set(files.filter((file) => isBesideDatabase(file, files)));
  const context = { ...outer, isInArchive: true };
  const shapefiles = shapefilesOf(files);
  const isKmz = shapefiles.length === 0 && files.some(({ name }) => extensionOf(name) === 'kml');
  const bases = new Set(shapefiles.map(({ shp }) => withoutExtension(shp.name)));
  const isPartOfOne = (name: string) => bases.has(withoutExtension(name.replace(/\.shp\.xml$/i, '.xml')));
  const parts = files.filter(({ name }) => shapefileParts.test(name));
  const pictures = isKmz ? files.filter(({ name }) => besideKml.test(name)) : [];
  const beside = new Set([...parts, ...pictures, ...databaseParts]);
  const others = files.filter((file) => !beside.has(file) && extensionOf(file.name) !== 'shp');
  if (pictures.length > 0) context.collector.note('validation.zipPictures', { count: pictures.length });
  for (const { name } of parts.filter((part) => !isPartOfOne(part.name)))
    noteSkipped(outer, name, { problem: { message: 'validation.partWithoutShp' } });
  context.setFormat(shapefiles.length > 0 ? 'shapefile' : isKmz ? 'kmz' : 'zip');
  // A single file needs no name to distinguish its places.
  const isSingle = shapefiles.length + others.length === 1;
  const within = (name: string) =>
    isSingle ? outer.inner : [outer.inner, name.slice(0, 100)].filter((part) => part !== null).join(' / ');
  const before = context.collector.counted();
  let read = 0;
  /** Reads one member. Its problem becomes a note, so that the others are read; the problem of the only member is thrown. */
  const readMember = async (name: string, reading: () => Promise<void>) => {
    const countBefore = context.collector.counted();
    try {
      await reading();
      read += 1;
    } catch (error) {
      if (!(error instanceof FormatProblem)) throw error;
      if (isSingle && !onlyOfMembers.has(error.problem.message)) throw error;
      noteSkipped(outer, name, {
        problem: error.problem,
        count: context.collector.counted() - countBefore,
      });
    }
  };
  for (const shapefile of shapefiles) {
    const { readShapefile } = await import('./read-shapefile.ts');
    const { name } = shapefile.shp;
    await readMember(name, () =>
      readShapefile(shapefile, { ...context, inner: within(withoutExtension(name)) }),
    );
  }
  for (const file of others) {
    const own = { ...context, inner: within(file.name), setFormat: () => undefined };
    await readMember(file.name, () => readEntry(file, files, own));
  }
  if (read === 0) throw new FormatProblem('validation.zipNothing');
  if (context.collector.counted() === before) throw new FormatProblem('validation.noFeatures');
}

async function readZip(file: ByteFile, outer: ReadContext): Promise<void> {
  const archive = await allBytes(file);
  const entries = readZipDirectory(archive);
  const { depth, unpacked } = outer.archives;
  const context = { ...outer, archives: { depth: depth + 1, unpacked } };
  unpacked.bytes += entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (unpacked.bytes > limits.unpackedBytes) throw new FormatProblem('validation.zipTooLarge');
  const [first] = entries;
  if (first && entries.every(({ unreadable }) => unreadable !== null))
    throw new FormatProblem(first.unreadable ?? 'validation.brokenZip');
  const files = entries.map((entry) => zipFile(archive, entry));
  if (files.some(({ name }) => name === 'xl/workbook.xml')) {
    // Each table of an archive would need its own columns.
    if (depth > 0) throw new FormatProblem('validation.tableInZip');
    context.setFormat('xlsx');
    const byPath = new Map(files.map((each) => [each.name.toLowerCase(), each]));
    return (await import('./read-xlsx.ts')).readXlsx(byPath, context);
  }
  if (files.some(({ name }) => /^(?:word|ppt)\//.test(name) || name === 'content.xml'))
    throw new FormatProblem('validation.otherOffice');
  await readArchive(files, context);
}

async function readFiles(files: readonly ByteFile[], context: ReadContext): Promise<void> {
  const [file] = files;
  if (!file) throw new FormatProblem('validation.noFeatures');
  const total = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const kinds = [];
  for (const each of files) kinds.push(sniffBytes(await headOf(each, sniffBytesCount)));
  if (kinds.every(({ kind }) => kind === 'photo')) {
    if (files.length > limits.photos)
      throw new FormatProblem('validation.photosTooMany', { most: limits.photos });
    context.setFormat('photos');
    return (await import('./read-photos.ts')).readPhotos(files, context.collector);
  }
  if (total > limits.fileBytes) throw new FormatProblem('validation.importTooLarge');
  const shapefiles = shapefilesOf(files);
  if (shapefiles.length > 0) return readArchive(files, context);
  const [sniffed] = kinds;
  if (sniffed?.kind === 'other') throw new FormatProblem(sniffed.message);
  if (sniffed?.kind === 'shp') {
    // The content is a shapefile or its index, whatever the name says.
    return readArchive([{ ...file, name: 'file.shp' }, ...files.slice(1)], context);
  }
  if (shapefileParts.test(file.name)) throw new FormatProblem('validation.shapefilePart');
  if (sniffed?.kind === 'zip') return readZip(file, context);
  if (sniffed?.kind === 'sqlite') {
    context.setFormat('geopackage');
    return readDatabase(file, files, context);
  }
  await readText(await textOf(file, context), context);
}

/**
 * Reads a source. Throws a `FormatProblem` with the reason why nothing, or nothing further, can be read. Returns the
 * encoding with which it has to be read again, if another one was expected; else null.
 */
export async function readSource(
  source: ImportSource,
  {
    onProgress,
    ...options
  }: Omit<ReadContext, 'inner' | 'isInArchive' | 'archives'> & { onProgress: (fraction: number) => void },
): Promise<{ encoding: string | null }> {
  const archives = { depth: 0, unpacked: { bytes: 0 } };
  const context: ReadContext = { ...options, inner: null, isInArchive: false, archives };
  try {
    if (source.kind === 'text') {
      if (source.text.length > limits.fileBytes) throw new FormatProblem('validation.importTooLarge');
      await readText(() => chunksOfText(source.text), context);
    } else
      await readFiles(
        source.files.map(({ name, blob }) => blobFile(name, blob, onProgress)),
        context,
      );
    return { encoding: null };
  } catch (error) {
    if (!(error instanceof UnknownEncoding)) throw error;
    const { encoding } = context.collector.answers;
    if (encoding !== undefined) throw new FormatProblem('validation.unknownEncoding', { encoding });
    return { encoding: await guessEncoding(error.file, context.collector) };
  }
}
