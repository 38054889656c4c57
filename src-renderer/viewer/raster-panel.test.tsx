import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { useStore } from 'zustand';
import type { RasterInfo } from '../../src-preload/contract/library.ts';
import { rasterPlacementSchema } from '../../src-preload/contract/raster-placement.ts';
import {
  defaultRasterStyle,
  type RasterStyle,
  type SavedRasterStyle,
  savedRasterStyleSchema,
} from '../../src-preload/contract/raster-styles.ts';
import { showPage } from '../../testing/page/show-page.tsx';
import { rasterInfoOf } from '../../testing/raster-info.ts';
import { mapStore } from '../kit/state/map-store.ts';
import { statisticsOf } from './raster/style/statistics.ts';
import { RasterPanel } from './raster-panel.tsx';
import { channelBounds, presetsOf, styledRaster } from './raster-style/style-on-raster.ts';
import type { ShownRaster } from './shown-raster.ts';

const info = rasterInfoOf({
  placement: {
    kind: 'placed',
    projection: 'EPSG:32631',
    epsg: 32_631,
    rough: null,
    box: [3, 0, 4, 1],
    model: { kind: 'affine', geoTransform: [0, 1, 0, 0, 0, -1] },
  },
  bands: ['Blue', 'Green', 'Red', 'NIR'],
  stretch: [
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
  ],
});
const statistics = statisticsOf(Float32Array.from({ length: 201 }, (_, i) => i));
const raster = { fileId: info.fileId, librarySceneId: info.librarySceneId, goThere: false };

/** What the panel is given for a style, with the statistics of a raster whose channels hold 0 to 200. */
function shownIn(wanted: RasterStyle, changes: Partial<RasterInfo>): ShownRaster {
  const own = { ...info, ...changes };
  const styled = styledRaster(wanted, own);
  const channels = styled?.expressions.map(() => statistics) ?? [];
  return {
    info: own,
    scene: null,
    wanted,
    styled,
    natural: 'true-colour',
    error: null,
    loading: false,
    bounds: styled && channelBounds(styled, channels),
    statistics: { channels, isComplete: true },
    presets: presetsOf(wanted, [], own),
    display: null,
    isProvisional: false,
    isAwaited: false,
    offset: [0, 0],
  };
}

const style = () => mapStore.getState().shownRaster?.style;

/** The panel of the raster in the map store, as the view of the raster draws it. */
function Panel({ changes, isEdited }: { changes: Partial<RasterInfo>; isEdited: boolean }) {
  const own = useStore(mapStore, ({ shownRaster }) => shownRaster?.style ?? null);
  return (
    <RasterPanel
      map={null}
      shown={shownIn(own ?? defaultRasterStyle, changes)}
      pictured={null}
      pending={false}
      failure={null}
      isEdited={isEdited}
      onEdit={() => undefined}
    />
  );
}

async function open({ isEdited = true, ...changes }: Partial<RasterInfo> & { isEdited?: boolean } = {}) {
  const saved: SavedRasterStyle[] = [];
  mapStore.setState({ ...mapStore.getInitialState(), shownRaster: { ...raster, style: null } });
  const shown = await showPage(<Panel changes={changes} isEdited={isEdited} />, {
    answers: (os) => ({
      library: { overviewBuild: os.library.overviewBuild.handler(() => ({ kind: 'none' })) },
      rasterStyles: {
        list: os.rasterStyles.list.handler(() => ({ styles: saved, products: [] })),
        save: os.rasterStyles.save.handler(({ input }) => {
          const styleId = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
          saved[0] = savedRasterStyleSchema.parse({ ...input, styleId });
          return saved[0];
        }),
      },
    }),
  });
  return { ...shown, saved };
}

it('offers the presets that the raster has the bands for', async () => {
  const { user } = await open({ isEdited: false });
  await user.click(screen.getByRole('radio', { name: 'NDVI' }));
  expect(style()).toMatchObject({ preset: 'ndvi', ramp: 'viridis' });
  expect(screen.getByRole('img', { name: 'NDVI: -0.2 to 1, colour ramp Viridis' })).toBeTruthy();
});

it('says that the raster is outside of the view instead of showing its legend, and goes there', async () => {
  const { user } = await open({ isEdited: false });
  await user.click(screen.getByRole('radio', { name: 'NDVI' }));
  act(() => mapStore.setState({ viewBox: [20, 40, 21, 41] }));
  expect(screen.queryByRole('img', { name: /^NDVI/ })).toBeNull();
  expect(screen.getByText(/^The raster is outside of the view/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Zoom to the raster' }));
  expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'box', box: [3, 0, 4, 1] });
  act(() => mapStore.setState({ viewBox: [3.5, 0.5, 4.5, 1.5] }));
  expect(screen.getByRole('img', { name: /^NDVI/ })).toBeTruthy();
  expect(screen.queryByText(/^The raster is outside of the view/)).toBeNull();
});

it('says which files beside the raster place it, and which do not count', async () => {
  const files = { placeFiles: ['a.tfw', 'a.prj'], unusedFiles: ['a_RPC.TXT'] };
  const placement = rasterPlacementSchema.parse({ ...info.placement, ...files });
  await open({ placement });
  expect(screen.getByRole('status').textContent).toBe(
    'Placed by a.tfw, a.prj beside it. Not used to place it: a_RPC.TXT.',
  );
});

it('says that overviews beside the raster are not used', async () => {
  await open({ unusedOverviews: 'a.tif.ovr' });
  expect(screen.getByRole('status').textContent).toBe(
    'The overviews in a.tif.ovr are not used: Nadir builds its own.',
  );
});

it('says which file beside the raster lacks a coordinate system', async () => {
  await open({ placement: { kind: 'unplaced', reason: 'no-projection', detail: 'a.tfw' } });
  expect(screen.getByRole('status').textContent).toMatch(/^a\.tfw beside it gives its place, but neither/);
});

it('folds to what is on the map, and opens again', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('button', { name: 'Fold the panel' }));
  expect(screen.queryByRole('radio', { name: 'NDVI' })).toBeNull();
  expect(screen.queryByRole('slider', { name: 'Dark end' })).toBeNull();
  expect(screen.getByText('a.tif')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Hide the raster' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Open the panel' }));
  expect(screen.getByRole('radio', { name: 'NDVI' })).toBeTruthy();
  expect(screen.getByRole('slider', { name: 'Dark end' })).toBeTruthy();
});

it('disables what it has no band for, and says why it is drawn in another preset', async () => {
  await open({ bands: ['Red', 'Green', 'Blue'], isEdited: false });
  expect(screen.getByRole('radio', { name: 'NDVI' })).toHaveProperty('disabled', true);
  act(() =>
    mapStore.setState({ shownRaster: { ...raster, style: { ...defaultRasterStyle, preset: 'ndvi' } } }),
  );
  expect(screen.getByRole('status').textContent).toMatch(/^Not drawn as “NDVI”/);
  expect(screen.getByRole('radio', { name: 'True colour' })).toHaveProperty('checked', true);
});

it('moves the ends of the stretch by keys, one channel or all together', async () => {
  const { user } = await open();
  const dark = () => screen.getByRole('slider', { name: 'Dark end' });
  await user.click(screen.getByRole('checkbox', { name: 'All channels together', checked: true }));
  dark().focus();
  await user.keyboard('{End}');
  expect(style()?.stretch.kind).toBe('by-hand');
  const [red, green] = style()?.stretch.bounds ?? [];
  expect(red?.[0]).toBeGreaterThan(199);
  expect(green).toEqual([3, 4]);
  expect(dark().getAttribute('aria-valuenow')).toBe(String(red?.[0]));
  await user.keyboard('{ArrowLeft}');
  expect(style()?.stretch.bounds[0]?.[0]).toBeLessThan(red?.[0] ?? 0);

  await user.click(screen.getByRole('combobox', { name: 'Stretch' }));
  await user.click(await screen.findByRole('option', { name: 'Minimum – maximum' }));
  expect(dark().getAttribute('aria-valuenow')).toBe('0');
  await user.click(screen.getByRole('checkbox', { name: 'All channels together' }));
  screen.getByRole('slider', { name: 'Bright end' }).focus();
  await user.keyboard('{PageDown}');
  const all = style()?.stretch.bounds ?? [];
  expect(all).toHaveLength(3);
  expect(new Set(all.map(String)).size).toBe(1);
});

it('takes the ends of the stretch in any notation of numbers, and rejects what is none', async () => {
  const { user } = await open();
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Dark end' });
  for (const text of ['12,5', '1e']) {
    await user.clear(field());
    await user.paste(text);
    await user.keyboard('{Enter}');
    expect(style()?.stretch.bounds[0]?.[0]).toBe(12.5);
  }
  expect(field().value).toBe('1e');
  expect(field().getAttribute('aria-invalid')).toBe('true');
});

it('says what is wrong with an expression, keeps it, and draws it once it is right', async () => {
  const { user } = await open();
  await user.click(screen.getByRole('radio', { name: 'Other…' }));
  expect(style()).toMatchObject({ preset: 'bands', channels: ['Red', 'Green', 'Blue'] });
  await user.click(screen.getByRole('combobox', { name: 'Other…' }));
  await user.click(await screen.findByRole('option', { name: 'Expression' }));
  const field = () => screen.getByRole('textbox', { name: 'Expression of bands' });
  await user.clear(field());
  await user.type(field(), 'NIR - swir{Enter}');
  expect(
    screen.getByText('Character 7: there is no band “swir”. The bands are: Blue, Green, Red, NIR.'),
  ).toBeTruthy();
  expect(style()?.expression).not.toContain('swir');
  await user.clear(field());
  await user.type(field(), 'NIR - red{Enter}');
  expect(style()?.expression).toBe('NIR - red');
});

it('saves the style under a name, copies and pastes it', async () => {
  const { user, saved } = await open();
  await user.click(screen.getByRole('radio', { name: 'NDVI' }));
  await user.type(screen.getByRole('textbox', { name: 'Save as' }), 'Fields{Enter}');
  await waitFor(() => expect(saved[0]).toMatchObject({ name: 'Fields', style: { preset: 'ndvi' } }));
  await user.click(screen.getByRole('button', { name: 'Copy style' }));
  await user.click(screen.getByRole('radio', { name: 'True colour' }));
  await user.click(screen.getByRole('button', { name: 'Paste style' }));
  expect(style()?.preset).toBe('ndvi');
});

describe('while the next raster is read', () => {
  const ndvi = { ...defaultRasterStyle, preset: 'ndvi' } as const;
  const drawn = (): ShownRaster => ({ ...shownIn(ndvi, {}), display: { info, bands: [] } });
  const show = (next: ShownRaster) => {
    mapStore.setState({ ...mapStore.getInitialState(), shownRaster: { ...raster, style: ndvi } });
    return showPage(
      <RasterPanel
        map={null}
        shown={next}
        pictured={drawn()}
        pending
        failure={null}
        isEdited={false}
        onEdit={() => undefined}
      />,
      {
        answers: (os) => ({
          library: { overviewBuild: os.library.overviewBuild.handler(() => ({ kind: 'none' })) },
          rasterStyles: { list: os.rasterStyles.list.handler(() => ({ styles: [], products: [] })) },
        }),
      },
    );
  };
  const next = (): ShownRaster => ({
    ...shownIn(ndvi, {}),
    info: { ...info, fileName: 'b.tif' },
    bounds: [[-1, 7]],
  });

  it('names the one whose pixels are drawn, with its legend', async () => {
    await show(next());
    expect(screen.getByText('a.tif')).toBeTruthy();
    expect(screen.getByTestId('raster-legend').textContent).not.toContain('7');
    expect(screen.getByRole('status', { name: 'Drawing b.tif…' })).toBeTruthy();
  });

  it('names the next one at once if it cannot be read', async () => {
    await show({ ...next(), error: new Error('unreadable') });
    expect(screen.getByText('b.tif')).toBeTruthy();
    expect(screen.queryByText('a.tif')).toBeNull();
    expect(screen.getByRole('alert')).toBeTruthy();
  });
});

it('says how much of a raster lies beyond the end of the map', async () => {
  const placed = (south: number, north: number) => {
    const placement = rasterPlacementSchema.parse({ ...info.placement, box: [3, south, 4, north] });
    return open({ placement });
  };
  await placed(86, 87);
  screen.getByText(/this raster lies beyond: it is not drawn/);
  cleanup();
  await placed(-90, -84);
  screen.getByText(/the part of this raster beyond is not drawn/);
  cleanup();
  await placed(-85, 85);
  expect(screen.queryByText(/The map ends at 85°/)).toBeNull();
});
