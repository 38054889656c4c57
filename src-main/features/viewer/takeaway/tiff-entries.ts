/** A tag of a TIFF directory. Type 2 is text in bytes, 3 short, 4 long, 12 double, 16 long of 64 bits. */
export type TiffEntry =
  | { tag: number; type: 3 | 4 | 12 | 16; values: readonly number[] }
  | { tag: number; type: 2; bytes: Uint8Array };

const valueSizes = { 2: 1, 3: 2, 4: 4, 12: 8, 16: 8 } as const;

function valueBytes(entry: TiffEntry): Buffer {
  if (entry.type === 2) return Buffer.from(entry.bytes);
  const size = valueSizes[entry.type];
  const bytes = Buffer.alloc(entry.values.length * size);
  for (const [i, value] of entry.values.entries()) {
    const at = i * size;
    if (entry.type === 3) bytes.writeUInt16LE(value, at);
    else if (entry.type === 4) bytes.writeUInt32LE(value, at);
    else if (entry.type === 12) bytes.writeDoubleLE(value, at);
    else bytes.writeBigUInt64LE(BigInt(value), at);
  }
  return bytes;
}

/**
 * Returns the bytes of the last directory of a little-endian TIFF or BigTIFF, which begins at a position of the file, followed by the
 * values that do not fit into their entries.
 */
function directoryBytes(position: number, entries: readonly TiffEntry[], isBig: boolean): Buffer {
  const [countSize, entrySize, offsetSize] = isBig ? [8, 20, 8] : [2, 12, 4];
  const sorted = entries.toSorted((a, b) => a.tag - b.tag);
  const table = Buffer.alloc(countSize + sorted.length * entrySize + offsetSize);
  const write = (value: number, at: number) =>
    isBig ? table.writeBigUInt64LE(BigInt(value), at) : table.writeUInt32LE(value, at);
  if (isBig) write(sorted.length, 0);
  else table.writeUInt16LE(sorted.length, 0);
  const outside: Buffer[] = [];
  let outsideAt = position + table.length;
  for (const [i, entry] of sorted.entries()) {
    const at = countSize + i * entrySize;
    const bytes = valueBytes(entry);
    table.writeUInt16LE(entry.tag, at);
    table.writeUInt16LE(entry.type, at + 2);
    write(bytes.length / valueSizes[entry.type], at + 4);
    if (bytes.length <= offsetSize) bytes.copy(table, at + 4 + offsetSize);
    else {
      write(outsideAt, at + 4 + offsetSize);
      // Values begin at even positions.
      const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
      outside.push(padded);
      outsideAt += padded.length;
    }
  }
  return Buffer.concat([table, ...outside]);
}

const eightBytes = (position: number) => Math.ceil(position / 8) * 8;

/** Returns the bytes of the directories of a file, which begin at the next position that is a multiple of eight. */
export function directoriesBytes(
  position: number,
  directories: readonly (readonly TiffEntry[])[],
  isBig: boolean,
): { at: number; bytes: Buffer } {
  const at = eightBytes(position);
  const parts: Buffer[] = [];
  let next = at;
  for (const [i, entries] of directories.entries()) {
    const bytes = directoryBytes(next, entries, isBig);
    const [countSize, entrySize] = isBig ? [8, 20] : [2, 12];
    const end = next + bytes.length;
    const padded = Buffer.concat([bytes, Buffer.alloc(eightBytes(end) - end)]);
    next += padded.length;
    const link = countSize + entries.length * entrySize;
    if (i === directories.length - 1) parts.push(padded);
    else {
      if (isBig) padded.writeBigUInt64LE(BigInt(next), link);
      else padded.writeUInt32LE(next, link);
      parts.push(padded);
    }
  }
  return { at, bytes: Buffer.concat(parts) };
}

/** Returns the first bytes of a little-endian TIFF whose directory begins at a position. */
export function headerBytes(directoryAt: number, isBig: boolean): Buffer {
  if (!isBig) {
    const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0]);
    header.writeUInt32LE(directoryAt, 4);
    return header;
  }
  const header = Buffer.from([0x49, 0x49, 43, 0, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  header.writeBigUInt64LE(BigInt(directoryAt), 8);
  return header;
}
