import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../src-main/core/app-error.ts';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import {
  importedConnectionId,
  rasterInfoSchema,
  type SceneDetails,
  unpackedPrefix,
} from '../../../src-preload/contract/library.ts';
import { defaultRasterStyle } from '../../../src-preload/contract/raster-styles.ts';
import { reviewerIdSchema } from '../../../src-preload/contract/reviews.ts';
import { factOf } from '../../../testing/page/look.ts';
import { fileOf, sceneOf, taskOf, transferOf } from '../../../testing/page/samples.ts';
import { showPage } from '../../../testing/page/show-page.tsx';
import { compareStore } from '../../kit/state/compare-store.ts';
import { listOf, listStore } from '../../kit/state/list-store.ts';
import { mapStore } from '../../kit/state/map-store.ts';
import { select, selectedOf } from '../../kit/state/selection.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import { shownRastersStore } from '../../viewer/compare/shown-rasters.ts';
import { withPreset } from '../../viewer/raster/style/presets.ts';
import { styledRaster } from '../../viewer/raster-style/style-on-raster.ts';
import { transfersStore } from '../downloads/transfers-store.ts';
import { SceneDetailsPane } from './scene-details.tsx';

const onDisk = { state: 'on-disk' as const, savedAt: '2026-03-03T00:00:00Z', sha256: 'a'.repeat(64) };
const archive = {
  kind: 'attachment' as const,
  name: 'delivery_zip',
  fileName: 'all.zip',
  bands: [],
  fileId: 2,
};

const judged = { state: null, rating: null, tags: [], conflicts: 0, remarks: 1, reviewers: 1 };

interface Acts {
  download?: () => Promise<void>;
  remove?: () => Promise<void>;
  keptFor?: string;
  unpack?: (signal: AbortSignal | undefined) => Promise<void>;
}

/** Thrown in place of a scene that has left the library. */
const gone = () => {
  throw new AppError('NOT_FOUND', { what: 'scene 1' });
};

async function show(fields: Parameters<typeof sceneOf>[0] = {}, acts: Acts = {}) {
  const world: { scene: SceneDetails; isGone: boolean } = { scene: sceneOf(fields), isGone: false };
  const page = await showPage(<SceneDetailsPane librarySceneId={world.scene.librarySceneId} />, {
    answers: (os) => ({
      library: {
        get: os.library.get.handler(() => (world.isGone ? gone() : world.scene)),
        orderOf: os.library.orderOf.handler(() => null),
        deleteFile: os.library.deleteFile.handler(async () => {
          await acts.remove?.();
          return { ...world.scene, keptFor: acts.keptFor ?? null };
        }),
      },
      tasking: { get: os.tasking.get.handler(() => taskOf()) },
      reviews: {
        readBeside: os.reviews.readBeside.handler(() => null),
        ofScene: os.reviews.ofScene.handler(({ input: { librarySceneId } }) => ({
          librarySceneId,
          summary: judged,
          reviews: [],
          problems: [],
          isWaiting: false,
          staysHere: false,
        })),
        self: os.reviews.self.handler(() => ({
          reviewerId: reviewerIdSchema.parse('0123456789ab'),
          name: 'Ben',
          isUnnamed: false,
          known: [],
        })),
        history: os.reviews.history.handler(() => ({ undo: null, redo: null })),
      },
      delivery: {
        download: os.delivery.download.handler(async () => {
          await acts.download?.();
          return [];
        }),
        pause: os.delivery.pause.handler(() => transferOf({ state: 'paused' })),
        unpack: os.delivery.unpack.handler(async ({ signal }) => {
          await acts.unpack?.(signal);
          const files = Array.from({ length: 1_200 }, (_, i) => ({
            name: `tile-${i}.tif`,
            sizeBytes: 1_000,
          }));
          return { folder: '/library/all', files };
        }),
      },
      app: {
        info: os.app.info.handler(() => ({
          version: '0',
          host: 'loopback' as const,
          os: 'linux',
          dataFolder: '/d',
          libraryFolder: '/l',
          capabilities: {
            revealInFolder: true,
            notify: true,
            pickFolder: true,
            pickFile: true,
            openFile: true,
            dragOut: false,
            trash: true,
            keepAwake: true,
            savePdf: false,
            updates: false,
          },
        })),
        revealFile: os.app.revealFile.handler(() => undefined),
      },
    }),
  });
  await screen.findByRole('heading', { level: 2 });
  return { ...page, world };
}

const button = (name: string) => screen.getByRole('button', { name });
const openMenu = async (user: Awaited<ReturnType<typeof show>>['user'], file = 'scene.tif') => {
  await user.click(button(`More actions for ${file}`));
  return screen.findByRole('menu');
};

it('closes when the scene leaves the library, as an imported one does with its last file', async () => {
  const { main, world } = await show();
  select('scene', world.scene.librarySceneId);
  world.isGone = true;
  act(() => main.change('scenes'));
  await waitFor(() => expect(selectedOf('scene')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
});

describe('facts', () => {
  it('says known values with their units, and whatever else the service says under its own name', async () => {
    const metadata = {
      gsd: 0.7,
      off_nadir: 12.345,
      cloud_cover: 4,
      sun_azimuth: 'n/a',
      tide_level: { low: 1 },
    };
    const raw = { metadata };
    await show({ raw, cloudCover: 4 });
    expect(factOf('Ground sample distance')).toBe('0.7\u00a0m');
    expect(factOf('Off-nadir angle')).toBe('12.35°');
    expect(factOf('Cloud cover')).toBe('4%');
    expect(factOf('Sun azimuth')).toBe('n/a');
    expect(factOf('tide level')).toBe('{"low":1}');
    expect(factOf('Acquisition time')).toBe('Mar 2, 2026, 10:30 UTC');
  });

  it.each([
    [0.35, 35, '35% (the service sent 0.35)'],
    [0.35, null, '0.35 (the service does not say whether this is a share or a percentage)'],
    [0.35, 0.35, '0.35%'],
    [0, 0, '0%'],
    [-999, null, '-999'],
  ])(
    'says what the clouds %d are, as far as that is known: %s percent',
    async (stated, cloudCover, words) => {
      await show({ raw: { metadata: { cloud_cover: stated } }, cloudCover });
      expect(factOf('Cloud cover')).toBe(words);
    },
  );

  it('never takes a share of valid pixels for a percentage', async () => {
    await show({ raw: { metadata: { valid_pixel: 0.98 } } });
    expect(factOf('Valid pixels')).toBe(
      '0.98 (the service does not say whether this is a share or a percentage)',
    );
  });

  it('shows metadata that nobody knows below the files, the first of it until more is wanted', async () => {
    const metadata = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, n) => [`key_${n}`, 'v'.repeat(2_000)]),
    );
    const { user } = await show({ raw: { metadata: { ...metadata, gsd: 0.7 } } });
    expect(factOf('Ground sample distance')).toBe('0.7\u00a0m');
    expect(factOf('key 19')).toBe(`${'v'.repeat(1_000)}…`);
    expect(screen.queryByText('key 20')).toBeNull();
    const files = screen.getByRole('heading', { name: 'Files' });
    const others = screen.getByRole('heading', { name: 'Other metadata' });
    expect(files.compareDocumentPosition(others) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    await user.click(button('Show 1,000 more of 20,000'));
    expect(screen.getByText('key 1019')).toBeDefined();
    expect(screen.queryByText('key 1020')).toBeNull();
  });

  it('has a dash for what nobody said, and no way to a footprint that is not known', async () => {
    await show({ bbox: null, latitude: null, satelliteName: null, taskName: null, raw: { metadata: null } });
    expect(['Satellite', 'Place', 'Task'].map(factOf)).toEqual(['—', '—', '—']);
    expect(screen.queryByRole('button', { name: 'Zoom to' })).toBeNull();
  });

  it.each([
    ['day', '2025-07-12T00:00:00.000Z', '2025-07-12T23:59:59.999Z', 'Jul 12, 2025'],
    ['month', '2025-07-01T00:00:00.000Z', '2025-07-31T23:59:59.999Z', 'Jul 2025'],
    ['year', '2019-01-01T00:00:00.000Z', '2019-12-31T23:59:59.999Z', '2019'],
  ])(
    'shows the %s of which alone it is known as such, and never as a moment',
    async (_, start, end, text) => {
      await show({ timestamp: null, period: { start, end } });
      expect(factOf('Acquisition time')).toBe(text);
    },
  );

  it('goes to its footprint, and closes', async () => {
    const { user, world } = await show();
    await user.click(button('Zoom to'));
    expect(mapStore.getState().viewRequest).toMatchObject({ kind: 'box', box: [16, 48, 17, 49] });
    select('scene', world.scene.librarySceneId);
    await user.click(button('Close'));
    expect(selectedOf('scene')).toBeNull();
  });
});

describe('from a scene', () => {
  const raw = { metadata: null };

  it('its task is repeated with the next window, in the form, and nothing is sent', async () => {
    const { user } = await show({ raw });
    await user.click(await screen.findByRole('button', { name: 'Repeat this order…' }));
    expect(uiStore.getState()).toMatchObject({ workspace: 'plan', planMode: 'task' });
  });

  it('all of its place is listed', async () => {
    const { user } = await show({ raw });
    await user.click(button('All of this place'));
    expect(listOf(listStore.getState(), 'library').terms).toMatchObject({ placeOf: '7', search: '' });
    expect(uiStore.getState().workspace).toBe('library');
  });

  it('the captures of its place are shown in time, where it has pixels on the disk', async () => {
    const { unmount } = await show({ raw });
    expect(screen.queryByRole('button', { name: 'Timeline of this place' })).toBeNull();
    unmount();
    const { user } = await show({ raw, files: [fileOf(onDisk)] });
    await user.click(button('Timeline of this place'));
    expect(mapStore.getState().shownRaster).toMatchObject({ fileId: 1 });
    expect(compareStore.getState().isStripOpen).toBe(true);
  });

  it('without a place has neither', async () => {
    await show({ raw, bbox: null, files: [fileOf(onDisk)] });
    expect(screen.queryByRole('button', { name: /of this place$/ })).toBeNull();
  });

  it('in a folder that is not connected has files that say so, and are not offered again', async () => {
    await show({ raw, files: [fileOf({ ...onDisk, state: 'away' })] });
    expect(screen.getByText('not connected')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
  });
});

describe('files', () => {
  const remote = [fileOf(), fileOf({ fileId: 3, name: 'nir.tif', fileName: 'nir.tif', bands: ['NIR'] })];

  it('says before a download that imagery counts as an archive order', async () => {
    const { unmount } = await show();
    expect(screen.getByText(/^This counts as 1 archive order at most/)).toBeDefined();
    unmount();
    await show({ files: [fileOf({ kind: 'attachment', name: 'footprint', bands: [] })] });
    expect(screen.queryByText(/archive order/)).toBeNull();
    expect(button('Download Footprint')).toBeDefined();
  });

  it('downloads one file, once on a double click, and says why it could not', async () => {
    const answer = Promise.withResolvers<void>();
    const { user, main } = await show({}, { download: () => answer.promise });
    await user.dblClick(button('Download Raster: Red, Green, Blue'));
    expect(main.asked('delivery.download')).toEqual([{ fileIds: [1] }]);
    answer.reject(new AppError('DISK_FULL', { path: '/library', neededBytes: 5_000_000 }));
    expect((await screen.findByRole('alert')).textContent).toContain('5 MB');
  });

  it('downloads all but the archive of the same files, and says so', async () => {
    const { user, main } = await show({ files: [...remote, fileOf(archive)] });
    expect(screen.getByText('The delivery archive is left out: it contains the same files.')).toBeDefined();
    await user.click(button('Download all 2 files'));
    expect(main.asked('delivery.download')).toEqual([{ fileIds: [1, 3] }]);
  });

  it('has no button for all where there is one file', async () => {
    await show();
    expect(screen.queryByRole('button', { name: /^Download all/ })).toBeNull();
  });

  it('shows a file that is on its way with its progress, and can pause it', async () => {
    const transfer = transferOf();
    transfersStore.setState({ byFile: new Map([[transfer.fileId, transfer]]) });
    const { user, main } = await show();
    expect(
      screen.getByRole('progressbar', { name: 'Progress of scene.tif' }).getAttribute('aria-valuenow'),
    ).toBe('20');
    expect(screen.getByText(/^50 MB of 250 MB · 2 MB\/s/)).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
    await user.click(button('Pause scene.tif'));
    expect(main.asked('delivery.pause')).toEqual([{ fileId: 1 }]);
  });

  it('offers a file that is gone from disk for download again, and nothing to do with it on disk', async () => {
    const { user } = await show({ files: [fileOf({ state: 'missing' })] });
    await user.hover(button('Download Raster: Red, Green, Blue'));
    expect((await screen.findByRole('tooltip')).textContent).toContain(
      'No longer on disk. Download it again.',
    );
    expect(screen.queryByRole('button', { name: /^More actions/ })).toBeNull();
  });

  it('draws a raster on disk on the map, and hides it', async () => {
    const { user } = await show({ files: [fileOf(onDisk)] });
    const name = 'Show Raster: Red, Green, Blue on the map';
    await user.click(screen.getByRole('button', { name, pressed: false }));
    expect(mapStore.getState().shownRaster).toMatchObject({ fileId: 1, librarySceneId: 7, goThere: true });
    await user.click(screen.getByRole('button', { name, pressed: true }));
    expect(mapStore.getState().shownRaster).toBeNull();
  });

  it('marks the raster that the map draws, which may have bands that the selected one lacks', async () => {
    const { user } = await show({
      files: [fileOf(onDisk), fileOf({ ...onDisk, fileId: 3, name: 'analytic', bands: ['Red', 'NIR'] })],
    });
    const [visual, analytic] = ['Red, Green, Blue', 'Red, NIR'].map(
      (bands) => `Show Raster: ${bands} on the map`,
    );
    await user.click(screen.getByRole('button', { name: visual ?? '' }));
    const info = rasterInfoSchema.parse({
      fileId: 3,
      librarySceneId: 7,
      fileName: 'analytic.tif',
      path: '/files/raster/3',
      widthPx: 10,
      heightPx: 10,
      bitsPerSample: 16,
      nodata: null,
      hasAlpha: false,
      placement: { kind: 'unplaced', reason: 'no-georeference', detail: '' },
      bands: ['Red', 'NIR'],
      stretch: [
        [0, 1],
        [0, 1],
      ],
    });
    const styled = styledRaster(withPreset(defaultRasterStyle, 'ndvi'), info);
    if (styled === null) throw new Error('NDVI can be drawn of these bands');
    act(() =>
      shownRastersStore.setState({
        shown: [{ styled, display: null, scene: null, opacity: 1, offset: [0, 0] }],
      }),
    );
    expect(screen.getByRole('button', { name: visual ?? '', pressed: false })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: analytic ?? '', pressed: true }));
    expect(mapStore.getState().shownRaster).toBeNull();
  });

  it('says how far the outline lies from the raster, and goes to the raster of such a scene', async () => {
    mapStore.setState({ shownRaster: null, followed: { style: null } });
    const remark = { kind: 'outline', km: 7785, isSwapped: false, file: 'scene.tif' };
    await show({ files: [fileOf(onDisk)], raw: { placeRemarks: [remark, { kind: 'of a later version' }] } });
    await screen.findByText(/^The outline of the scene lies 7,785 km from where scene\.tif places itself/);
    await waitFor(() => expect(mapStore.getState().shownRaster).toMatchObject({ fileId: 1, goThere: true }));
  });

  it('never leaves the pixels of another scene on the map', async () => {
    const { fileId } = fileOf({ fileId: 99 });
    const librarySceneId = librarySceneIdSchema.parse(8);
    mapStore.setState({
      shownRaster: { fileId, librarySceneId, style: null, goThere: false },
      followed: { style: null },
    });
    const { unmount } = await show({
      files: [fileOf({ bands: ['NIR'], ...onDisk }), fileOf({ fileId: 5, ...onDisk })],
    });
    // The colour raster comes before one with a single band.
    await waitFor(() =>
      expect(mapStore.getState().shownRaster).toMatchObject({ fileId: 5, librarySceneId: 7 }),
    );
    unmount();
    mapStore.setState({ shownRaster: { fileId, librarySceneId, style: null, goThere: false } });
    await show({ files: [fileOf()] });
    expect(mapStore.getState().shownRaster).toBeNull();
  });
});

describe('a file on disk', () => {
  it('is deleted once, after a question, and its pixels leave the map', async () => {
    const answer = Promise.withResolvers<void>();
    const { user, main, world } = await show({ files: [fileOf(onDisk)] }, { remove: () => answer.promise });
    await user.click(button('Show Raster: Red, Green, Blue on the map'));
    await user.click(within(await openMenu(user)).getByRole('menuitem', { name: 'Delete from disk' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this file from disk?' });
    expect(dialog.textContent).toContain('scene.tif is moved to the trash of this computer');
    expect(main.asked('library.deleteFile')).toEqual([]);
    await user.dblClick(within(dialog).getByRole('button', { name: 'Delete from disk' }));
    expect(main.asked('library.deleteFile')).toEqual([{ fileId: 1, permanently: false }]);
    world.scene = sceneOf();
    answer.resolve();
    main.change('library');
    await waitFor(() => expect(mapStore.getState().shownRaster).toBeNull());
    expect(await screen.findByRole('button', { name: 'Download Raster: Red, Green, Blue' })).toBeDefined();
  });

  const imported = { connectionId: importedConnectionId, files: [fileOf(onDisk)] };
  const other = fileOf({ ...onDisk, fileId: 2, name: 'b.tif', fileName: 'b.tif' });
  const unpacked = fileOf({ ...onDisk, name: `${unpackedPrefix}scene.tif` });
  it.each<[string, Parameters<typeof sceneOf>[0], stays: boolean, later: string, forever: string]>([
    ['of a service', { files: [fileOf(onDisk)] }, true, 'Nadir finds it again', 'can be downloaded again'],
    ['that was unpacked', { files: [unpacked] }, true, 'Nadir finds it again', 'can be unpacked again'],
    [
      'that was imported, of several',
      { ...imported, files: [fileOf(onDisk), other] },
      true,
      'Nadir finds it',
      'was imported',
    ],
    [
      'that was imported, of a scene with a review',
      { ...imported, review: judged },
      true,
      'Nadir finds it',
      'was imported',
    ],
    ['that was imported, the last one', imported, false, 'the scene comes back', 'was imported'],
  ])('%s says before it is deleted what becomes of its scene', async (_, fields, stays, later, forever) => {
    const { user } = await show(fields);
    await user.click(within(await openMenu(user)).getByRole('menuitem', { name: 'Delete from disk' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this file from disk?' });
    const becomes = stays ? 'Its scene stays in the library' : 'leaves the library too';
    expect(dialog.textContent).toContain(becomes);
    expect(dialog.textContent).toContain(later);
    await user.click(within(dialog).getByRole('checkbox', { name: 'Delete permanently, without the trash' }));
    expect(dialog.textContent).toContain(becomes);
    expect(dialog.textContent).toContain(forever);
  });

  it('says so when it stays because another scene has it too', async () => {
    const { user } = await show({ files: [fileOf(onDisk)] }, { keptFor: 'S2' });
    await user.click(within(await openMenu(user)).getByRole('menuitem', { name: 'Delete from disk' }));
    const dialog = await screen.findByRole('dialog', { name: 'Delete this file from disk?' });
    await user.click(within(dialog).getByRole('button', { name: 'Delete from disk' }));
    expect(await screen.findByText('The file stays on the disk')).toBeDefined();
    expect(
      screen.getByText('It was removed from this scene only, because “S2” has the same file.'),
    ).toBeDefined();
  });

  it('is shown in its folder by the keys', async () => {
    const { user, main } = await show({ files: [fileOf(onDisk)] });
    button('More actions for scene.tif').focus();
    await user.keyboard('{Enter}');
    const item = await screen.findByRole('menuitem', { name: 'Show in folder' });
    await waitFor(() => expect(document.activeElement).toBe(item));
    await user.keyboard('{Enter}');
    await waitFor(() => expect(main.asked('app.revealFile')).toEqual([{ fileId: 1 }]));
  });

  it('has its checksum to copy', async () => {
    const { user } = await show({ files: [fileOf(onDisk)] });
    await user.click(within(await openMenu(user)).getByRole('menuitem', { name: 'Copy SHA-256' }));
    expect(await window.navigator.clipboard.readText()).toBe('a'.repeat(64));
  });
});

describe('an archive', () => {
  const files = [fileOf({ ...archive, ...onDisk })];
  const unpack = async (user: Awaited<ReturnType<typeof show>>['user']) =>
    user.click(within(await openMenu(user, 'all.zip')).getByRole('menuitem', { name: 'Unpack' }));

  it('is unpacked, with what came out and where it lies', async () => {
    const { user, main } = await show({ files });
    await unpack(user);
    expect(await screen.findByText('1,200 files, 1.2 MB, in the folder')).toBeDefined();
    expect(screen.getByText('/library/all')).toBeDefined();
    expect(screen.getByRole('list', { name: 'Unpacked files' }).children).toHaveLength(1_200);
    await user.click(button('Show the folder'));
    await waitFor(() => expect(main.asked('app.revealFile')).toEqual([{ fileId: 2, unpacked: true }]));
  });

  it('is left alone when the window is closed before it is done', async () => {
    const { user, main } = await show({ files }, { unpack: () => new Promise(() => undefined) });
    await unpack(user);
    expect(await screen.findByText(/^Unpacking all\.zip\./)).toBeDefined();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(main.signals('delivery.unpack')[0]?.aborted).toBe(true);
  });

  it('says which entry is at fault, and tries again', async () => {
    let fail = true;
    const { user } = await show(
      { files },
      {
        async unpack() {
          if (fail)
            throw new AppError('ARCHIVE_REFUSED', {
              fileName: 'all.zip',
              entry: '../out',
              reason: 'outside',
            });
        },
      },
    );
    await unpack(user);
    expect((await screen.findByRole('alert')).textContent).toContain('../out');
    fail = false;
    await user.click(button('Try again'));
    expect(await screen.findByText('/library/all')).toBeDefined();
  });
});
