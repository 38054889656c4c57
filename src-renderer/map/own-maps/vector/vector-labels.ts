import { categoryOf } from './vector-style.ts';
import { nameOfFeature, type VectorData, type VectorFeature } from './vector-tile-data.ts';

/** A name on a map, in units of its tile. */
export interface VectorLabel {
  text: string;
  x: number;
  y: number;
  /** Lower ranks are placed first. */
  rank: number;
  /** The height of its letters in CSS pixels. */
  sizePx: number;
  /** In radians, for the name of a line; null for a name beside a point or in an area. */
  angle: number | null;
  /** The space along a line in units of the tile; Infinity for other names. */
  room: number;
  /** True if a mark is drawn at its position, which the name must not cover. */
  isBeside: boolean;
}

/** The maximum number of names of one tile. */
const maxLabels = 300;
/** The points of a layer with more of them in one tile are not named, because a few random names would be useless. */
const maxNamed = 400;
const sizes: readonly (readonly [RegExp, number, number])[] = [
  [/continent|country/, 15, 0],
  [/state|region|province/, 13, 1],
  [/city|capital|locality/, 14, 2],
  [/town/, 13, 3],
  [/village|suburb|district/, 12, 4],
];

function signOf(layer: string, { kind, properties }: VectorFeature): { sizePx: number; rank: number } {
  const category = categoryOf(layer, kind, properties);
  const isPlace = /^places?$|^place_labels?$/i.test(layer);
  const value = properties.class ?? properties.kind ?? properties['pmap:kind'];
  const own = typeof properties.rank === 'number' ? Math.min(20, Math.max(0, properties.rank)) / 40 : 0.25;
  if (!isPlace) return { sizePx: 11, rank: (category === null ? 3 : kind === 'line' ? 8 : 9) + own };
  const [, sizePx, rank] = sizes.find(([pattern]) => typeof value === 'string' && pattern.test(value)) ?? [
    null,
    11,
    5,
  ];
  return { sizePx, rank: rank + own };
}

/** Returns the longest straight segment of a line: its middle, direction and length. */
function longestPiece(parts: VectorFeature['parts']) {
  let best = { x: 0, y: 0, angle: 0, room: 0 };
  for (const part of parts)
    for (let at = 2; at < part.length; at += 2) {
      const [ax = 0, ay = 0, bx = 0, by = 0] = part.subarray(at - 2, at + 2);
      const room = Math.hypot(bx - ax, by - ay);
      if (room <= best.room) continue;
      const angle = Math.atan2(by - ay, bx - ax);
      // Names are never upside down.
      const upright = Math.abs(angle) > Math.PI / 2 ? angle - Math.sign(angle) * Math.PI : angle;
      best = { x: (ax + bx) / 2, y: (ay + by) / 2, angle: upright, room };
    }
  return best;
}

/** Returns the names of a tile, the most important first, in the language of the window if the tile has it. */
export function labelsOf(data: VectorData, language: string): VectorLabel[] {
  const labels: VectorLabel[] = [];
  for (const { name: layer, features } of data.layers) {
    if (features.length > maxNamed && features[0]?.kind === 'point') continue;
    for (const feature of features) {
      const text = nameOfFeature(feature, language);
      if (text === null) continue;
      const sign = signOf(layer, feature);
      const isKnown = categoryOf(layer, feature.kind, feature.properties) !== null;
      const [west, north, east, south] = feature.box;
      if (feature.kind === 'line') {
        const { x, y, angle, room } = longestPiece(feature.parts);
        labels.push({ text, x, y, ...sign, angle, room, isBeside: false });
      } else {
        const [x, y] =
          feature.kind === 'point'
            ? [feature.parts[0]?.[0] ?? 0, feature.parts[0]?.[1] ?? 0]
            : [(west + east) / 2, (north + south) / 2];
        // Named areas of known schemas have a separate label.
        if (feature.kind === 'area' && isKnown) continue;
        const isBeside = feature.kind === 'point' && !isKnown;
        labels.push({ text, x, y, ...sign, angle: null, room: Infinity, isBeside });
      }
    }
  }
  return labels.sort((a, b) => a.rank - b.rank).slice(0, maxLabels);
}
