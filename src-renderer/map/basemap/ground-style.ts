/** What the look of a shape may depend on. */
interface StyledShape {
  /** The weight of a river, 0 … 9. */
  weight: number;
  /** True for a border that is disputed or not fixed. */
  isDisputed: boolean;
}

/** The zoom of the view, and how far it is between two zooms, 0 … 1. */
interface GroundView {
  zoom: number;
  near: (from: number, to: number) => number;
}

/** How a layer of shapes is painted: filled, or drawn as lines if it has a width. */
export interface GroundPass<Layer extends string = string, Colour extends string = string> {
  layer: Layer;
  /** A variable `--nadir-…` of the theme. */
  colour: Colour;
  /** The zoom from which it is no longer painted. */
  beforeZoom?: number;
  widthPx?: (view: GroundView) => number | ((shape: StyledShape) => number);
  dashPx?: readonly number[];
  isShown?: (shape: StyledShape) => boolean;
}

/** Keeps a number within two bounds. */
export const between = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value));

/** The areas of towns have corners some kilometres apart: from here on they would hide more than they tell. */
const coarseTownsZoom = 9.5;

/** What is painted on the water, from the lowest. A layer of the tiles that stands here is read, and its colours are too. */
export const groundPasses = [
  { layer: 'land', colour: 'land' },
  { layer: 'urban', colour: 'urban', beforeZoom: coarseTownsZoom },
  { layer: 'ice', colour: 'ice' },
  {
    layer: 'rivers',
    colour: 'river',
    widthPx:
      ({ zoom }) =>
      ({ weight }) =>
        between(0.3 + 0.09 * weight + 0.13 * (zoom - 4), 0.4, 2.4),
  },
  { layer: 'lakes', colour: 'water' },
  { layer: 'lakes', colour: 'coast', widthPx: ({ near }) => 0.5 + 0.3 * near(4, 9) },
  { layer: 'land', colour: 'coast', widthPx: ({ near }) => 0.6 + 0.5 * near(3, 9) },
  { layer: 'reefs', colour: 'reef', widthPx: () => 1.2, dashPx: [1.5, 2.5] },
  { layer: 'divisions', colour: 'division', widthPx: ({ near }) => 0.7 + 0.3 * near(5, 9), dashPx: [5, 3] },
  { layer: 'borders', colour: 'borderBand', widthPx: ({ near }) => 2 + 3 * near(3, 8) },
  {
    layer: 'borders',
    colour: 'border',
    widthPx: ({ near }) => 0.7 + 0.5 * near(3, 8),
    isShown: ({ isDisputed }) => !isDisputed,
  },
  {
    layer: 'borders',
    colour: 'border',
    widthPx: ({ near }) => 0.9 + 0.5 * near(3, 8),
    dashPx: [1.5, 3],
    isShown: ({ isDisputed }) => isDisputed,
  },
] as const satisfies readonly GroundPass[];

/** A layer of shapes in a tile. */
export type ShapeLayer = (typeof groundPasses)[number]['layer'];
/** A colour of the ground. */
export type GroundColour = (typeof groundPasses)[number]['colour'];
