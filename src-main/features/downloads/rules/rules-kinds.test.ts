import { expect, it } from 'vitest';
import { isWanted } from './rules-kinds.ts';

const raster = (name: string, bands: string[] = []) => ({ kind: 'raster' as const, name, bands });
const judged = (file: Parameters<typeof isWanted>[0]) =>
  (['raster:visual', 'raster:analytic', 'raster:any'] as const).filter((kind) => isWanted(file, [kind]));

it.each([
  [raster('a.tif', ['Red', 'green', 'BLUE']), ['raster:visual', 'raster:any']],
  // The bands count more than the name.
  [raster('visual.tif', ['red', 'green', 'nir']), ['raster:analytic', 'raster:any']],
  [raster('visual.tif', ['red', 'green']), ['raster:analytic', 'raster:any']],
  [raster('visual.tif', ['red', 'green', 'blue', 'nir']), ['raster:analytic', 'raster:any']],
  [raster('x_Visual.tif'), ['raster:visual', 'raster:any']],
  [raster('x_ANALYTIC.tif'), ['raster:analytic', 'raster:any']],
  [raster('cloud.tif'), ['raster:any']],
])('of %j it is %j that want it', (file, kinds) => {
  expect(judged(file)).toEqual(kinds);
});

it('an attachment is wanted by its own name only', () => {
  const preview = { kind: 'attachment' as const, name: 'preview', bands: [] };
  expect(isWanted(preview, ['delivery_zip', 'preview'])).toBe(true);
  expect(isWanted(preview, ['delivery_zip', 'raster:any'])).toBe(false);
  expect(isWanted(preview, [])).toBe(false);
});
