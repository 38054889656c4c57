import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32 } from 'node:zlib';
import { type Entry, openPromise, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { AppError } from '../../core/app-error.ts';
import { untilClosed } from '../../core/until-closed.ts';
import {
  type Line,
  lineSchemaOf,
  type Manifest,
  manifestName,
  manifestSchema,
  mapFileName,
  maxItems,
  type PartKind,
  packageFormat,
  packageLimits,
  packageVersion,
  partNames,
} from './package-format.ts';
import { decodeStrictly, linesOf, PackageProblem, parseBounded } from './read-lines.ts';

/** The items of a package, by kind. */
export type PackageItems = { [K in PartKind]: Line<K>[] };

/** A package that has passed all checks. */
export interface OpenedPackage {
  manifest: Manifest;
  items: PackageItems;
  /** The files of maps on disk, by their names in the package. */
  mapFiles: ReadonlyMap<string, { path: string; sizeBytes: number }>;
}

/** Checks and returns the entries of an archive before they are unpacked, as `delivery/archives/read-zip.ts` does. */
export type ReadDirectory = (
  archive: ZipFile,
  options: {
    fileName: string;
    sizeBytes: number;
    limits: { entries: number; bytes: number; ratio: number; ratioFromBytes: number };
    signal: AbortSignal;
  },
) => Promise<{ entry: Entry; segments: string[]; isFolder: boolean }[]>;

interface ReadPackageOptions {
  path: string;
  /** The name of the package, for the user. */
  fileName: string;
  /** An empty folder for the files of maps. */
  folder: string;
  readDirectory: ReadDirectory;
  /** Called with the number of bytes that were unpacked so far, and of all bytes. */
  onProgress?: (done: number, total: number) => void;
  signal: AbortSignal;
}

type Part = Manifest['parts'][number];
const kinds: readonly PartKind[] = [
  'list',
  'place',
  'template',
  'prepared',
  'draft',
  'map',
  'removed',
  'sent',
];
const kindOf = new Map<string, PartKind>(kinds.map((kind) => [partNames[kind], kind]));
const zipMagic = Buffer.from('PK\x03\x04', 'latin1');
const sqliteMagic = Buffer.from('SQLite format 3\0', 'latin1');
const pmtilesMagic = Buffer.from('PMTiles', 'latin1');
const envelopeSchema = z.looseObject({ format: z.unknown(), version: z.unknown().optional() });

/** Yields the bytes of an entry. At the end it throws a `PackageProblem` unless size and checksum are those of the directory. */
async function* piecesOf(
  archive: ZipFile,
  entry: Entry,
  { name, signal, onBytes }: { name: string; signal: AbortSignal; onBytes: (bytes: number) => void },
): AsyncGenerator<Buffer> {
  let crc = 0;
  let size = 0;
  const stream: Readable = await archive.openReadStreamPromise(entry);
  try {
    for await (const piece of stream) {
      signal.throwIfAborted();
      if (!Buffer.isBuffer(piece)) throw new PackageProblem('damaged', name);
      if (size === 0 && piece.subarray(0, 4).equals(zipMagic))
        throw new PackageProblem('nested-archive', name);
      crc = crc32(piece, crc);
      size += piece.length;
      onBytes(piece.length);
      yield piece;
    }
  } finally {
    stream.destroy();
  }
  if (size !== entry.uncompressedSize || crc !== entry.crc32) throw new PackageProblem('damaged', name);
}

function parseManifest(bytes: Uint8Array): Manifest {
  const value = parseBounded(decodeStrictly(bytes, manifestName), manifestName);
  const envelope = envelopeSchema.safeParse(value);
  if (!envelope.success || envelope.data.format !== packageFormat) throw new PackageProblem('other-format');
  const { version } = envelope.data;
  if (typeof version === 'number' && version > packageVersion)
    throw new PackageProblem('newer-version', String(version));
  const manifest = manifestSchema.safeParse(value);
  if (!manifest.success)
    throw new PackageProblem('manifest', manifest.error.issues[0]?.path.join('.').slice(0, 80) ?? '');
  return manifest.data;
}

/** Throws a `PackageProblem` if the directory and the manifest do not name the same parts. */
function matchParts(manifest: Manifest, entries: ReadonlyMap<string, Entry>): void {
  const named = new Set<string>();
  for (const { name, sizeBytes, count } of manifest.parts) {
    if (named.has(name)) throw new PackageProblem('duplicate', name);
    named.add(name);
    const kind = kindOf.get(name);
    if (kind === undefined && !mapFileName.test(name))
      throw new PackageProblem('unknown-part', name.slice(0, 80));
    if ((kind === undefined) !== (count === null)) throw new PackageProblem('count', name);
    if (kind !== undefined && (count ?? 0) > maxItems[kind]) throw new PackageProblem('too-many', name);
    const entry = entries.get(name);
    if (entry === undefined) throw new PackageProblem('missing-part', name);
    if (entry.uncompressedSize !== sizeBytes) throw new PackageProblem('size', name);
  }
  for (const name of entries.keys())
    if (name !== manifestName && !named.has(name))
      throw new PackageProblem('unknown-part', name.slice(0, 80));
}

/** Yields the pieces as they are, and checks their SHA-256 at the end. */
async function* hashed(pieces: AsyncIterable<Buffer>, { name, sha256 }: Part): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const piece of pieces) {
    hash.update(piece);
    yield piece;
  }
  if (hash.digest('hex') !== sha256) throw new PackageProblem('checksum', name);
}

async function readLinesOf<K extends PartKind>(
  kind: K,
  pieces: AsyncIterable<Buffer>,
  part: Part,
  schema: z.ZodType<Line<K>>,
): Promise<Line<K>[]> {
  const items: Line<K>[] = [];
  const ids = new Set<string>();
  for await (const line of linesOf(pieces, part.name)) {
    const where = `${part.name}:${items.length + 1}`;
    if (items.length >= maxItems[kind]) throw new PackageProblem('too-many', part.name);
    const item = schema.safeParse(parseBounded(decodeStrictly(line, where), where));
    if (!item.success) {
      const path = item.error.issues[0]?.path.join('.').slice(0, 80) ?? '';
      throw new PackageProblem('item', path === '' ? where : `${where} ${path}`);
    }
    const { id } = item.data;
    const key = id.toLowerCase();
    if (ids.has(key)) throw new PackageProblem('duplicate', `${where} ${id}`);
    ids.add(key);
    items.push(item.data);
  }
  if (items.length !== part.count) throw new PackageProblem('count', part.name);
  return items;
}

/** Writes the file of a map to disk and checks its format; the reader of maps checks its content later. */
async function extract(pieces: AsyncIterable<Buffer>, path: string, name: string): Promise<void> {
  let head = Buffer.alloc(0);
  async function* judged() {
    for await (const piece of pieces) {
      if (head.length < 16) head = Buffer.concat([head, piece.subarray(0, 16)]);
      yield piece;
    }
  }
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  await pipeline(judged, file).finally(() => untilClosed(file));
  const magic = name.endsWith('.mbtiles') ? sqliteMagic : pmtilesMagic;
  if (!head.subarray(0, magic.length).equals(magic)) throw new PackageProblem('map-file', name);
}

/** Throws a `PackageProblem` if an item needs another item or a file that is missing. */
function checkReferences({ list, place, map }: PackageItems, files: ReadonlySet<string>): void {
  const lists = new Set(list.map(({ id }) => id));
  for (const { id, content } of place)
    if (!lists.has(content.listId)) throw new PackageProblem('no-list', id);
  const used = new Set<string>();
  for (const { id, content } of map) {
    const { file, recipe } = content;
    if (file === null ? recipe === null : recipe !== null || !files.has(file) || used.has(file))
      throw new PackageProblem('no-file', id);
    if (file !== null) used.add(file);
  }
  for (const file of files) if (!used.has(file)) throw new PackageProblem('unknown-part', file);
}

async function readParts(
  archive: ZipFile,
  entries: ReadonlyMap<string, Entry>,
  { folder, onProgress, signal }: ReadPackageOptions,
): Promise<OpenedPackage> {
  const head = entries.get(manifestName);
  if (head === undefined) throw new PackageProblem('no-manifest');
  if (head.uncompressedSize > packageLimits.manifestBytes) throw new PackageProblem('manifest', 'size');
  const total = [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0);
  let done = 0;
  const onBytes = (bytes: number) => {
    done += bytes;
    onProgress?.(done, total);
  };
  const bytes: Buffer[] = [];
  for await (const piece of piecesOf(archive, head, { name: manifestName, signal, onBytes }))
    bytes.push(piece);
  const manifest = parseManifest(Buffer.concat(bytes));
  matchParts(manifest, entries);
  const items: PackageItems = {
    list: [],
    place: [],
    template: [],
    prepared: [],
    draft: [],
    map: [],
    removed: [],
    sent: [],
  };
  const mapFiles = new Map<string, { path: string; sizeBytes: number }>();
  for (const part of manifest.parts) {
    const { name } = part;
    const entry = entries.get(name);
    if (entry === undefined) throw new PackageProblem('missing-part', name);
    const pieces = hashed(piecesOf(archive, entry, { name, signal, onBytes }), part);
    const kind = kindOf.get(name);
    if (kind === undefined) {
      const path = join(folder, name.slice('maps/'.length));
      await extract(pieces, path, name);
      mapFiles.set(name, { path, sizeBytes: part.sizeBytes });
    } else Object.assign(items, { [kind]: await readLinesOf(kind, pieces, part, lineSchemaOf(kind)) });
  }
  checkReferences(items, new Set(mapFiles.keys()));
  return { manifest, items, mapFiles };
}

/** Throws a `PackageProblem` if a part grows too much when it is unpacked, or all text parts are too large together. */
function judgeSizes(entries: ReadonlyMap<string, Entry>): void {
  let text = 0;
  for (const [name, { compressedSize, uncompressedSize }] of entries) {
    if (
      uncompressedSize > packageLimits.ratioFromBytes &&
      uncompressedSize > packageLimits.ratio * compressedSize
    )
      throw new PackageProblem('bomb', name);
    if (!mapFileName.test(name)) text += uncompressedSize;
  }
  if (text > packageLimits.textBytes) throw new PackageProblem('too-large', String(text));
}

/** Returns true for an error of the operating system, which names a system call. */
const isSystemError = (error: unknown) => error instanceof Error && 'syscall' in error;

/**
 * Reads a package and checks all of it: nothing is used unless everything is valid. @throws PACKAGE_REFUSED, or ARCHIVE_REFUSED if the
 * archive itself is invalid.
 */
export async function readPackage(options: ReadPackageOptions): Promise<OpenedPackage> {
  const { path, fileName, signal } = options;
  let archive: ZipFile | null = null;
  try {
    const { size: sizeBytes } = await stat(path);
    if (sizeBytes === 0) throw new PackageProblem('empty');
    try {
      archive = await openPromise(path, { autoClose: false, lazyEntries: true, decodeStrings: false });
    } catch (error) {
      if (isSystemError(error)) throw error;
      throw new PackageProblem('not-zip');
    }
    const planned = await options.readDirectory(archive, {
      fileName,
      sizeBytes,
      signal,
      limits: {
        entries: packageLimits.entries,
        bytes: packageLimits.unpackedBytes,
        ratio: packageLimits.ratio,
        ratioFromBytes: packageLimits.ratioFromBytes,
      },
    });
    const entries = new Map<string, Entry>();
    for (const { entry, segments, isFolder } of planned) {
      const name = segments.join('/');
      // The name in the archive must be exactly the checked one: `./manifest.json` is another name.
      if (isFolder || entry.fileNameRaw.toString('utf8') !== name)
        throw new PackageProblem('unknown-part', name.slice(0, 80));
      if (name !== manifestName && !kindOf.has(name) && !mapFileName.test(name))
        throw new PackageProblem('unknown-part', name.slice(0, 80));
      entries.set(name, entry);
    }
    judgeSizes(entries);
    return await readParts(archive, entries, options);
  } catch (error) {
    if (signal.aborted) throw new AppError('CANCELLED', {});
    if (error instanceof PackageProblem)
      throw new AppError('PACKAGE_REFUSED', { fileName, reason: error.reason, detail: error.detail });
    if (error instanceof AppError || isSystemError(error)) throw error;
    // The library stops at the first encrypted entry, with an error of its own.
    if (error instanceof Error && /encrypt/i.test(error.message))
      throw new AppError('ARCHIVE_REFUSED', { fileName, entry: '', reason: 'encrypted' }, { cause: error });
    throw new AppError('PACKAGE_REFUSED', { fileName, reason: 'damaged', detail: '' }, { cause: error });
  } finally {
    archive?.close();
  }
}
