import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import { type PlaceScene, placeSceneSchema } from '../../../../src-preload/contract/library.ts';
import {
  defaultRasterStyle,
  type PixelOffset,
  type RasterStyle,
} from '../../../../src-preload/contract/raster-styles.ts';
import { showPage } from '../../../../testing/page/show-page.tsx';
import { mapStore } from '../../../kit/state/map-store.ts';
import { FilmTools } from './film-tools.tsx';

const saved = vi.hoisted(() => vi.fn());
const made = vi.hoisted(() => vi.fn());
vi.mock('../../../kit/client/save-file.ts', () => ({ saveFile: saved }));
vi.mock('./make-film.ts', () => ({ makeFilm: made, maxFrames: 100 }));

const capture = (scene: number): PlaceScene =>
  placeSceneSchema.parse({
    librarySceneId: scene,
    connectionId: 'here',
    contractId: null,
    sceneId: `s${scene}`,
    captureId: null,
    taskId: null,
    taskName: null,
    project: null,
    productName: null,
    cloudCover: null,
    review: null,
    offNadir: null,
    sunElevation: null,
    gsd: null,
    longitude: 0,
    latitude: 0,
    bbox: null,
    hasThumbnail: false,
    filesOnDisk: 2,
    bytesOnDisk: 2,
    timestamp: `2026-01-0${scene}T00:00:00Z`,
    satelliteName: 'SN1',
    rasters: [{ fileId: scene * 10, fileName: 'a.tif', bands: ['red', 'green', 'blue'] }],
  });
const scenes = [capture(1), capture(2), capture(3)];
const shown = () => mapStore.getState().shownRaster?.librarySceneId;

beforeEach(() => {
  saved.mockReset();
  made.mockReset();
  mapStore.setState({
    viewBox: [0, 0, 1, 1],
    shownRaster: {
      fileId: libraryFileIdSchema.parse(30),
      librarySceneId: librarySceneIdSchema.parse(3),
      style: null,
      goThere: false,
    },
  });
});
afterEach(() => vi.useRealTimers());

const tools = (pending = false) => (
  <FilmTools
    captures={{ scenes, shown: shown() ?? null, isMore: false, isKnown: true }}
    style={defaultRasterStyle}
    pending={pending}
    mapSize={() => ({ widthPx: 100, heightPx: 80 })}
  />
);

it('plays the captures one after the other, from the first after the last, and waits for each to be drawn', async () => {
  const page = await showPage(tools());
  vi.useFakeTimers();
  fireEvent.click(screen.getByRole('button', { name: 'Play' }));
  const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));
  pass(1_000);
  expect(shown()).toBe(1);
  // While it is being drawn the next one waits.
  page.redraw(tools(true));
  pass(5_000);
  expect(shown()).toBe(1);
  page.redraw(tools());
  pass(1_000);
  expect(shown()).toBe(2);
  page.redraw(tools());
  fireEvent.click(screen.getByRole('button', { name: 'Pause' }));
  pass(5_000);
  expect(shown()).toBe(2);
});

it('saves an animated picture of all captures with their dates', async () => {
  made.mockImplementation(async ({ onFrame }: { onFrame: (done: number) => void }) => {
    onFrame(2);
    return { bytes: new Uint8Array([71]), drawn: 3 };
  });
  const { user } = await showPage(tools());
  await user.click(screen.getByRole('button', { name: 'Save as GIF' }));
  await waitFor(() => expect(saved).toHaveBeenCalledWith('captures.gif', new Uint8Array([71]), 'image/gif'));
  const [options] = made.mock.calls[0] ?? [];
  expect(options).toMatchObject({ scenes, secondsEach: 1, view: { box: [0, 0, 1, 1], widthPx: 100 } });
  const captionOf = (style: RasterStyle, offset: PixelOffset, bands = ['red', 'green', 'blue', 'nir']) =>
    options.captionOf(scenes[0], { styled: { style, info: { bands } }, bounds: [[-0.2, 1]], offset });
  expect(captionOf(defaultRasterStyle, [0, 0])).toEqual({
    capture: expect.stringMatching(/2026.* · SN1$/),
    drawn: 'True colour',
    legend: null,
  });
  const unnamed = ['band 1', 'band 2', 'band 3'];
  expect(captionOf(defaultRasterStyle, [0, 0], unnamed).drawn).toBe('First three bands');
  // A frame of an index says which, and what its colours stand for.
  expect(captionOf({ ...defaultRasterStyle, preset: 'ndvi' }, [2, 0])).toEqual({
    capture: expect.stringMatching(/ · SN1 · Nudged: 2 px right, 0 px down$/),
    drawn: 'NDVI',
    legend: expect.objectContaining({ title: 'NDVI', labels: ['-0.2', '0.4', '1'] }),
  });
  expect(screen.queryByText(/captures are in the picture/)).toBeNull();
});

it('says how many captures are not in the picture', async () => {
  made.mockResolvedValue({ bytes: new Uint8Array([71]), drawn: 2 });
  const { user } = await showPage(tools());
  await user.click(screen.getByRole('button', { name: 'Save as GIF' }));
  expect(await screen.findByText(/^2 of 3 captures are in the picture/)).toBeTruthy();
});

it('ends the writing of an animated picture when it is cancelled, and saves nothing', async () => {
  made.mockImplementation(
    ({ signal, onFrame }: { signal: AbortSignal; onFrame: (done: number) => void }) =>
      new Promise((_resolve, reject) => {
        onFrame(1);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
  const { user } = await showPage(tools());
  await user.click(screen.getByRole('button', { name: 'Save as GIF' }));
  await user.click(await screen.findByRole('button', { name: 'Cancel' }));
  await screen.findByRole('button', { name: 'Save as GIF' });
  expect(saved).not.toHaveBeenCalled();
  expect(screen.queryByRole('alert')).toBeNull();
});
