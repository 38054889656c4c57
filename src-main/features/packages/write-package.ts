import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { AppError } from '../../core/app-error.ts';
import { untilClosed } from '../../core/until-closed.ts';
import {
  type Line,
  lineSchemaOf,
  type Manifest,
  manifestName,
  maxItems,
  type PartKind,
  packageFormat,
  packageVersion,
  partNames,
} from './package-format.ts';

/** The lines of each part of a package. They are read while they are written, and checked by the schema of their part. */
type PackageSources = { readonly [K in PartKind]?: () => Iterable<unknown> };
const named = z.looseObject({ id: z.string() });

interface WritePackageOptions {
  /** The path of the package; no file exists there yet. */
  path: string;
  head: Omit<Manifest, 'format' | 'version' | 'parts'>;
  sources: PackageSources;
  /** The files of maps, by their names in the package. */
  files?: ReadonlyMap<string, string>;
  /** Called with the number of items that were written so far. */
  onProgress?: (done: number) => void;
  signal: AbortSignal;
}

const partKinds: readonly PartKind[] = [
  'list',
  'place',
  'template',
  'prepared',
  'draft',
  'map',
  'removed',
  'sent',
];
/** The time of all entries, so that packages with the same content have the same bytes. */
const mtime = new Date('2000-01-01T00:00:00Z');
const linesAtOnce = 200;

/**
 * Returns an item as a line of its part. One invalid item would make the other computer refuse the whole package, so it
 * is named here. @throws CONFLICT for an invalid item
 */
export function checkLine<K extends PartKind>(kind: K, item: unknown): Line<K> {
  const line = lineSchemaOf(kind).safeParse(item);
  if (line.success) return line.data;
  const name = `${kind} ${named.safeParse(item).data?.id ?? ''}`;
  throw new AppError('CONFLICT', { detail: 'package-item', name }, { cause: line.error });
}

/** Returns the bytes of a text part, and its line in the manifest. @throws CONFLICT for an invalid item, or too many. */
function textPart(
  kind: PartKind,
  items: Iterable<unknown>,
  { signal, onWritten }: { signal: AbortSignal; onWritten: (count: number) => void },
) {
  const name = partNames[kind];
  const hash = createHash('sha256');
  const pieces: Buffer[] = [];
  let [count, sizeBytes] = [0, 0];
  let lines: string[] = [];
  const flush = () => {
    const piece = Buffer.from(lines.join(''));
    lines = [];
    hash.update(piece);
    sizeBytes += piece.length;
    pieces.push(piece);
    signal.throwIfAborted();
  };
  for (const item of items) {
    count += 1;
    if (count > maxItems[kind]) throw new AppError('CONFLICT', { detail: 'package-too-many' });
    lines.push(`${JSON.stringify(checkLine(kind, item))}\n`);
    if (lines.length === linesAtOnce) {
      flush();
      onWritten(count);
    }
  }
  flush();
  return { bytes: Buffer.concat(pieces), part: { name, sizeBytes, sha256: hash.digest('hex'), count } };
}

async function filePart(name: string, path: string, signal: AbortSignal) {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path, { signal })) hash.update(piece);
  const { size } = await stat(path);
  return { name, sizeBytes: size, sha256: hash.digest('hex'), count: null };
}

/**
 * Writes a package and flushes it to disk; returns the number of items of each kind. It hashes and packs, so a thread calls it. An
 * incomplete file is removed. @throws CONFLICT for an invalid item, or if there are too many of a kind.
 */
export async function writePackage(options: WritePackageOptions): Promise<Partial<Record<PartKind, number>>> {
  const { path, head, sources, files = new Map<string, string>(), signal } = options;
  const counts: Partial<Record<PartKind, number>> = {};
  let before = 0;
  const texts = partKinds.flatMap((kind) => {
    const source = sources[kind];
    if (source === undefined) return [];
    const onWritten = (count: number) => options.onProgress?.(before + count);
    const text = textPart(kind, source(), { signal, onWritten });
    before += text.part.count;
    counts[kind] = text.part.count;
    options.onProgress?.(before);
    return text.part.count === 0 ? [] : [text];
  });
  const parts: Manifest['parts'] = texts.map(({ part }) => part);
  for (const [name, file] of files) parts.push(await filePart(name, file, signal));
  const manifest: Manifest = { format: packageFormat, version: packageVersion, ...head, parts };
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from(JSON.stringify(manifest, null, 1)), manifestName, { mtime });
  for (const { bytes, part } of texts) archive.addBuffer(bytes, part.name, { mtime });
  // Tiles are already compressed.
  for (const [name, file] of files) archive.addFile(file, name, { mtime, compress: false });
  archive.end();
  const packed = new PassThrough();
  archive.outputStream.pipe(packed);
  archive.on('error', (error: unknown) => packed.destroy(error instanceof Error ? error : undefined));
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(packed, target, { signal }).finally(() => untilClosed(target));
    const handle = await open(path, 'r+');
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    await rm(path, { force: true });
    if (signal.aborted) throw new AppError('CANCELLED', {});
    throw error;
  }
  return counts;
}
