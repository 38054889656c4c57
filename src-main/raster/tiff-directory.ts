import type { FileHandle } from 'node:fs/promises';
import { isEssentialTag, maxDirectories, typeBytes } from './tiff-value-types.ts';

/** The tags of one image of a TIFF; the byte order is handled here. */
export interface TiffDirectory {
  littleEndian: boolean;
  /** Returns the values of a tag as numbers; an empty array if the tag is missing. */
  numbers(tag: number): Promise<Float64Array>;
  /** Returns the values of a tag as bytes; null if the tag is missing, or damaged and of no effect on the pixels. */
  bytes(tag: number): Promise<Uint8Array | null>;
  text(tag: number): Promise<string | null>;
}

interface Entry {
  type: number;
  count: number;
  /** The position of the values in the file. */
  at: number;
}

/** The limit for the values of one tag, because a hostile file could declare gigabytes. */
const maxValueBytes = 64 * 1_024 * 1_024;

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead < length) throw new Error(`the file ends at ${position + bytesRead}`);
  return bytes;
}

function valueAt(view: DataView, type: number, at: number, little: boolean): number {
  if (type === 3) return view.getUint16(at, little);
  if (type === 4 || type === 13) return view.getUint32(at, little);
  if (type === 6) return view.getInt8(at);
  if (type === 8) return view.getInt16(at, little);
  if (type === 9) return view.getInt32(at, little);
  if (type === 11) return view.getFloat32(at, little);
  if (type === 12) return view.getFloat64(at, little);
  if (type === 16 || type === 18) return Number(view.getBigUint64(at, little));
  if (type === 17) return Number(view.getBigInt64(at, little));
  return view.getUint8(at);
}

function directoryOf(
  file: FileHandle,
  littleEndian: boolean,
  entries: ReadonlyMap<number, Entry>,
): TiffDirectory {
  async function bytes(tag: number): Promise<Uint8Array | null> {
    const entry = entries.get(tag);
    if (!entry) return null;
    const length = entry.count * (typeBytes[entry.type] ?? 1);
    if (isEssentialTag(tag)) {
      if (length > maxValueBytes) throw new Error(`tag ${tag} has ${length} bytes`);
      return readAt(file, entry.at, length);
    }
    if (length > maxValueBytes) return null;
    const read = Buffer.alloc(length);
    const { bytesRead } = await file.read(read, 0, length, entry.at);
    return bytesRead < length ? null : read;
  }
  return {
    littleEndian,
    bytes,
    async numbers(tag) {
      const entry = entries.get(tag);
      const raw = await bytes(tag);
      if (!entry || !raw) return new Float64Array();
      const view = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
      const size = typeBytes[entry.type] ?? 1;
      return Float64Array.from({ length: entry.count }, (_, i) =>
        valueAt(view, entry.type, i * size, littleEndian),
      );
    },
    async text(tag) {
      const raw = await bytes(tag);
      return raw && Buffer.from(raw).toString('utf8').replace(/\0.*$/s, '');
    },
  };
}

/**
 * Returns the images of a TIFF in the order of the file, without directories below another one (SubIFDs). It does not use the page's
 * library, which reads the long lists of a big-endian file as little-endian (geotiff 3.0.5, DeferredArray). Throws if the file is not a
 * TIFF or is cut off.
 */
export async function readTiffDirectories(file: FileHandle): Promise<TiffDirectory[]> {
  const head = await readAt(file, 0, 16);
  const little = head.toString('latin1', 0, 2) === 'II';
  const view = (bytes: Buffer) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const big = view(head).getUint16(2, little) === 43;
  const [countBytes, entryBytes, offsetBytes] = big ? [8, 20, 8] : [2, 12, 4];
  const offset = (bytes: Buffer, at: number) => valueAt(view(bytes), big ? 16 : 4, at, little);
  const directories: TiffDirectory[] = [];
  const seen = new Set<number>();
  for (let at = offset(head, big ? 8 : 4); at !== 0; ) {
    if (seen.has(at) || seen.size >= maxDirectories) throw new Error('directories do not end');
    seen.add(at);
    const count = valueAt(view(await readAt(file, at, countBytes)), big ? 16 : 3, 0, little);
    if (!(count > 0 && count <= 4_096)) throw new Error('a directory is not readable');
    const tableAt = at + countBytes;
    const table = await readAt(file, tableAt, count * entryBytes + offsetBytes);
    const entries = new Map<number, Entry>();
    for (let i = 0; i < count; i += 1) {
      const from = i * entryBytes;
      const tag = view(table).getUint16(from, little);
      const type = view(table).getUint16(from + 2, little);
      const values = offset(table, from + 4);
      const inline = values * (typeBytes[type] ?? 1) <= offsetBytes;
      const valueStart = from + 4 + offsetBytes;
      entries.set(tag, {
        type,
        count: values,
        at: inline ? tableAt + valueStart : offset(table, valueStart),
      });
    }
    directories.push(directoryOf(file, little, entries));
    at = offset(table, count * entryBytes);
  }
  return directories;
}
