/** An entry of a TIFF directory; `type` is SHORT (3), LONG (4) or LONG8 (16). */
export interface TiffEntry {
  tag: number;
  type: 3 | 4 | 16;
  values: number[];
}

/** The first bytes of a little-endian BigTIFF; the position of its first directory follows at `firstLinkAt`. */
export const bigTiffMagic = Buffer.from([0x49, 0x49, 43, 0, 8, 0, 0, 0]);
export const firstLinkAt = bigTiffMagic.length;

/** The length of the header, which comes before everything else in a file. */
export const headerBytes = 16;

const typeBytes = { 3: 2, 4: 4, 16: 8 } as const;
const countBytes = 8;
const entryBytes = 20;
const linkBytes = 8;
/** Values up to this size are stored inside their entry. */
const inlineBytes = 8;

function valueBytes({ type, values }: TiffEntry): Buffer {
  const bytes = Buffer.alloc(values.length * typeBytes[type]);
  for (const [i, value] of values.entries()) {
    if (type === 3) bytes.writeUInt16LE(value, i * 2);
    else if (type === 4) bytes.writeUInt32LE(value, i * 4);
    else bytes.writeBigUInt64LE(BigInt(value), i * 8);
  }
  return bytes;
}

/** Returns the bytes that hold the position of a directory in the file. */
export function linkTo(position: number): Buffer {
  const bytes = Buffer.alloc(linkBytes);
  bytes.writeBigUInt64LE(BigInt(position));
  return bytes;
}

/** Returns the first position, at or after the given one, at which a directory may begin. */
export const directoryPosition = (position: number): number =>
  position % 8 === 0 ? position : position + 8 - (position % 8);

/**
 * Returns the bytes of a directory that begins at a position of the file, followed by the values that do not fit in their
 * entries; the entries must be sorted by tag. `linkAt` is the position in the file of the link to the next directory.
 */
export function directoryAt(
  position: number,
  entries: readonly TiffEntry[],
): { bytes: Buffer; linkAt: number } {
  const table = Buffer.alloc(countBytes + entries.length * entryBytes + linkBytes);
  table.writeBigUInt64LE(BigInt(entries.length), 0);
  const outside: Buffer[] = [];
  let outsideAt = position + table.length;
  for (const [i, entry] of entries.entries()) {
    const at = countBytes + i * entryBytes;
    const bytes = valueBytes(entry);
    table.writeUInt16LE(entry.tag, at);
    table.writeUInt16LE(entry.type, at + 2);
    table.writeBigUInt64LE(BigInt(entry.values.length), at + 4);
    if (bytes.length <= inlineBytes) bytes.copy(table, at + 12);
    else {
      table.writeBigUInt64LE(BigInt(outsideAt), at + 12);
      outside.push(bytes);
      outsideAt += bytes.length;
    }
  }
  return { bytes: Buffer.concat([table, ...outside]), linkAt: position + table.length - linkBytes };
}
