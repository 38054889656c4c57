// Writes a PMTiles file, version 3 (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md). The npm registry has
// readers of the format only.
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

const headerBytes = 127;
/** A reader gets header and root with its first request, if both fit in 16 KiB. */
const mostRootBytes = 16_384 - headerBytes;
const leafEntries = 2_048;
const gzip = 2;
const vectorTiles = 1;

/** Compresses bytes; the same bytes on every system, which zlib would otherwise note in the head. */
export function packBytes(bytes) {
  const packed = gzipSync(bytes, { level: 9 });
  packed[9] = 255;
  return packed;
}

function varint(value, into) {
  let rest = value;
  while (rest >= 128) {
    into.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  into.push(rest);
}

/** The bytes of a directory: ids as differences, then run lengths, sizes and offsets (0 for “right after the one before”). */
function directory(entries) {
  const bytes = [];
  varint(entries.length, bytes);
  let before = 0;
  for (const { id } of entries) {
    varint(id - before, bytes);
    before = id;
  }
  for (const { runLength } of entries) varint(runLength, bytes);
  for (const { length } of entries) varint(length, bytes);
  for (const [i, { offset }] of entries.entries()) {
    const last = entries[i - 1];
    varint(last && last.offset + last.length === offset ? 0 : offset + 1, bytes);
  }
  return packBytes(Uint8Array.from(bytes));
}

/** The root directory, and the leaves where all entries together are too many for it. */
function directories(entries) {
  const root = directory(entries);
  if (root.length <= mostRootBytes) return { root, leaves: Buffer.alloc(0) };
  const leaves = [];
  const pointers = [];
  let offset = 0;
  for (let at = 0; at < entries.length; at += leafEntries) {
    const part = entries.slice(at, at + leafEntries);
    const leaf = directory(part);
    pointers.push({ id: part[0].id, runLength: 0, length: leaf.length, offset });
    leaves.push(leaf);
    offset += leaf.length;
  }
  return { root: directory(pointers), leaves: Buffer.concat(leaves) };
}

/**
 * The bytes of the file. `tiles` are `{ z, x, y, bytes }` with plain vector tiles, in any order; equal ones are kept once.
 * @param {{ tiles: Iterable<{ z: number, x: number, y: number, bytes: Uint8Array }>, metadata: object }} options
 * @returns {Buffer}
 */
export function writePmtiles({ tiles, metadata }) {
  const sorted = [...tiles]
    .map(({ z, x, y, bytes }) => ({ id: zxyToTileId(z, x, y), z, bytes }))
    .sort((a, b) => a.id - b.id);
  const contents = [];
  const placeOf = new Map();
  const entries = [];
  let dataBytes = 0;
  for (const { id, bytes } of sorted) {
    const hash = createHash('sha256').update(bytes).digest('base64');
    let place = placeOf.get(hash);
    if (!place) {
      const packed = packBytes(bytes);
      place = { offset: dataBytes, length: packed.length };
      placeOf.set(hash, place);
      contents.push(packed);
      dataBytes += packed.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === place.offset && last.id + last.runLength === id) last.runLength += 1;
    else entries.push({ id, runLength: 1, ...place });
  }
  const { root, leaves } = directories(entries);
  const facts = packBytes(Buffer.from(JSON.stringify(metadata)));
  const zooms = sorted.map(({ z }) => z);

  const header = Buffer.alloc(headerBytes);
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  let at = headerBytes;
  const section = (position, length) => {
    header.writeBigUInt64LE(BigInt(at), position);
    header.writeBigUInt64LE(BigInt(length), position + 8);
    at += length;
  };
  section(8, root.length);
  section(24, facts.length);
  section(40, leaves.length);
  section(56, dataBytes);
  header.writeBigUInt64LE(BigInt(sorted.length), 72);
  header.writeBigUInt64LE(BigInt(entries.length), 80);
  header.writeBigUInt64LE(BigInt(contents.length), 88);
  // Clustered: the contents are in the sequence of the ids.
  header.writeUInt8(1, 96);
  header.writeUInt8(gzip, 97);
  header.writeUInt8(gzip, 98);
  header.writeUInt8(vectorTiles, 99);
  header.writeUInt8(Math.min(...new Set(zooms)), 100);
  header.writeUInt8(Math.max(...new Set(zooms)), 101);
  const degrees = (value, position) => header.writeInt32LE(Math.round(value * 1e7), position);
  degrees(-180, 102);
  degrees(-85.051129, 106);
  degrees(180, 110);
  degrees(85.051129, 114);
  header.writeUInt8(2, 118);
  degrees(0, 119);
  degrees(20, 123);
  return Buffer.concat([header, root, facts, leaves, ...contents]);
}
