import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, zstdDecompress } from 'node:zlib';
import { Compression, type Header, PMTiles, ResolvedValueCache, type Source, TileType } from 'pmtiles';
import type { MapBox } from '../../../../src-preload/contract/maps.ts';
import { isAppError } from '../../../core/app-error.ts';
import { middleTile } from '../tile-grid.ts';
import { maxTileBytes } from '../tile-picture.ts';
import { unusable } from '../unusable.ts';
import {
  boundsOf,
  checkedPicture,
  type MapFile,
  type MapFileFacts,
  plainText,
  tileSizeOf,
  vectorTileSize,
  zoomsOf,
} from './map-file.ts';
import { checkedVectorTile } from './vector-tile.ts';

/** The largest unpacked directory or metadata; no program writes larger ones. */
const maxUnpackedBytes = 32 * 1_024 * 1_024;
/** The largest single read; directories and tiles are smaller. */
const maxReadBytes = 16 * 1_024 * 1_024;
const cachedDirectories = 64;

const unpackers = {
  [Compression.Gzip]: promisify(gunzip),
  [Compression.Brotli]: promisify(brotliDecompress),
  [Compression.Zstd]: promisify(zstdDecompress),
} as const;

function toArrayBuffer(bytes: Uint8Array): ArrayBuffer {
  const copy = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(copy).set(bytes);
  return copy;
}

/** Unpacks bytes within a bound, which the library's own function does not have. */
async function unpack(packed: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None) return packed;
  if (compression === Compression.Unknown) throw unusable('compression', compression);
  const unpacker = unpackers[compression];
  if (unpacker === undefined) throw unusable('compression', compression);
  try {
    return toArrayBuffer(await unpacker(new Uint8Array(packed), { maxOutputLength: maxUnpackedBytes }));
  } catch {
    throw unusable('directory');
  }
}

function sourceOf(file: FileHandle, path: string, sizeBytes: number): Source {
  return {
    getKey: () => path,
    async getBytes(offset, length) {
      if (![offset, length].every(Number.isSafeInteger) || offset < 0 || length < 0)
        throw unusable('directory', `${offset}+${length}`);
      // The library asks for the first 16 KiB, whatever the size of the file.
      const readLength = offset === 0 ? Math.min(length, sizeBytes) : length;
      if (offset + readLength > sizeBytes) throw unusable('truncated', sizeBytes);
      if (readLength > maxReadBytes) throw unusable('tile-large', `${offset}+${length}`);
      const bytes = new Uint8Array(readLength);
      const { bytesRead } = await file.read(bytes, 0, readLength, offset);
      if (bytesRead !== readLength) throw unusable('truncated', sizeBytes);
      return { data: bytes.buffer };
    },
  };
}

/** Returns the result of a call of the library. @throws MAP_UNUSABLE (`directory`) in place of the library's own errors. */
async function readingOf<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (isAppError(error)) throw error;
    throw unusable('directory', error instanceof Error ? error.message : '');
  }
}

function assertDrawable({ tileType, tileCompression, internalCompression }: Header) {
  if (tileType === TileType.Mlt) throw unusable('vector-format', 'MLT');
  if (![TileType.Mvt, TileType.Png, TileType.Jpeg, TileType.Webp].includes(tileType))
    throw unusable('tile-format', tileType === TileType.Avif ? 'AVIF' : String(tileType));
  for (const compression of [tileCompression, internalCompression])
    if (compression !== Compression.None && !(compression in unpackers))
      throw unusable('compression', compression);
}

/** Throws MAP_UNUSABLE (`truncated`, `directory`) if a part of the file lies outside of it. */
function assertWithin(header: Header, sizeBytes: number) {
  const parts: [number, number][] = [
    [header.rootDirectoryOffset, header.rootDirectoryLength],
    [header.jsonMetadataOffset, header.jsonMetadataLength],
    [header.leafDirectoryOffset, header.leafDirectoryLength ?? 0],
    [header.tileDataOffset, header.tileDataLength ?? 0],
  ];
  for (const [offset, length] of parts) {
    if (!Number.isSafeInteger(offset) || !Number.isSafeInteger(length)) throw unusable('directory');
    if (offset + length > sizeBytes) throw unusable('truncated', sizeBytes);
  }
}

function readMetadata(value: unknown): { name: unknown; attribution: unknown } {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) throw unusable('metadata');
  return {
    name: 'name' in value ? value.name : '',
    attribution: 'attribution' in value ? value.attribution : '',
  };
}

/** Opens a file of PMTiles and checks its facts. @throws MAP_UNUSABLE; then the handle is closed. */
export async function openPmtiles(path: string, file: FileHandle, sizeBytes: number): Promise<MapFile> {
  try {
    if (sizeBytes < 127) throw unusable('truncated', sizeBytes);
    const version = Buffer.alloc(8);
    await file.read(version, 0, 8, 0);
    if (version[7] !== 3) throw unusable('pmtiles-version', version[7]);
    const archive = new PMTiles(
      sourceOf(file, path, sizeBytes),
      new ResolvedValueCache(cachedDirectories, true, unpack),
      unpack,
    );
    const header = await readingOf(() => archive.getHeader());
    assertDrawable(header);
    assertWithin(header, sizeBytes);
    const zooms = zoomsOf(header.minZoom, header.maxZoom);
    const bounds = boundsOf([header.minLon, header.minLat, header.maxLon, header.maxLat]);
    if (header.jsonMetadataLength > maxReadBytes) throw unusable('metadata');
    const { name, attribution } = readMetadata(
      await archive.getMetadata().catch((error: unknown) => {
        throw isAppError(error) && error.code === 'MAP_UNUSABLE' ? error : unusable('metadata');
      }),
    );
    const content = header.tileType === TileType.Mvt ? 'vector' : 'picture';
    const tile: MapFile['tile'] = async (place) => {
      const stored = await readingOf(() => archive.getZxy(place.z, place.x, place.y));
      if (stored === undefined || stored.data.byteLength === 0) return null;
      const bytes = new Uint8Array(stored.data);
      if (content === 'vector') return checkedVectorTile(bytes, place);
      if (bytes.byteLength > maxTileBytes) throw unusable('tile-large', `${place.z}/${place.x}/${place.y}`);
      return checkedPicture(bytes, place);
    };
    const sample = await firstTile(header, bounds, tile);
    const facts: MapFileFacts = {
      kind: 'pmtiles',
      content,
      name: plainText(name, 'name'),
      attribution: plainText(attribution, 'attribution'),
      ...zooms,
      bounds,
      tileSize: content === 'vector' ? vectorTileSize : tileSizeOf(sample),
    };
    return { facts, tile, close: () => file.close() };
  } catch (error) {
    await file.close();
    throw error;
  }
}

/**
 * Returns a tile near the middle of the map; empty if it has none there. @throws MAP_UNUSABLE (`no-tiles`) for a file without
 * tiles.
 */
async function firstTile(header: Header, bounds: MapBox, tile: MapFile['tile']): Promise<Uint8Array> {
  if (header.numAddressedTiles === 0 && header.tileDataLength === 0) throw unusable('no-tiles');
  for (let z = header.minZoom; z <= Math.min(header.maxZoom, header.minZoom + 4); z += 1) {
    const bytes = await tile(middleTile('mercator', z, bounds));
    if (bytes !== null) return bytes;
  }
  // Then the size of the tiles is guessed, which is harmless.
  return new Uint8Array();
}
