import { type Entry, getFileNameLowLevel, type ZipFile } from 'yauzl';
import { AppError } from '../../../core/app-error.ts';
import { createZipNames, type ZipRefusal, zipPath } from './zip-names.ts';

/** Limits against archives that would fill the disk. An archive above one of them is refused before anything is written. */
export interface ZipLimits {
  entries: number;
  /** The limit for all entries together, unpacked. */
  bytes: number;
  /** The greatest ratio of unpacked to packed bytes of all entries together; checked above `ratioFromBytes`. */
  ratio: number;
  ratioFromBytes: number;
}

/**
 * An entry of an archive that has passed all checks. `segments` are the parts of its path; they are safe names of files and
 * folders.
 */
export interface PlannedEntry {
  entry: Entry;
  segments: string[];
  isFolder: boolean;
}

/** Returns a name for display, without characters that could mislead the reader. */
function readable(name: string): string {
  return name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd').slice(0, 120);
}

/** False for a link, a device or a pipe, judged by the Unix mode and the DOS attributes, whichever system made the archive. */
function isPlain({ externalFileAttributes }: Entry, isFolder: boolean): boolean {
  const type = (externalFileAttributes >>> 16) & 0xf000;
  const reparsePoint = (externalFileAttributes & 0x400) !== 0;
  return !reparsePoint && (type === 0 || type === (isFolder ? 0x4000 : 0x8000));
}

const isEncrypted = ({ generalPurposeBitFlag }: Entry) =>
  (generalPurposeBitFlag & (0x1 | 0x40 | 0x2000)) !== 0;

const isKnownPacking = ({ compressionMethod }: Entry) => compressionMethod === 0 || compressionMethod === 8;

/** An entry that stays in the archive, and why. The name is made readable. */
export interface LeftEntry {
  name: string;
  reason: ZipRefusal;
}

/** Reasons that concern one entry alone and say nothing about who made the archive. */
const harmless: ReadonlySet<ZipRefusal> = new Set(['character', 'device', 'trailing', 'long', 'packing']);

/** The size of a local header without its names: two entries cannot be closer together. */
const headerBytes = 30;

function overlap(entries: readonly Entry[]): Entry | null {
  const sorted = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader);
  let free = 0;
  for (const entry of sorted) {
    if (entry.relativeOffsetOfLocalHeader < free) return entry;
    free = entry.relativeOffsetOfLocalHeader + headerBytes + entry.compressedSize;
  }
  return null;
}

/**
 * Reads and checks the whole directory of an archive before anything is written. Throws ARCHIVE_REFUSED if a single entry is at
 * fault.
 */
export async function readZip(
  archive: ZipFile,
  {
    fileName,
    sizeBytes,
    limits,
    signal,
    leave = null,
  }: {
    fileName: string;
    sizeBytes: number;
    limits: ZipLimits;
    signal: AbortSignal;
    /** Called with an entry that only cannot be written under its name or be unpacked, and is left in the archive; null refuses it. */
    leave?: ((left: LeftEntry) => void) | null;
  },
): Promise<PlannedEntry[]> {
  const refuse = (reason: ZipRefusal, entry = '') =>
    new AppError('ARCHIVE_REFUSED', { fileName, entry: readable(entry), reason });
  const names = createZipNames();
  const planned: PlannedEntry[] = [];
  let packed = 0;
  let unpacked = 0;
  if (archive.entryCount > limits.entries) throw refuse('entries');
  for await (const entry of archive.eachEntry()) {
    signal.throwIfAborted();
    // Strict mode keeps a backslash, so that the name is refused.
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true);
    const path = zipPath(name);
    const unusable = 'refused' in path ? path.refused : isKnownPacking(entry) ? null : 'packing';
    if (leave !== null && unusable !== null && harmless.has(unusable)) {
      leave({ name: readable(name), reason: unusable });
      continue;
    }
    if ('refused' in path) throw refuse(path.refused, name);
    const { segments, isFolder } = path;
    if (isEncrypted(entry)) throw refuse('encrypted', name);
    if (!isPlain(entry, isFolder) || (isFolder && entry.uncompressedSize > 0)) throw refuse('link', name);
    if (!isKnownPacking(entry)) throw refuse('packing', name);
    if (!names.reserve(segments, isFolder)) throw refuse('duplicate', name);
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    if (packed > sizeBytes) throw refuse('overlap', name);
    if (unpacked > limits.bytes) throw refuse('bytes', name);
    planned.push({ entry, segments, isFolder });
  }
  if (unpacked > limits.ratioFromBytes && unpacked > limits.ratio * sizeBytes) throw refuse('ratio');
  const shared = overlap(planned.map(({ entry }) => entry));
  if (shared) throw refuse('overlap', shared.fileNameRaw.toString('latin1'));
  return planned;
}
