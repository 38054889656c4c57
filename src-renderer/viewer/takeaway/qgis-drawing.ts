import type { QgisLayer, QgisRenderer } from '../../../src-preload/contract/takeaway.ts';
import type { Expression } from '../raster/expression/parse-expression.ts';
import { bindExpression } from '../raster/style/band-names.ts';
import { hasRamp } from '../raster/style/presets.ts';
import { rampColours } from '../raster/style/ramps.ts';
import type { Bounds } from '../raster/style/stretch.ts';
import type { StyledRaster } from '../raster-style/style-on-raster.ts';

/** Why QGIS cannot draw a raster in its style. The texts are in the catalogue under `takeaway.qgis.refused`. */
export type QgisRefusal = 'computed-composite' | 'place';
/** What QGIS draws slightly differently. The texts are in the catalogue under `takeaway.qgis.note`. */
export type QgisNote = 'resampling' | 'zeros' | 'computed' | 'rough';

const stops = 256;

/**
 * Returns an expression as a formula of QGIS. Each level of precedence is in parentheses, because QGIS has other rules for some.
 */
function formulaOf(node: Expression, bandAt: ReadonlyMap<number, number>): string {
  const write = (each: Expression): string => formulaOf(each, bandAt);
  switch (node.kind) {
    case 'number':
      return String(node.value);
    case 'band':
      return `"r@${(bandAt.get(node.at) ?? 0) + 1}"`;
    case 'negate':
      return `(0 - ${write(node.of)})`;
    case 'binary':
      return `(${write(node.left)} ${node.operator} ${write(node.right)})`;
    case 'call': {
      const inputs = node.inputs.map(write);
      if (node.name === 'where') return `if(${inputs.join(', ')})`;
      if (node.name === 'log') return `ln(${inputs.join(', ')})`;
      if (node.name === 'min' || node.name === 'max')
        // The raster calculator accepts only two arguments.
        return inputs.reduce((so, input) => `${node.name}(${so}, ${input})`);
      return `${node.name}(${inputs.join(', ')})`;
    }
  }
}

/** Returns the colours of a ramp at equal steps, with the values at which gamma puts them, the lowest first. */
function stopsOf({ style }: StyledRaster, [low, high]: Bounds) {
  const colours = rampColours(style.ramp, style.isRampReversed);
  const all = Array.from({ length: stops }, (_, i) => ({
    value: low + (high - low) * (i / (stops - 1)) ** style.gamma,
    colour: [colours[3 * i] ?? 0, colours[3 * i + 1] ?? 0, colours[3 * i + 2] ?? 0] as [
      number,
      number,
      number,
    ],
  }));
  return high < low ? all.reverse() : all;
}

function plainBand(text: string, bands: readonly string[]): number | null {
  const { expression, bandAt } = bindExpression(text, bands);
  return expression.kind === 'band' ? (bandAt.get(expression.at) ?? 0) + 1 : null;
}

function rendererOf(styled: StyledRaster, bounds: readonly Bounds[]): QgisRenderer | QgisRefusal {
  const { expressions, info, style } = styled;
  const plain = expressions.map((text) => plainBand(text, info.bands));
  const pair = (i: number): [number, number] => [bounds[i]?.[0] ?? 0, bounds[i]?.[1] ?? 1];
  const [first = ''] = expressions;
  if (!hasRamp(style.preset)) {
    const [red, green, blue] = plain;
    if (red == null || green == null || blue == null) return 'computed-composite';
    return {
      kind: 'composite',
      bands: [red, green, blue],
      bounds: [pair(0), pair(1), pair(2)],
      gamma: style.gamma,
    };
  }
  const ramp = { kind: 'ramp' as const, stops: stopsOf(styled, pair(0)) };
  const [band] = plain;
  if (band != null) return { ...ramp, of: { band } };
  const { placement } = info;
  const isStraight =
    placement.kind === 'placed' &&
    placement.epsg !== null &&
    placement.model.kind === 'affine' &&
    placement.model.geoTransform[2] === 0 &&
    placement.model.geoTransform[4] === 0;
  if (!isStraight) return 'place';
  const { expression, bandAt } = bindExpression(first, info.bands);
  return { ...ramp, of: { formula: formulaOf(expression, bandAt) } };
}

/** How QGIS draws a raster, and what it draws slightly differently. */
export interface QgisDrawing {
  layer: Omit<QgisLayer, 'title'>;
  notes: readonly QgisNote[];
}

/** Returns how QGIS draws a raster in its current style and bounds, or why it cannot. */
export function qgisDrawing(styled: StyledRaster, bounds: readonly Bounds[]): QgisDrawing | QgisRefusal {
  const renderer = rendererOf(styled, bounds);
  if (typeof renderer === 'string') return renderer;
  const { style, info } = styled;
  const isFormula = renderer.kind === 'ramp' && 'formula' in renderer.of;
  const notes: QgisNote[] = [];
  if (isFormula) notes.push('computed');
  if (style.resampling === 'automatic') notes.push('resampling');
  if (style.hidesZeros) notes.push('zeros');
  if (info.placement.kind === 'unplaced' || info.placement.rough !== null) notes.push('rough');
  const resampling = style.resampling === 'smooth' ? 'smooth' : 'nearest';
  return { layer: { renderer, resampling, hidesZeros: style.hidesZeros }, notes };
}
