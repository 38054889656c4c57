import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { mapCopyIdSchema, mapSourceSchema } from '../../../src-preload/contract/maps.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { ownMapsStore } from '../../kit/state/own-maps-store.ts';
import { OwnMapsPanel } from './own-maps-panel.tsx';

const sourceOf = (patch: object = {}) =>
  mapSourceSchema.parse({
    id: '0123456789ab',
    kind: 'mbtiles',
    content: 'picture',
    name: 'Streets',
    address: '/maps/a.mbtiles',
    layer: null,
    attribution: '',
    minZoom: 0,
    maxZoom: 12,
    bounds: null,
    grid: 'mercator',
    tileSize: 256,
    opacity: 1,
    visible: true,
    isCopied: false,
    hasLegend: false,
    hosts: [],
    needsKey: false,
    offlineAllowed: false,
    revision: 1,
    state: 'ok',
    error: null,
    retryAt: null,
    attempt: 0,
    areas: [],
    ...patch,
  });
const drawn = (...patches: object[]) => patches.map((patch) => ({ own: sourceOf(patch), raster: null }));
const panel = (...patches: object[]) => (
  <OwnMapsPanel map={null} maps={drawn(...patches)} onClose={vi.fn()} />
);

it('says what is wrong with a map, and reads it again', async () => {
  const retry = vi.fn();
  const error = new AppError('MAP_UNUSABLE', { name: 'Streets', reason: 'reference-missing', detail: '' });
  const { user } = await showPage(
    panel({
      kind: 'reference',
      content: 'vector',
      state: 'failing',
      error: { code: error.code, data: error.data },
    }),
    { answers: (os) => ({ maps: { retry: os.maps.retry.handler(({ input }) => retry(input)) } }) },
  );
  expect(screen.getByTestId('map-problem').textContent).toContain(
    'The file of this layer in the data folder is gone',
  );
  await user.click(screen.getByRole('button', { name: 'Try Streets again' }));
  await waitFor(() => expect(retry).toHaveBeenCalledWith({ id: '0123456789ab' }));
});

it('says how many parts of a map are missing, which main does not know', async () => {
  const { user } = await showPage(panel({}), {
    answers: (os) => ({ maps: { retry: os.maps.retry.handler(() => undefined) } }),
  });
  expect(screen.queryByTestId('map-problem')).toBeNull();
  ownMapsStore.setState({ missing: new Map([[sourceOf().id, 3]]) });
  expect((await screen.findByTestId('map-problem')).textContent).toBe(
    '3 parts of the map could not be loaded.',
  );
  await user.click(screen.getByRole('button', { name: 'Try Streets again' }));
});

it('offers a legend for what has colours, and says when there is nothing to explain', async () => {
  const { user } = await showPage(
    panel(
      {},
      { id: 'aaaaaaaaaaaa', name: 'Parcels', kind: 'pmtiles', content: 'vector' },
      { id: 'bbbbbbbbbbbb', name: 'Hidden', content: 'vector', visible: false },
    ),
  );
  expect(screen.queryByRole('button', { name: 'Legend of Streets' })).toBeNull();
  const button = screen.getByRole('button', { name: 'Legend of Parcels' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getByRole('region', { name: 'Legend of Parcels' }).textContent).toBe(
    'There is nothing of this map in view.',
  );
  await user.click(screen.getByRole('button', { name: 'Legend of Hidden' }));
  expect(screen.getByRole('region', { name: 'Legend of Hidden' }).textContent).toBe(
    'Show the map to see its legend.',
  );
});

it('says before a map is removed what is deleted with it', async () => {
  const remove = vi.fn();
  const { user } = await showPage(
    panel({ isCopied: true }, { id: 'aaaaaaaaaaaa', name: 'Fields', kind: 'reference', content: 'vector' }),
    {
      answers: (os) => ({ maps: { remove: os.maps.remove.handler(({ input }) => remove(input)) } }),
    },
  );
  await user.click(screen.getByRole('button', { name: 'Remove Streets' }));
  expect((await screen.findByRole('dialog')).textContent).toContain('its copy in the data folder is deleted');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Remove Fields' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('The file itself stays where it is');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(remove).toHaveBeenCalledWith({ id: 'aaaaaaaaaaaa' }));
});

it('copies a dropped file whose path the host is not told, piece by piece, and then takes the next one', async () => {
  const pieces: string[] = [];
  const copyId = mapCopyIdSchema.parse('0123456789ab');
  const { user } = await showPage(panel(), {
    answers: (os) => ({
      maps: {
        beginCopy: os.maps.beginCopy.handler(({ input }) => {
          expect(input).toEqual({ name: 'town.pmtiles', sizeBytes: 11 });
          return { copyId };
        }),
        addCopy: os.maps.addCopy.handler(({ input }) => void pieces.push(input.base64)),
        finishCopy: os.maps.finishCopy.handler(() => sourceOf({ name: 'town' })),
        addFile: os.maps.addFile.handler(() => sourceOf()),
      },
    }),
  });
  ownMapsStore.setState({
    adding: 'file',
    dropped: [new File(['hello tiles'], 'town.pmtiles'), new File(['x'], 'next.tif')],
  });
  const dialog = await screen.findByRole('dialog', { name: 'Add a file' });
  expect(dialog.textContent).toContain('town.pmtiles (11 B) is copied into the data folder');
  await user.click(within(dialog).getByRole('button', { name: 'Copy and add' }));
  await waitFor(() => expect(dialog.textContent).toContain('next.tif'));
  expect(pieces.map((piece) => atob(piece)).join('')).toBe('hello tiles');
  await user.click(within(dialog).getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(ownMapsStore.getState()).toMatchObject({ adding: null, dropped: [] }));
});

it('adds a dropped file by its path where the host is told it', async () => {
  const addFile = vi.fn();
  const file = new File(['x'], 'town.pmtiles');
  vi.stubGlobal('nadirFiles', { pathOf: (asked: File) => (asked === file ? '/maps/town.pmtiles' : '') });
  try {
    await showPage(panel(), {
      answers: (os) => ({
        maps: {
          addFile: os.maps.addFile.handler(({ input }) => {
            addFile(input);
            return sourceOf();
          }),
        },
      }),
    });
    ownMapsStore.setState({ adding: 'file', dropped: [file] });
    await waitFor(() => expect(addFile.mock.calls).toEqual([[{ path: '/maps/town.pmtiles' }]]));
    await waitFor(() => expect(ownMapsStore.getState().dropped).toEqual([]));
  } finally {
    vi.unstubAllGlobals();
  }
});

it('deletes what was copied if the copy fails, and says why', async () => {
  const discard = vi.fn();
  const { user } = await showPage(panel(), {
    answers: (os) => ({
      maps: {
        beginCopy: os.maps.beginCopy.handler(() => ({ copyId: mapCopyIdSchema.parse('0123456789ab') })),
        addCopy: os.maps.addCopy.handler(() => {
          throw new AppError('DISK_FULL', { path: '/data', neededBytes: null });
        }),
        discardCopy: os.maps.discardCopy.handler(() => discard()),
      },
    }),
  });
  ownMapsStore.setState({ adding: 'file', dropped: [new File(['hello'], 'town.pmtiles')] });
  await user.click(await screen.findByRole('button', { name: 'Copy and add' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/disk/i);
  expect(discard).toHaveBeenCalled();
});

it('asks before an offline area is removed', async () => {
  const removeArea = vi.fn();
  const area = {
    id: 'cccccccccccc',
    name: 'Valley',
    box: [5, 45, 6, 46],
    minZoom: 0,
    maxZoom: 4,
    tileCount: 9,
    doneCount: 9,
    missingCount: 0,
    bytes: 9_000,
    state: 'complete',
    error: null,
  };
  const { user } = await showPage(panel({ kind: 'xyz', hosts: ['tiles.example'], areas: [area] }), {
    answers: (os) => ({ maps: { removeArea: os.maps.removeArea.handler(({ input }) => removeArea(input)) } }),
  });
  await user.click(screen.getByRole('button', { name: 'Offline areas of Streets' }));
  await user.click(await screen.findByRole('button', { name: 'Remove the area Valley' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove this offline area?' });
  expect(removeArea).not.toHaveBeenCalled();
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(removeArea).toHaveBeenCalledWith({ id: 'cccccccccccc' }));
});
