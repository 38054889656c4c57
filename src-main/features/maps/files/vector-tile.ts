import { promisify } from 'node:util';
import { gunzip, inflate } from 'node:zlib';
import { PbfReader } from 'pbf';
import type { TilePlace } from '../tile-grid.ts';
import { formatName, pictureType } from '../tile-picture.ts';
import { unusable } from '../unusable.ts';

/** The largest unpacked vector tile; no program makes a larger one. A few kilobytes of a hostile tile would become gigabytes. */
export const maxVectorBytes = 8 * 1_024 * 1_024;
/** The limits of what the page decodes and draws of one tile. */
const limits = { layers: 256, features: 100_000, vertices: 1_000_000 } as const;
const maxExtent = 65_536;

const fields = { layer: 3, features: 2, extent: 5, geometry: 4 } as const;
const commands = { moveTo: 1, lineTo: 2, closePath: 7 } as const;

const unzip = { gzip: promisify(gunzip), zlib: promisify(inflate) } as const;

interface Counts {
  layers: number;
  features: number;
  vertices: number;
}

class BrokenTileError extends Error {}

/** Returns the end of the message that begins here. Throws if it lies outside the message around it. */
function endOfMessage(pbf: PbfReader, end: number): number {
  const length = pbf.readVarint();
  if (!(length >= 0) || pbf.pos + length > end)
    throw new BrokenTileError('a message is longer than its tile');
  return pbf.pos + length;
}

/** Calls `visit` for each field of a message. It returns true if it has read the value, false to skip it. */
function eachField(pbf: PbfReader, end: number, visit: (field: number, isMessage: boolean) => boolean) {
  while (pbf.pos < end) {
    const key = pbf.readVarint();
    const [field, type] = [key >> 3, key & 7];
    if (!visit(field, type === 2)) pbf.skip(key);
    if (!(pbf.pos <= end)) throw new BrokenTileError('a value is longer than its message');
  }
}

/**
 * Counts the vertices of a geometry. It refuses a repeated `closePath`, which has no bytes of its own: the page would make millions
 * of vertices from a few bytes.
 */
function walkGeometry(pbf: PbfReader, end: number, counts: Counts) {
  while (pbf.pos < end) {
    const value = pbf.readVarint();
    const [command, count] = [value & 7, value >>> 3];
    if (command === commands.closePath) {
      if (count > 1) throw new BrokenTileError('a ring is closed more than once');
    } else if (command === commands.moveTo || command === commands.lineTo) {
      counts.vertices += count;
      if (counts.vertices > limits.vertices) return;
      for (let i = 0; i < 2 * count && pbf.pos < end; i += 1) pbf.readVarint();
    } else throw new BrokenTileError(`unknown command ${command}`);
    if (pbf.pos > end) throw new BrokenTileError('a geometry ends too early');
  }
}

function walkLayer(pbf: PbfReader, end: number, counts: Counts) {
  eachField(pbf, end, (field, isMessage) => {
    if (field === fields.extent && !isMessage) {
      const extent = pbf.readVarint();
      if (!(extent > 0) || extent > maxExtent) throw new BrokenTileError(`extent ${extent}`);
      return true;
    }
    if (field !== fields.features || !isMessage) return false;
    counts.features += 1;
    const featureEnd = endOfMessage(pbf, end);
    if (counts.features <= limits.features)
      eachField(pbf, featureEnd, (inner, isBytes) => {
        if (inner !== fields.geometry || !isBytes) return false;
        const geometryEnd = endOfMessage(pbf, featureEnd);
        walkGeometry(pbf, geometryEnd, counts);
        pbf.pos = geometryEnd;
        return true;
      });
    pbf.pos = featureEnd;
    return true;
  });
}

/** Counts the layers, features and vertices of a tile. Throws if it is no vector tile. */
function walkTile(bytes: Uint8Array): Counts {
  const counts: Counts = { layers: 0, features: 0, vertices: 0 };
  const pbf = new PbfReader(bytes);
  eachField(pbf, bytes.byteLength, (field, isMessage) => {
    if (field !== fields.layer || !isMessage) throw new BrokenTileError(`unknown field ${field}`);
    counts.layers += 1;
    const end = endOfMessage(pbf, bytes.byteLength);
    if (counts.layers <= limits.layers) walkLayer(pbf, end, counts);
    pbf.pos = end;
    return true;
  });
  return counts;
}

/** Returns the bytes unpacked. Many files do not say that their tiles are packed, so the first bytes decide. */
async function unpacked(bytes: Uint8Array, place: string): Promise<Uint8Array> {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const isZlib = bytes[0] === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(bytes[1] ?? 0);
  if (!isGzip && !isZlib) return bytes;
  try {
    return await unzip[isGzip ? 'gzip' : 'zlib'](bytes, { maxOutputLength: maxVectorBytes });
  } catch (error) {
    if (error instanceof RangeError) throw unusable('tile-unpacked', place);
    throw unusable('tile-not-vector', `${place}: ${error instanceof Error ? error.message : ''}`);
  }
}

/**
 * Returns an unpacked vector tile that the page can decode within bounds. Layers, features and geometries are counted; names and
 * values are left to the page. @throws MAP_UNUSABLE for anything else.
 */
export async function checkedVectorTile(packed: Uint8Array, { z, x, y }: TilePlace): Promise<Uint8Array> {
  const place = `${z}/${x}/${y}`;
  const bytes = await unpacked(packed, place);
  if (bytes.byteLength > maxVectorBytes) throw unusable('tile-unpacked', place);
  if (pictureType(bytes) !== null) throw unusable('tile-not-vector', `${place}: ${formatName(bytes)}`);
  let counts: Counts;
  try {
    counts = walkTile(bytes);
  } catch (error) {
    throw unusable('tile-not-vector', `${place}: ${error instanceof Error ? error.message : ''}`);
  }
  const isTooMuch =
    counts.layers > limits.layers || counts.features > limits.features || counts.vertices > limits.vertices;
  if (isTooMuch) throw unusable('tile-complex', place);
  return bytes;
}
