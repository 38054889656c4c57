import { describe, expect, it } from 'vitest';
import { defaultRasterStyle, type RasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { qgisLayerSchema } from '../../../src-preload/contract/takeaway.ts';
import { rasterInfoOf } from '../../../testing/raster-info.ts';
import { withPreset } from '../raster/style/presets.ts';
import { styledRaster } from '../raster-style/style-on-raster.ts';
import { derivedFileName } from './derived-file-name.ts';
import { qgisDrawing } from './qgis-drawing.ts';

const bounds = [
  [0, 1],
  [0, 2],
  [0, 3],
] as const;

function drawing(
  style: Partial<RasterStyle>,
  geoTransform = [0, 10, 0, 0, 0, -10],
  epsg: number | null = 32_631,
) {
  const info = rasterInfoOf({
    bands: ['blue', 'green', 'red', 'nir'],
    stretch: [...bounds, [0, 4]],
    placement: {
      kind: 'placed',
      projection: '+proj=utm +zone=31 +datum=WGS84',
      epsg,
      rough: null,
      box: [3, 0, 4, 1],
      model: { kind: 'affine', geoTransform },
    },
  });
  const styled = styledRaster({ ...defaultRasterStyle, ...style }, info);
  if (styled === null) throw new Error('the raster has bands');
  return qgisDrawing(styled, bounds);
}

/** The formula that QGIS computes. */
function formulaOf(expression: string): unknown {
  const drawn = drawing({ preset: 'expression', expression });
  if (typeof drawn === 'string') throw new Error(drawn);
  const { renderer } = qgisLayerSchema.parse({ ...drawn.layer, title: '' });
  return renderer.kind === 'ramp' && 'formula' in renderer.of ? renderer.of.formula : null;
}

describe('how QGIS draws a raster', () => {
  it('has the bands of a composite by their numbers from one', () => {
    expect(drawing({})).toMatchObject({
      layer: { renderer: { kind: 'composite', bands: [3, 2, 1], bounds } },
      notes: ['resampling'],
    });
  });

  it('writes an expression in the words of its calculator', () => {
    expect(formulaOf('-nir ^ 2 + log(red)')).toBe('((0 - ("r@4" ^ 2)) + ln("r@3"))');
    expect(formulaOf('max(red, green, 0.5)')).toBe('max(max("r@3", "r@2"), 0.5)');
    expect(formulaOf('where(red != 0, nir / red, 0)')).toBe('if(("r@3" != 0), ("r@4" / "r@3"), 0)');
  });

  it('has the lowest value first, also where the smallest value is bright', () => {
    const drawn = drawing({
      preset: 'band',
      band: 'nir',
      stretch: { ...defaultRasterStyle.stretch, kind: 'by-hand', bounds: [[9, 1]] },
    });
    if (typeof drawn === 'string' || drawn.layer.renderer.kind !== 'ramp') throw new Error('a ramp');
    const values = drawn.layer.renderer.stops.map(({ value }) => value);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
  });

  it('says what differs', () => {
    const drawn = drawing({
      ...withPreset(defaultRasterStyle, 'ndvi'),
      hidesZeros: true,
      resampling: 'nearest',
    });
    expect(drawn).toMatchObject({ notes: ['computed', 'zeros'] });
  });

  it('is refused where it could not be the same', () => {
    const computed = { preset: 'bands' as const, channels: ['red / 2', 'green', 'blue'] };
    expect(drawing(computed)).toBe('computed-composite');
    const ndvi = withPreset(defaultRasterStyle, 'ndvi');
    expect(drawing(ndvi, [0, 10, 1, 0, 1, -10])).toBe('place');
    expect(drawing(ndvi, undefined, null)).toBe('place');
  });
});

it('names of files are one name without what systems refuse', () => {
  expect(derivedFileName('a:b/c.TIF', 'crop')).toBe('a_b_c-crop');
  expect(derivedFileName('..hidden.tif', 'view')).toBe('hidden-view');
});
