import { act, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { defaultRasterStyle, type PixelOffset } from '../../../src-preload/contract/raster-styles.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { rasterInfoOf } from '../../../testing/raster-info.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { addVertex, beginMeasure, finishMeasure } from '../../kit/state/measure-store.ts';
import { pixelsStore } from '../../kit/state/pixels-store.ts';
import { styledRaster } from '../raster-style/style-on-raster.ts';
import { AreaPanel } from './area-panel.tsx';
import { ProfilePanel } from './profile-panel.tsx';
import { type ReadableRaster, readableRastersStore } from './readable-rasters.ts';
import { SpectraPanel } from './spectra-panel.tsx';
import { ValuePanel } from './value-panel.tsx';

// It draws on a canvas, which tests have none of.
vi.mock('./pixel-plot.tsx', () => ({ PixelPlot: () => null }));

const info = rasterInfoOf();

/** Shows the raster, nudged by so much. Its values say how often it was read. */
function showRaster(offset: PixelOffset) {
  const styled = styledRaster(defaultRasterStyle, info);
  if (styled === null) throw new Error('a style expected');
  const points = vi.fn(async (places: Float64Array) => ({
    bands: [new Float64Array(places.length / 2).fill(5)],
    pixels: new Float64Array(places.length).fill(1),
  }));
  const values = {
    count: 4,
    min: 1,
    max: 2,
    mean: 1.5,
    deviation: 0.5,
    percentiles: [],
    range: [1, 2] as const,
    isWhole: false,
    histogram: new Uint32Array(1),
  };
  const area = vi.fn(async () => ({ pixels: 4, channels: [values], classPixels: null }));
  const raster: ReadableRaster = { ...styled, scene: null, reader: { points, area }, offset };
  act(() => readableRastersStore.setState({ rasters: [raster] }));
  return { points, area };
}

const nudge = 'a.tif · Nudged: 10 px right, 1 px up';

/** Copies the table of a panel; the cells of its first row stand under their headings. */
async function copied(user: Awaited<ReturnType<typeof showPage>>['user']) {
  await user.click(screen.getByRole('button', { name: 'Copy as a table' }));
  const [headings = [], row = []] = (await navigator.clipboard.readText())
    .split('\r\n')
    .map((line) => line.split('\t'));
  return Object.fromEntries(headings.map((heading, i) => [heading, row[i]]));
}
const columns = { nudge_right_px: '10', nudge_down_px: '-1' };

it('the statistics of an area name the nudge of their raster, and go when it is nudged', async () => {
  const { area } = showRaster([10, -1]);
  beginMeasure('area');
  for (const vertex of [
    [3, 0],
    [4, 0],
    [4, 1],
  ] as const)
    addVertex([...vertex]);
  finishMeasure();
  const { user } = await showPage(<AreaPanel />);
  await user.click(screen.getByRole('button', { name: 'Compute' }));
  await screen.findByTestId('pixels-in-area');
  expect(area).toHaveBeenCalledTimes(1);
  expect(screen.getByRole('note').textContent).toBe(nudge);
  expect(await copied(user)).toMatchObject({ ...columns, Mean: '1.5' });
  showRaster([11, -1]);
  expect(screen.queryByTestId('pixels-in-area')).toBeNull();
});

it('a profile names the nudge of its raster, and is read again when it is nudged', async () => {
  const { points } = showRaster([10, -1]);
  beginMeasure('distance');
  addVertex([3, 0]);
  addVertex([4, 1]);
  const { user } = await showPage(<ProfilePanel />);
  expect((await screen.findByRole('note')).textContent).toBe(nudge);
  expect(points).toHaveBeenCalled();
  expect(await copied(user)).toMatchObject({ ...columns, Red: '5' });
  const nudged = showRaster([0, 0]);
  await vi.waitFor(() => expect(nudged.points).toHaveBeenCalled());
  expect(screen.queryByRole('note')).toBeNull();
});

it('spectra name the nudge of their raster, and are read again when it is nudged', async () => {
  showRaster([10, -1]);
  pixelsStore.setState({ points: [{ id: 1, name: '', at: [3.5, 0.5] }] });
  const { user } = await showPage(<SpectraPanel />);
  expect((await screen.findByRole('note')).textContent).toBe(nudge);
  expect(await copied(user)).toMatchObject({ ...columns, Red: '5' });
  const nudged = showRaster([0, 0]);
  await vi.waitFor(() => expect(nudged.points).toHaveBeenCalled());
  expect(screen.queryByRole('note')).toBeNull();
});

it('the values under the pointer name the nudge of their raster', async () => {
  showRaster([10, -1]);
  mapStore.setState({ cursor: [3.5, 0.5] });
  const { user } = await showPage(<ValuePanel />);
  const panel = screen.getByTestId('pixel-values');
  expect((await within(panel).findByRole('note')).textContent).toBe(nudge);
  await vi.waitFor(() => expect(panel.querySelector('[data-cell="0 band 0 stored"]')?.textContent).toBe('5'));
  expect(await copied(user)).toMatchObject({ ...columns, Value: '5' });
});
