import { lstat, realpath, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import type { ImportProblem } from '../../../../src-preload/contract/scene-imports.ts';
import { hasCode } from '../../../core/app-error.ts';
import { maxOriginalPath } from '../../../core/catalog-scene.ts';
import { makeFolders } from '../../../core/make-folders.ts';
import { systemErrorCode } from '../../../core/system-error.ts';
import { maxJsonBytes, parseBounded } from '../format/parse-json.ts';
import { linkTo, readStac } from '../format/read-stac.ts';
import { isWithinFolder, resolveHref } from '../format/resolve-href.ts';
import { createBatchCollector, type FoundBatch, type FoundFile, type OriginalFile } from '../found-scene.ts';
import type { ReadTools } from './build-scene.ts';
import { isArchiveName } from './left-files.ts';
import { problemOf, readBounded, readHead } from './local-files.ts';
import { readCatalog } from './read-catalog.ts';
import { readFolder, readRaster } from './read-folder.ts';

/** The functions that reading paths needs. */
export interface SourceTools extends ReadTools {
  /**
   * Unpacks an archive into an empty folder; rejects with ARCHIVE_REFUSED, FILE_NOT_WHOLE or an error of the disk. `leave` receives each file
   * that stays in the archive, because it cannot be written under its name or be unpacked.
   */
  unpack: (options: {
    path: string;
    fileName: string;
    into: string;
    leave: (left: { name: string; reason: string }) => void;
  }) => Promise<unknown>;
}

/** The files and folders that the user selected. */
export interface LocalSource {
  paths: readonly string[];
  /** The library folder, from which nothing is imported. */
  library: string;
  /** The folder into which archives are unpacked; it need not exist. */
  staging: string;
}

type Content = 'zip' | 'tiff' | 'json' | 'other' | 'empty';

const headBytes = 1_024;

/** Returns the content of a file by its first bytes, whatever its name. */
export function contentOf(head: Uint8Array): Content {
  const bytes = Buffer.from(head);
  const text = bytes.toString('latin1', 0, 4);
  if (text === 'PK\u0003\u0004' || text === 'PK\u0005\u0006') return 'zip';
  if (/^(II[*+]\0|MM\0[*+])/.test(text)) return 'tiff';
  return /^(\ufeff)?\s*[{[]/.test(bytes.toString('utf8')) ? 'json' : 'other';
}

function problemAlone(path: string, problem: ImportProblem, detail = ''): FoundBatch {
  const out = createBatchCollector();
  out.problem(path, problem, detail);
  return out.take();
}

/**
 * Resolves with the folder that the links of a STAC file may not leave: that of the catalog which it names as its root, if that is a
 * catalog above the file; otherwise its own folder.
 */
async function rootOf(path: string): Promise<string> {
  const own = dirname(path);
  const { size } = await stat(path);
  const read = await readBounded({ path, sizeBytes: size }, maxJsonBytes);
  const parsed = 'text' in read ? parseBounded(read.text) : read;
  const value = 'value' in parsed ? readStac(parsed.value) : null;
  if (value === null || !('links' in value)) return own;
  const href = linkTo(value.links, 'root');
  const found =
    href === null ? null : resolveHref(href, { folder: own, root: '/', self: linkTo(value.links, 'self') });
  if (found === null || 'problem' in found) return own;
  const above = dirname(found.path);
  if (above === own || dirname(above) === above || !isWithinFolder(above, own)) return own;
  const entry = await lstat(found.path).catch(() => null);
  const root =
    entry?.isFile() === true
      ? await readBounded({ path: found.path, sizeBytes: entry.size }, maxJsonBytes)
      : null;
  const rootValue = root !== null && 'text' in root ? parseBounded(root.text) : null;
  const isCatalog =
    rootValue !== null && 'value' in rootValue && readStac(rootValue.value).kind === 'container';
  return isCatalog ? above : own;
}

interface Chosen {
  /** The path as the user selected it. */
  name: string;
  /** The real path: the selected path may be a symbolic link, but a file below it may not. */
  path: string;
  content: Content | 'folder' | 'special';
}

async function chosenOf(name: string): Promise<Chosen> {
  const path = await realpath(name);
  const entry = await stat(path);
  if (entry.isDirectory()) return { name, path, content: 'folder' };
  if (!entry.isFile()) return { name, path, content: 'special' };
  const head = await readHead(path, headBytes);
  return { name, path, content: head.length === 0 ? 'empty' : contentOf(head) };
}

async function* readOne(
  { name, path, content }: Chosen,
  tools: SourceTools,
  source: LocalSource & { without: string; staging: string },
): AsyncGenerator<FoundBatch> {
  switch (content) {
    case 'folder':
      return yield* readFolder({ root: path, without: source.without, asOne: null }, tools);
    case 'zip': {
      await makeFolders(source.staging).catch((cause: unknown) => {
        throw new StagingError(cause);
      });
      const { staging } = source;
      const root = await realpath(staging);
      const left: FoundBatch['problems'] = [];
      await tools.unpack({
        path,
        fileName: basename(path),
        into: staging,
        leave: ({ name: entry, reason }) =>
          left.push({ path: join(root, entry), problem: 'archive-member', detail: reason }),
      });
      if (left.length > 0) yield { scenes: [], problems: left, reviews: [], entries: left.length };
      return yield* readFolder({ root, without: '', asOne: basename(path, extname(path)) }, tools);
    }
    case 'tiff':
      return yield await readRaster(path, tools);
    case 'json':
      return yield* readCatalog({ path, root: await rootOf(path) }, tools);
    case 'empty':
      return yield problemAlone(name, 'empty');
    case 'special':
      return yield problemAlone(name, 'not-file');
    case 'other':
      return yield problemAlone(name, isArchiveName(path) ? 'other-archive' : 'other-format');
  }
}

/**
 * Returns a function that converts the paths of problems to what the person knows: a file of an unpacked archive is named below its archive,
 * and a file that was received from the page by its name. Both are in a hidden folder of the library that nobody looks for.
 */
function createShownPaths({ staging }: Pick<LocalSource, 'staging'>, own: string, { name }: Chosen) {
  const received = join(dirname(staging), 'received');
  const withoutFolder = (path: string) => (isWithinFolder(received, path) ? relative(received, path) : path);
  return (path: string): string =>
    isWithinFolder(own, path) ? join(withoutFolder(name), relative(own, path)) : withoutFolder(path);
}

/**
 * Returns the function that returns the path of a found file below what the person selected: below the folder, or beside the selected file.
 * A file of an archive has the name of the archive before its path in it. Where a disk is mounted and whose home a folder is in belongs to
 * nobody who gets the item.
 */
function createOriginalPaths(
  { staging }: Pick<LocalSource, 'staging'>,
  own: string,
  { path, content }: Chosen,
) {
  const received = join(dirname(staging), 'received');
  const folder = isWithinFolder(received, path) ? received : content === 'folder' ? path : dirname(path);
  const pathBelow = (from: string) => {
    if (isWithinFolder(own, from)) return join(basename(path), relative(own, from));
    return isWithinFolder(folder, from) ? relative(folder, from) : basename(from);
  };
  return (from: string): string => pathBelow(from).split(sep).join('/').slice(-maxOriginalPath);
}

/**
 * Resolves with the function that returns the original of a found file: the file itself, or the archive that it was in; null for what the
 * page sent, whose path nobody knows.
 */
async function createOriginals(
  { staging }: Pick<LocalSource, 'staging'>,
  own: string,
  { path, content }: Chosen,
): Promise<(file: FoundFile) => OriginalFile | null> {
  const received = join(dirname(staging), 'received');
  if (isWithinFolder(received, path)) return () => null;
  if (content !== 'zip') return ({ from, sizeBytes }) => ({ path: from, sizeBytes: sizeBytes ?? 0 });
  const { size } = await stat(path);
  return ({ from, sizeBytes }) =>
    isWithinFolder(own, from) ? { path, sizeBytes: size } : { path: from, sizeBytes: sizeBytes ?? 0 };
}

/** Yields what `readOne` finds, with problems and files that name what the person selected. */
async function* readShown(
  one: Chosen,
  tools: SourceTools,
  own: LocalSource & { without: string },
  staging: string,
): AsyncGenerator<FoundBatch> {
  for await (const batch of readOne(one, tools, own)) {
    // Only now are the folders there, and a folder above them may be a link.
    const [real = staging, realOwn = own.staging] = await Promise.all(
      [staging, own.staging].map((folder) => realpath(folder).catch(() => folder)),
    );
    const shownPath = createShownPaths({ staging: real }, realOwn, one);
    const originalPath = createOriginalPaths({ staging: real }, realOwn, one);
    const originalOf = await createOriginals({ staging: real }, realOwn, one);
    yield {
      ...batch,
      problems: batch.problems.map((each) => ({ ...each, path: shownPath(each.path) })),
      reviews: batch.reviews.map(({ path, label }) => ({ path, label: shownPath(label) })),
      scenes: batch.scenes.map((scene) => ({
        ...scene,
        files: scene.files.map((file) =>
          file.isRemote
            ? file
            : { ...file, originalPath: originalPath(file.from), original: originalOf(file) },
        ),
      })),
    };
  }
}

/** Errors that only writing has. */
const ofWriting = new Set(['EROFS', 'ENOSPC', 'EDQUOT']);

/** Thrown if nothing can be unpacked into the library folder; the cause is the error of the system. */
class StagingError extends Error {
  constructor(cause: unknown) {
    super('an archive cannot be unpacked', { cause });
  }
}

/** Returns the problem of an archive that is refused, with the entry at fault, or that is damaged; null for any other error. */
function problemOfArchive(error: unknown, path: string): FoundBatch | null {
  if (hasCode(error, 'FILE_NOT_WHOLE')) return problemAlone(path, 'archive', 'zip');
  if (!hasCode(error, 'ARCHIVE_REFUSED')) return null;
  const { reason, entry } = error.data;
  return problemAlone(entry === '' ? path : `${path}: ${entry}`, 'archive', reason);
}

/** Files may belong to a folder or item that is read before them. */
const order: readonly Chosen['content'][] = ['folder', 'json', 'zip', 'tiff', 'other', 'empty', 'special'];

/**
 * Yields the scenes of the selected folders, archives, STAC files and rasters in batches; what each file is depends on its content. Files
 * that cannot be used become problems. Throws the error of an archive that is refused if nothing else was selected, and the error of the
 * system if the library folder, into which archives are unpacked, cannot be written: that says nothing about a source.
 */
export async function* readSource(source: LocalSource, tools: SourceTools): AsyncGenerator<FoundBatch> {
  const { paths, library, staging } = source;
  const without = await realpath(library).catch(() => library);
  const used = new Set<string>();
  const chosen: Chosen[] = [];
  for (const name of paths) {
    try {
      const found = await chosenOf(name);
      const isReceived = isWithinFolder(dirname(staging), found.path);
      if (isWithinFolder(without, found.path) && !isReceived) yield problemAlone(name, 'in-library');
      else chosen.push(found);
    } catch (error) {
      yield problemAlone(name, problemOf(error));
    }
  }
  chosen.sort((a, b) => order.indexOf(a.content) - order.indexOf(b.content));
  for (const [n, one] of chosen.entries()) {
    if (used.has(one.path)) continue;
    const own = { ...source, without, staging: join(staging, String(n + 1)) };
    const shownPath = createShownPaths(source, own.staging, one);
    try {
      for await (const batch of readShown(one, tools, own, staging)) {
        if (chosen.length > 1)
          for (const { files } of batch.scenes) for (const { from } of files) used.add(from);
        yield batch;
      }
    } catch (error) {
      if (error instanceof StagingError) throw error.cause;
      if (ofWriting.has(systemErrorCode(error))) throw error;
      const isSystem = error instanceof Error && 'syscall' in error;
      const refused = problemOfArchive(error, shownPath(one.name));
      if (isSystem) yield problemAlone(shownPath(one.name), problemOf(error));
      else if (refused === null || paths.length === 1) throw error;
      else yield refused;
    }
  }
}
