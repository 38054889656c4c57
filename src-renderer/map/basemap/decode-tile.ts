import { VectorTile, type VectorTileFeature, type VectorTileLayer } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';
import { groundPasses, type ShapeLayer } from './ground-style.ts';

/** Lines or rings of a tile, as x, y pairs in units of the tile (0 … 4096, and a little beyond). */
export interface TileShape {
  parts: readonly Int16Array[];
  /** West, north, east, south in units of the tile. */
  box: readonly [number, number, number, number];
  /** The lowest zoom of the view at which it is shown. */
  fromZoom: number;
  /** The weight of a river, 0 … 9. */
  weight: number;
  /** True for a border that is disputed or not fixed. */
  isDisputed: boolean;
  /** The name of a river; null for none. */
  name: TileName | null;
}

/** The kinds of names, in the sequence in which the map names them. */
export const nameKinds = [
  'country',
  'ocean',
  'town',
  'sea',
  'station',
  'division',
  'islands',
  'island',
  'range',
  'region',
  'lake',
  'river',
  'glacier',
  'peak',
  'depression',
  'district',
  'airport',
  'port',
] as const;
/** A kind of names. */
export type NameKind = (typeof nameKinds)[number];

/** A name in a tile. */
export interface TileName {
  kind: NameKind;
  name: string;
  /** The Spanish name if it differs. */
  spanish: string | null;
  /** The ISO code of a country. */
  iso: string | null;
  elevationMetres: number | null;
  /** 2 for the capital of a country, 1 for that of a division, else 0. */
  capital: number;
  /** The size of a town, 0 … 7. */
  size: number;
  /** Lower is more important. */
  rank: number;
  /** The zooms of the view between which it is shown. */
  fromZoom: number;
  toZoom: number;
  /** In units of the tile. */
  x: number;
  y: number;
}

/** A tile of the embedded map, ready to be drawn. */
export interface DecodedTile {
  z: number;
  x: number;
  y: number;
  shapes: Readonly<Record<ShapeLayer, readonly TileShape[]>>;
  names: readonly TileName[];
  /** The approximate size in memory. */
  byteLength: number;
}

/** The width of a tile in its own units. */
export const tileExtent = 4_096;
const bytesPerName = 200;
const bytesPerShape = 160;

const isKind = (value: unknown): value is NameKind => nameKinds.some((kind) => kind === value);

function numberOf(feature: VectorTileFeature, tag: string, otherwise: number): number {
  const value = feature.properties[tag];
  return typeof value === 'number' ? value : otherwise;
}

function textOf(feature: VectorTileFeature, tag: string): string | null {
  const value = feature.properties[tag];
  return typeof value === 'string' && value !== '' ? value : null;
}

function nameOf(feature: VectorTileFeature, kind: NameKind, fromTag: string): TileName | null {
  const name = textOf(feature, 'n');
  if (name === null) return null;
  const elevation = feature.properties.e;
  return {
    kind,
    name,
    spanish: textOf(feature, 'es'),
    iso: textOf(feature, 'iso'),
    elevationMetres: typeof elevation === 'number' ? elevation : null,
    capital: numberOf(feature, 'c', 0),
    size: numberOf(feature, 's', 0),
    rank: numberOf(feature, 'r', numberOf(feature, fromTag, 0)),
    fromZoom: numberOf(feature, fromTag, 0) / 10,
    toZoom: numberOf(feature, 'end', 990) / 10,
    x: 0,
    y: 0,
  };
}

function shapeOf(feature: VectorTileFeature): TileShape {
  const box: [number, number, number, number] = [32_767, 32_767, -32_768, -32_768];
  const parts = feature.loadGeometry().map((points) => {
    const flat = new Int16Array(points.length * 2);
    for (const [i, { x, y }] of points.entries()) {
      flat[2 * i] = x;
      flat[2 * i + 1] = y;
      box[0] = Math.min(box[0], x);
      box[1] = Math.min(box[1], y);
      box[2] = Math.max(box[2], x);
      box[3] = Math.max(box[3], y);
    }
    return flat;
  });
  return {
    parts,
    box,
    fromZoom: numberOf(feature, 'z', 0) / 10,
    weight: numberOf(feature, 'w', 0),
    isDisputed: numberOf(feature, 'd', 0) === 1,
    name: nameOf(feature, 'river', 'lz'),
  };
}

const featuresOf = (layer: VectorTileLayer | undefined): VectorTileFeature[] =>
  Array.from({ length: layer?.length ?? 0 }, (_, i) => layer?.feature(i)).filter(
    (feature) => feature !== undefined,
  );

function namesOf(layer: VectorTileLayer | undefined): TileName[] {
  return featuresOf(layer).flatMap((feature) => {
    const kind = feature.properties.k;
    const [point] = feature.loadGeometry()[0] ?? [];
    const name = isKind(kind) ? nameOf(feature, kind, 'z') : null;
    return name === null || point === undefined ? [] : [{ ...name, x: point.x, y: point.y }];
  });
}

function shapesOf(
  layers: Readonly<Record<string, VectorTileLayer>>,
): Record<ShapeLayer, readonly TileShape[]>;
function shapesOf(layers: Readonly<Record<string, VectorTileLayer>>): Record<string, readonly TileShape[]> {
  const painted = new Set(groundPasses.map(({ layer }) => layer));
  return Object.fromEntries([...painted].map((name) => [name, featuresOf(layers[name]).map(shapeOf)]));
}

/** Decodes a vector tile of the embedded map; throws if the bytes are no vector tile. */
export function decodeTile(z: number, x: number, y: number, bytes: Uint8Array): DecodedTile {
  const { layers } = new VectorTile(new PbfReader(bytes));
  const shapes = shapesOf(layers);
  const names = namesOf(layers.names);
  const vertexBytes = Object.values(shapes)
    .flat()
    .reduce(
      (sum, { parts }) => sum + bytesPerShape + parts.reduce((size, { byteLength }) => size + byteLength, 0),
      0,
    );
  return { z, x, y, shapes, names, byteLength: vertexBytes + names.length * bytesPerName };
}
