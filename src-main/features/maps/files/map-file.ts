import type { MapBox } from '../../../../src-preload/contract/maps.ts';
import { closestMapZoom } from '../../../../src-preload/contract/maps.ts';
import { pictureSize } from '../../../core/picture-size.ts';
import type { TilePlace } from '../tile-grid.ts';
import { formatName, isDecodablePicture, maxTileBytes, pictureType } from '../tile-picture.ts';
import { unusable } from '../unusable.ts';

/** The checked facts of a file about its map. */
export interface MapFileFacts {
  kind: 'mbtiles' | 'pmtiles';
  content: 'picture' | 'vector';
  name: string;
  attribution: string;
  minZoom: number;
  maxZoom: number;
  bounds: MapBox | null;
  tileSize: number;
}

/** An open file of tiles. */
export interface MapFile {
  facts: MapFileFacts;
  /** Returns a tile, a picture or an unpacked vector tile; null if the file has none there. @throws MAP_UNUSABLE */
  tile(place: TilePlace): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

/** A longer name or attribution is cut. */
const maxTextLength = { name: 120, attribution: 500 } as const;
/** Some programs write the edge of the world with a rounding error. In degrees. */
const edgeTolerance = 0.01;

/** Returns a text of a file as one line without HTML, which some programs write into it. */
export function plainText(value: unknown, kind: keyof typeof maxTextLength): string {
  if (typeof value !== 'string') return '';
  const text = value
    .slice(0, 10_000)
    .replaceAll(/<[^<>]{0,1000}>/g, '')
    .replaceAll('&copy;', '©')
    .replaceAll('&amp;', '&')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return text.slice(0, maxTextLength[kind]);
}

/** Returns checked zooms. @throws MAP_UNUSABLE (`zoom-range`) if one is no zoom, or the first is above the last. */
export function zoomsOf(minZoom: number, maxZoom: number): { minZoom: number; maxZoom: number } {
  const isZoom = (value: number) => Number.isInteger(value) && value >= 0 && value <= 30;
  if (!isZoom(minZoom) || !isZoom(maxZoom) || minZoom > maxZoom || minZoom > closestMapZoom)
    throw unusable('zoom-range', `${minZoom}–${maxZoom}`);
  return { minZoom, maxZoom: Math.min(maxZoom, closestMapZoom) };
}

/** Returns checked bounds. @throws MAP_UNUSABLE (`bounds`) if they are no box on Earth. */
export function boundsOf(edges: readonly number[]): MapBox {
  const [west = Number.NaN, south = Number.NaN, east = Number.NaN, north = Number.NaN] = edges;
  const within = (value: number, limit: number) => Math.abs(value) <= limit + edgeTolerance;
  const isBox =
    edges.length === 4 &&
    within(west, 180) &&
    within(east, 180) &&
    within(south, 90) &&
    within(north, 90) &&
    west < east &&
    south < north;
  if (!isBox) throw unusable('bounds', edges.join(', '));
  const clamp = (value: number, limit: number) => Math.max(-limit, Math.min(limit, value));
  return [clamp(west, 180), clamp(south, 90), clamp(east, 180), clamp(north, 90)];
}

/** Returns the bytes of a tile. @throws MAP_UNUSABLE unless they are a picture that the page may decode. */
export function checkedPicture(bytes: Uint8Array, { z, x, y }: TilePlace): Uint8Array {
  const place = `${z}/${x}/${y}`;
  if (bytes.byteLength > maxTileBytes) throw unusable('tile-large', place);
  if (pictureType(bytes) === null) throw unusable('tile-not-picture', `${place}: ${formatName(bytes)}`);
  if (!isDecodablePicture(bytes)) throw unusable('tile-pixels', place);
  return bytes;
}

/** The size at which vector tiles are drawn, in pixels, as most of their styles expect. */
export const vectorTileSize = 512;

/** Returns the size of the tiles of a file by one picture: 512, or 256 for every other size. */
export const tileSizeOf = (picture: Uint8Array): number =>
  pictureSize(picture)?.widthPx === 512 ? 512 : 256;
