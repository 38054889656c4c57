/**
 * Values of the contract that workers of the page need. They stand apart from the schemas, because a worker that imports a schema
 * loads the whole schema library: half of its script, compiled each time that the worker starts.
 */

/** What the status of a task means to Nadir. */
export const taskStatusKinds = [
  'received',
  'in-progress',
  'completed',
  'cancelled',
  'failed',
  'other',
] as const;

/** The states of an order, as `order-state.ts` computes them. */
export const orderStates = [
  'received',
  'in-progress',
  'fulfilled',
  'unfulfilled',
  'closed',
  'cancelled',
  'failed',
  'other',
] as const;

/** The presets of rasters that compute one value from the colours of the spectrum. */
export const indexPresets = ['ndvi', 'ndwi', 'evi', 'savi'] as const;
/** An index of vegetation or water. */
export type IndexPreset = (typeof indexPresets)[number];

/** The longest text of an expression. */
export const maxExpressionLetters = 500;

/** The longest stack of an error of the page that is logged, in characters; what is longer is cut by the page. */
export const longestPageStack = 8_000;
