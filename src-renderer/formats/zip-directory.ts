import { FormatProblem } from './format-problem.ts';
import { limits } from './limits.ts';

/** An entry of a zip archive, as described in the directory at its end. */
export interface ZipEntry {
  name: string;
  packedBytes: number;
  sizeBytes: number;
  crc: number;
  isDeflated: boolean;
  /** The message of the reason why this entry alone cannot be unpacked; null if it can. */
  unreadable: string | null;
  /** The offset of its local header. */
  offset: number;
}

const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 } as const;
const endBytes = 22;
const entryBytes = 46;
const localBytes = 30;
/** The maximum length of the comment at the end of an archive. */
const maxCommentBytes = 65_535;

const broken = () => new FormatProblem('validation.brokenZip');

function endOfDirectory(view: DataView): number {
  const last = view.byteLength - endBytes;
  for (let at = last; at >= Math.max(0, last - maxCommentBytes); at -= 1)
    if (view.getUint32(at, true) === signatures.end) return at;
  throw broken();
}

/** Returns the offset of the data of an entry; the local header may have other fields than the directory. */
export function dataStart(view: DataView, { offset }: ZipEntry): number {
  if (offset + localBytes > view.byteLength || view.getUint32(offset, true) !== signatures.local)
    throw broken();
  return offset + localBytes + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
}

function entryAt(view: DataView, bytes: Uint8Array, at: number): { entry: ZipEntry; next: number } {
  if (at + entryBytes > view.byteLength || view.getUint32(at, true) !== signatures.entry) throw broken();
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)];
  const nameBytes = view.getUint16(at + 28, true);
  const next = at + entryBytes + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  if (next > view.byteLength) throw broken();
  // Names of old programs are in various code pages; they are only shown.
  const name = new TextDecoder((flags & 0x800) === 0 ? 'windows-1252' : 'utf-8').decode(
    bytes.subarray(at + entryBytes, at + entryBytes + nameBytes),
  );
  const isEncrypted = (flags & 1) !== 0;
  const isKnown = method === 0 || method === 8;
  const entry: ZipEntry = {
    name,
    crc: view.getUint32(at + 16, true),
    packedBytes: view.getUint32(at + 20, true),
    sizeBytes: view.getUint32(at + 24, true),
    isDeflated: method === 8,
    unreadable: isEncrypted ? 'validation.zipEncrypted' : isKnown ? null : 'validation.zipMethod',
    offset: view.getUint32(at + 42, true),
  };
  return { entry, next };
}

/** Throws if the entries together are a zip bomb, or if two of them share bytes, as those of some bombs do. */
function judge(entries: readonly ZipEntry[], view: DataView) {
  const total = entries.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > limits.unpackedBytes) throw new FormatProblem('validation.zipTooLarge');
  for (const { sizeBytes, packedBytes } of entries)
    if (sizeBytes > limits.ratioFromBytes && sizeBytes > packedBytes * limits.unpackedRatio)
      throw new FormatProblem('validation.zipBomb');
  const spans = entries
    .map((entry) => ({ start: entry.offset, end: dataStart(view, entry) + entry.packedBytes }))
    .sort((a, b) => a.start - b.start);
  for (const [i, { start, end }] of spans.entries())
    if (end > view.byteLength || start < (spans[i - 1]?.end ?? 0)) throw broken();
}

/**
 * Returns the entries of a zip archive by its directory, checked as a whole before a byte is unpacked. Throws a
 * `FormatProblem` for an archive that is damaged, too large, or a bomb. An entry that is encrypted or compressed in another way says so
 * itself, because it decides nothing about the others.
 */
export function readZipDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < endBytes) throw broken();
  const end = endOfDirectory(view);
  const count = view.getUint16(end + 10, true);
  const start = view.getUint32(end + 16, true);
  // These values mean zip64: an archive of more than 4 GB, or of 65,535 files.
  if (count === 0xffff || start === 0xffffffff) throw new FormatProblem('validation.zipTooLarge');
  if (count > limits.zipEntries)
    throw new FormatProblem('validation.zipEntries', { most: limits.zipEntries });
  const entries: ZipEntry[] = [];
  for (let i = 0, at = start; i < count; i += 1) {
    const { entry, next } = entryAt(view, bytes, at);
    at = next;
    // Programs on Windows write backslashes between the names of folders.
    if (!/[/\\]$/.test(entry.name)) entries.push(entry);
  }
  judge(entries, view);
  return entries;
}
