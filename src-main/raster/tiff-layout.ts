import type { FileHandle } from 'node:fs/promises';
import { setImmediate as yieldToLoop } from 'node:timers/promises';
import { isEssentialTag, maxDirectories, typeBytes } from './tiff-value-types.ts';

/** The structure of a file that should be a TIFF is invalid. */
class TiffLayoutError extends Error {}

/** The limit for all directories together: a hostile file could name the same values in each of them, which would take hours. */
const maxValues = 4_000_000;
/** The number of values that are checked in one turn of the main loop. */
const valuesPerStep = 32_768;

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  if (bytesRead < length)
    throw new TiffLayoutError(`ends at ${position + bytesRead}, ${position + length} needed`);
  return bytes;
}

/** The tags of the blocks of pixels. */
const blockTags = new Set([273, 279, 324, 325]);
/** The tags of the size, samples and compression of an image. */
const shapeTags = new Set([256, 257, 258, 259, 277, 284]);
const mostShapeValues = 4_096;

/** Returns the lengths of the strips of an image that does not tell them: one uncompressed strip for each plane, as old programs wrote it. */
function untoldLengths(found: ReadonlyMap<number, Float64Array>): Float64Array | null {
  const first = (tag: number) => found.get(tag)?.[0] ?? 1;
  const samples = first(277);
  const planes = first(284) === 2 ? samples : 1;
  if (first(259) !== 1 || found.get(273)?.length !== planes || found.has(324)) return null;
  const rowBytes = Math.ceil((first(256) * (samples / planes) * first(258)) / 8);
  return new Float64Array(planes).fill(rowBytes * first(257));
}

/**
 * Reads all directories of a classic or Big TIFF and checks that every block of pixels and every tag that counts for them is inside the file, which proves without reading
 * pixels that nothing was cut off. Throws TiffLayoutError.
 */
export async function checkTiffLayout(file: FileHandle, sizeBytes: number): Promise<void> {
  const head = await readAt(file, 0, 16);
  const little = head.toString('latin1', 0, 2) === 'II';
  if (!little && head.toString('latin1', 0, 2) !== 'MM') throw new TiffLayoutError('no TIFF signature');
  const u16 = (bytes: Buffer, at: number) => (little ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (bytes: Buffer, at: number) => (little ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const u64 = (bytes: Buffer, at: number) =>
    Number(little ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at));
  const magic = u16(head, 2);
  if (magic !== 42 && magic !== 43) throw new TiffLayoutError('no TIFF signature');
  const big = magic === 43;
  const [countBytes, entryBytes, offsetBytes] = big ? [8, 20, 8] : [2, 12, 4];
  const offset = (bytes: Buffer, at: number) => (big ? u64(bytes, at) : u32(bytes, at));

  let valuesLeft = maxValues;
  async function values(entry: Buffer): Promise<Float64Array> {
    const type = u16(entry, 2);
    const count = offset(entry, 4);
    const size = typeBytes[type] ?? 1;
    valuesLeft -= count;
    if (valuesLeft < 0) throw new TiffLayoutError('too many blocks');
    const inline = entry.subarray(4 + offsetBytes);
    const outside = count * size > offsetBytes;
    const read = (bytes: Buffer, i: number) => {
      if (type === 3) return u16(bytes, i * 2);
      return type === 16 ? u64(bytes, i * 8) : u32(bytes, i * 4);
    };
    const all = new Float64Array(count);
    for (let from = 0; from < count; from += valuesPerStep) {
      const length = Math.min(valuesPerStep, count - from);
      const bytes = outside ? await readAt(file, offset(inline, 0) + from * size, length * size) : inline;
      for (let i = 0; i < length; i += 1) all[from + i] = read(bytes, i);
    }
    return all;
  }

  async function checkBlocks(offsets: Float64Array, counts: Float64Array) {
    for (let i = 0; i < offsets.length; i += 1) {
      if ((offsets[i] ?? 0) + (counts[i] ?? 0) > sizeBytes)
        throw new TiffLayoutError(`pixels reach beyond the end at block ${i}`);
      if (i % valuesPerStep === valuesPerStep - 1) await yieldToLoop();
    }
  }

  let at = offset(head, big ? 8 : 4);
  let directories = 0;
  const seen = new Set<number>();
  while (at !== 0) {
    if (seen.has(at) || directories >= maxDirectories) throw new TiffLayoutError('directories do not end');
    seen.add(at);
    directories += 1;
    const counted = await readAt(file, at, countBytes);
    const entries = big ? u64(counted, 0) : u16(counted, 0);
    if (entries === 0 || entries > 4_096) throw new TiffLayoutError('a directory is not readable');
    const table = await readAt(file, at + countBytes, entries * entryBytes + offsetBytes);
    const found = new Map<number, Float64Array>();
    for (let i = 0; i < entries; i += 1) {
      const entry = table.subarray(i * entryBytes, (i + 1) * entryBytes);
      const tag = u16(entry, 0);
      const bytes = offset(entry, 4) * (typeBytes[u16(entry, 2)] ?? 1);
      if (isEssentialTag(tag) && bytes > offsetBytes && offset(entry, 4 + offsetBytes) + bytes > sizeBytes)
        throw new TiffLayoutError(`the values of tag ${tag} reach beyond the end`);
      const isShape =
        shapeTags.has(tag) && [3, 4].includes(u16(entry, 2)) && offset(entry, 4) <= mostShapeValues;
      if (blockTags.has(tag) || isShape) found.set(tag, await values(entry));
    }
    const offsets = found.get(324) ?? found.get(273);
    const counts = found.get(325) ?? found.get(279) ?? untoldLengths(found);
    if (!offsets || !counts || offsets.length !== counts.length)
      throw new TiffLayoutError('a directory names no pixels');
    await checkBlocks(offsets, counts);
    at = offset(table, entries * entryBytes);
  }
  if (directories === 0) throw new TiffLayoutError('no directory');
}
