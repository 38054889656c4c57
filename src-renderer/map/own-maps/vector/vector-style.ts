import type { FeatureKind, FeatureProperties } from './vector-tile-data.ts';

/** The theme of the window, for which a map is drawn. */
export type VectorTheme = 'light' | 'dark';

/** The categories of common schemas, from the lowest to the highest. */
export const categories = [
  'land',
  'built',
  'farm',
  'grass',
  'wood',
  'wetland',
  'sand',
  'ice',
  'water',
  'building',
  'boundary',
  'waterway',
  'path',
  'rail',
  'road',
  'mainRoad',
  'label',
] as const;
/** The category of a feature of a common schema. */
export type Category = (typeof categories)[number];

const colours: Readonly<Record<Category, Readonly<Record<VectorTheme, string>>>> = {
  land: { light: '#f3f0e8', dark: '#1e2327' },
  built: { light: '#e7e2da', dark: '#2a2e33' },
  farm: { light: '#ece9d3', dark: '#25291f' },
  grass: { light: '#dcebc8', dark: '#22301f' },
  wood: { light: '#c5dfb2', dark: '#1e351f' },
  wetland: { light: '#cfe3da', dark: '#1c3431' },
  sand: { light: '#f2e6c0', dark: '#39321f' },
  ice: { light: '#ffffff', dark: '#3a444d' },
  water: { light: '#a9cfe4', dark: '#12303f' },
  building: { light: '#cfc5b8', dark: '#41464d' },
  boundary: { light: '#8b6fa8', dark: '#a58cc4' },
  waterway: { light: '#7fb6d6', dark: '#2b6484' },
  path: { light: '#a08a72', dark: '#8d8375' },
  rail: { light: '#77777c', dark: '#8a8d94' },
  road: { light: '#8f8a84', dark: '#7d848c' },
  mainRoad: { light: '#d68a28', dark: '#c98a3a' },
  label: { light: '#4b5563', dark: '#c3c9d1' },
};

/** Hues that can be distinguished in a legend, also with colour blindness. */
const hues = [212, 24, 152, 284, 46, 190, 338, 92, 256, 8, 122, 310] as const;

const ground: readonly (readonly [RegExp, Category])[] = [
  [/wood|forest|tree|scrub/, 'wood'],
  [/ice|glacier|snow/, 'ice'],
  [/wetland|marsh|swamp|bog|mangrove/, 'wetland'],
  [/sand|beach|bare|desert|rock|barren/, 'sand'],
  [/farm|crop|orchard|vineyard|allotment/, 'farm'],
  [/grass|park|meadow|garden|golf|pitch|cemetery|recreation|nature|heath|zoo/, 'grass'],
  [
    /resident|industr|commerc|retail|school|hospital|university|urban|military|airport|aerodrome|railway|quarry|pedestrian|parking/,
    'built',
  ],
];
const ways: readonly (readonly [RegExp, Category])[] = [
  [/rail|tram|subway|transit|light_rail|funicular/, 'rail'],
  [/path|track|footway|steps|cycleway|bridleway|pedestrian|ferry|aerialway/, 'path'],
  [/motorway|trunk|primary|highway|major/, 'mainRoad'],
];
const layersOfCategory: readonly (readonly [RegExp, Category])[] = [
  [/^(?:water|ocean|seas?|lakes?|water_polygons|water_polygon)$/, 'water'],
  [/^(?:waterways?|water_lines|rivers?)$/, 'waterway'],
  [/^buildings?$/, 'building'],
  [/^(?:boundary|boundaries|admin)$/, 'boundary'],
  [
    /(?:_name|_labels?)$|^(?:places?|pois?|housenumbers?|address(?:es)?|mountain_peaks?|public_transport)$/,
    'label',
  ],
];

function kindOf(properties: FeatureProperties): string {
  for (const key of ['class', 'kind', 'pmap:kind', 'subclass', 'type']) {
    const value = properties[key];
    if (typeof value === 'string') return value.toLowerCase();
  }
  return '';
}

const first = (rules: readonly (readonly [RegExp, Category])[], text: string) =>
  rules.find(([pattern]) => pattern.test(text))?.[1];

/**
 * Returns the category of a feature by the layer names of OpenMapTiles, Protomaps and Shortbread; null for other layers. A
 * feature that belongs to several categories, such as a river in a layer of water, has the one in which it is drawn.
 */
export function categoryOf(layer: string, kind: FeatureKind, properties: FeatureProperties): Category | null {
  const name = layer.toLowerCase();
  const named = first(layersOfCategory, name);
  if (kind === 'point') return named === undefined && !isKnownLayer(name) ? null : 'label';
  if (named === 'water') return kind === 'line' ? 'waterway' : 'water';
  if (named !== undefined) return named;
  if (
    /^(?:transportation|roads?|streets?|highways?|transit|bridges|ferries|aerialways|street_polygons)$/.test(
      name,
    )
  )
    return kind === 'area' ? 'built' : (first(ways, kindOf(properties)) ?? first(ways, name) ?? 'road');
  if (/^(?:landcover|globallandcover|landuse|land|natural|sites|park|aeroway)$/.test(name)) {
    if (kind === 'line') return 'boundary';
    return first(ground, kindOf(properties)) ?? first(ground, name) ?? 'land';
  }
  return name === 'earth' ? (kind === 'area' ? 'land' : 'boundary') : null;
}

const isKnownLayer = (name: string) =>
  /^(?:water|ocean|waterways?|buildings?|boundar(?:y|ies)|transportation|roads|streets|landcover|landuse|land|natural|sites|park|aeroway|earth|transit)$/.test(
    name,
  );

/** Returns a hash of a text, which is the same on every computer. */
function hashOf(text: string): number {
  let hash = 2_166_136_261;
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 16_777_619);
  return hash >>> 0;
}

/** Returns the colour of a layer of an unknown schema. */
export function ownColour(name: string, theme: VectorTheme): string {
  const hue = hues[hashOf(name) % hues.length] ?? 0;
  return theme === 'light' ? `hsl(${hue} 65% 38%)` : `hsl(${hue} 65% 66%)`;
}

/** The style of one kind of feature of a layer. */
export interface FeatureStyle {
  /** Identifies it in the legend. */
  key: string;
  category: Category | null;
  colour: string;
  /** Lower is drawn first. */
  order: number;
  widthPx: number;
  dashPx: readonly number[];
  /** The opacity of the inside of an area, 0 … 1. */
  fill: number;
  hasOutline: boolean;
}

const widths: Partial<Record<Category, number>> = {
  boundary: 1,
  waterway: 1.2,
  path: 0.8,
  rail: 1,
  road: 1.2,
  mainRoad: 2,
};
const dashes: Partial<Record<Category, readonly number[]>> = { boundary: [5, 3], path: [3, 2], rail: [6, 2] };
/** Features of unknown schemas are drawn above the others of their kind. */
const above = { area: 40, line: 60, point: 80 } as const;

/**
 * Returns the style of a feature at a zoom. `colourName` decides the colour of an unknown layer: the name of the layer, or for a
 * reference layer the id of the map, whose points, lines and areas have one colour.
 */
export function styleOf(
  { layer, kind, properties }: { layer: string; kind: FeatureKind; properties: FeatureProperties },
  { theme, zoom, colourName }: { theme: VectorTheme; zoom: number; colourName: string },
): FeatureStyle {
  const category = categoryOf(layer, kind, properties);
  if (category === null)
    return {
      key: `${layer} ${kind}`,
      category,
      colour: ownColour(colourName, theme),
      order: above[kind],
      widthPx: kind === 'line' ? 2 : 1.5,
      dashPx: [],
      fill: 0.22,
      hasOutline: true,
    };
  const grown = Math.max(0.6, Math.min(3.5, 2 ** ((zoom - 12) / 3.5)));
  const isLine = kind === 'line';
  return {
    key: `${category} ${kind}`,
    category,
    colour: colours[category][theme],
    order: categories.indexOf(category) + (isLine ? 20 : 0),
    widthPx: (widths[category] ?? 1) * (category === 'boundary' ? 1 : grown),
    dashPx: dashes[category] ?? [],
    fill: 1,
    hasOutline: category === 'building',
  };
}
