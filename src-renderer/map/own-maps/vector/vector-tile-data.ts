import { VectorTile, type VectorTileFeature } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

/** The width of a decoded tile in its own units, whatever units its file uses. */
export const tileUnits = 4_096;

export const featureKinds = ['point', 'line', 'area'] as const;
/** The geometry type of a feature. */
export type FeatureKind = (typeof featureKinds)[number];

/** The properties of a feature in its tile. */
export type FeatureProperties = Readonly<Record<string, string | number | boolean>>;

/** A feature of a vector tile: points, lines, or the rings of its areas, as flat x, y; y grows downwards. */
export interface VectorFeature {
  kind: FeatureKind;
  parts: readonly Float32Array[];
  /** West, north, east, south in units of the tile. */
  box: readonly [number, number, number, number];
  id: number | null;
  properties: FeatureProperties;
}

/** The features of one layer of a tile, in the order of the tile. */
export interface VectorLayer {
  name: string;
  features: readonly VectorFeature[];
}

/** A decoded tile. */
export interface VectorData {
  layers: readonly VectorLayer[];
  /** The approximate size in memory. */
  byteLength: number;
}

const bytesPerFeature = 240;
const bytesPerProperty = 60;

function featureOf(feature: VectorTileFeature, scale: number): VectorFeature | null {
  const kind = featureKinds[feature.type - 1];
  if (kind === undefined) return null;
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  const parts = feature.loadGeometry().map((points) => {
    const flat = new Float32Array(points.length * 2);
    for (const [i, point] of points.entries()) {
      const [x, y] = [point.x * scale, point.y * scale];
      flat[2 * i] = x;
      flat[2 * i + 1] = y;
      if (x < box[0]) box[0] = x;
      if (y < box[1]) box[1] = y;
      if (x > box[2]) box[2] = x;
      if (y > box[3]) box[3] = y;
    }
    return flat;
  });
  if (parts.length === 0) return null;
  const { id = null, properties } = feature;
  return { kind, parts, box, id, properties };
}

/** Decodes a vector tile that main has checked; throws if the bytes are no vector tile. */
export function decodeVectorTile(bytes: Uint8Array): VectorData {
  const tile = new VectorTile(new PbfReader(bytes));
  let byteLength = 0;
  const layers = Object.values(tile.layers).map((layer): VectorLayer => {
    const scale = tileUnits / (layer.extent || tileUnits);
    const features: VectorFeature[] = [];
    for (let i = 0; i < layer.length; i += 1) {
      const feature = featureOf(layer.feature(i), scale);
      if (feature === null) continue;
      features.push(feature);
      byteLength += bytesPerFeature + bytesPerProperty * Object.keys(feature.properties).length;
      for (const part of feature.parts) byteLength += part.byteLength;
    }
    return { name: layer.name, features };
  });
  return { layers, byteLength };
}

const nameKeys = ['name', 'Name', 'NAME', 'name_en', 'name:en', 'name:latin', 'name_int', 'label', 'title'];

/** Returns the name of a feature in a language, else its local name; null if it has none. */
export function nameOfFeature(
  { properties }: Pick<VectorFeature, 'properties'>,
  language: string,
): string | null {
  for (const key of [`name:${language}`, `name_${language}`, ...nameKeys]) {
    const value = properties[key];
    if (typeof value === 'string' && value.trim() !== '') return value.trim().slice(0, 120);
  }
  return null;
}
