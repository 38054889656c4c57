import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  captureIdSchema,
  type LibraryFileId,
  type LibrarySceneId,
  librarySceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { deliverableRaw, deliverableRow, orderIdOf, orderRow } from '../../../testing/order-rows.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { unusedClient } from '../../../testing/unused-client.ts';
import { AppError } from '../../core/app-error.ts';
import { wireSceneSchema } from '../../service/api/wire.ts';
import { createSceneAssets, type SceneAssets } from './scene-assets.ts';
import { type OrderOfAssets, sceneAssetsMigrations } from './scene-assets-table.ts';
import { createSceneLinks } from './scene-links.ts';
import { createSceneList } from './scene-list.ts';
import { createSceneTable, type SceneTable } from './scene-table.ts';
import { libraryMigrations } from './tables.ts';

const orderId = orderIdOf(7);
const now = () => new Date('2026-03-01T00:00:00Z');
let opened: TestStore;
let scenes: SceneTable;
let assets: SceneAssets;
let client: typeof unusedClient;
let order: OrderOfAssets | null;
let asked: string[];
let thumbnails: LibraryFileId[];

/** The smallest that is met (service §10.4): no capture, no scene, addresses that change with each answer. */
const thin = (turn: number, fields: Record<string, unknown> = {}) => ({
  capture_id: undefined,
  order: orderId,
  deliverable_id: 'd7',
  assets: {
    visual: { href: `https://storage.invalid/v/${turn}?sig=CANARY-${turn}` },
    analytic: { href: `https://storage.invalid/a/${turn}?sig=CANARY-${turn}` },
    thumbnail: { href: `https://storage.invalid/t/${turn}?sig=CANARY-${turn}` },
  },
  ...fields,
});

beforeEach(() => {
  opened = openTestStore([...libraryMigrations, ...sceneAssetsMigrations]);
  const { store } = opened;
  [asked, thumbnails] = [[], []];
  order = { name: 'Harbour', project: 'Ports', taskId: null };
  scenes = createSceneTable({ store, now, taskOfCapture: () => null, transferring: () => false });
  client = {
    ...unusedClient,
    async orderDeliverables(id) {
      asked.push(`deliverables of ${id}`);
      return {
        rows: [deliverableRow(7, thin(asked.length)), deliverableRow(8, { assets: {} })],
        whole: true,
      };
    },
  };
  assets = createSceneAssets({
    service: { forScope: () => client },
    store,
    now,
    scene: scenes.get,
    order: () => order,
    wantThumbnails: (ids) => thumbnails.push(...ids),
    changed: () => undefined,
    closing: new AbortController().signal,
  });
});
afterEach(() => opened.remove());

const refresh = () => assets.refresh(scope, orderId, ['d7', 'd8']);
const linkOf = async (name: string, stale: string | null = null) => {
  const [delivered] = assets.ofOrder(scope, orderId);
  const file = delivered?.scene.files.find((each) => each.name === name);
  if (!delivered || !file) throw new Error(`no file ${name}`);
  return assets.link({ scope, scene: delivered.scene.librarySceneId, kind: file.kind, name }, stale);
};

describe('a deliverable with assets alone', () => {
  it('is a scene with files that can be fetched; its thumbnail comes unasked', async () => {
    expect(assets.ofOrder(scope, orderId)).toEqual([]);
    const [delivered, ...others] = await refresh();
    expect(others).toEqual([]);
    expect(delivered).toMatchObject({
      deliverableId: 'd7',
      scene: {
        sceneId: 'd7',
        captureId: null,
        taskName: 'Harbour',
        project: 'Ports',
        timestamp: null,
        bbox: null,
      },
    });
    expect(
      delivered?.scene.files.map(({ kind, name, fileName, state }) => [kind, name, fileName, state]),
    ).toEqual([
      ['raster', 'visual', 'visual.tif', 'remote'],
      ['raster', 'analytic', 'analytic.tif', 'remote'],
      ['attachment', 'thumbnail', 'thumbnail.png', 'remote'],
    ]);
    expect(thumbnails).toEqual([delivered?.scene.files[2]?.fileId]);
    expect(assets.ofOrder(scope, orderId)).toEqual([delivered]);
  });

  it('keeps its links in memory only, and says which addresses are an asset', async () => {
    await refresh();
    const link = await linkOf('visual');
    expect(link).toBe('https://storage.invalid/v/1?sig=CANARY-1');
    expect(assets.isAsset(scope.connectionId, link ?? '')).toBe(true);
    expect(assets.isAsset(scope.connectionId, 'https://storage.invalid/v/1')).toBe(false);
    expect(opened.bytes().includes('CANARY')).toBe(false);
    expect(JSON.stringify(assets.ofOrder(scope, orderId))).not.toContain('storage.invalid');
  });

  it('gets fresh links by asking the order again, once for all of its files', async () => {
    await refresh();
    const stale = await linkOf('visual');
    const other = await linkOf('analytic');
    const fresh = await Promise.all([linkOf('visual', stale), linkOf('analytic', other)]);
    expect(fresh).toEqual([
      'https://storage.invalid/v/2?sig=CANARY-2',
      'https://storage.invalid/a/2?sig=CANARY-2',
    ]);
    expect(asked).toHaveLength(2);
    // A transfer that still runs on the address of before may go on.
    expect(assets.isAsset(scope.connectionId, stale ?? '')).toBe(true);
  });

  it('keeps the identity of its files over addresses and restarts', async () => {
    const first = await refresh();
    const second = await refresh();
    expect(second.map(({ scene }) => scene.files.map(({ fileId }) => fileId))).toEqual(
      first.map(({ scene }) => scene.files.map(({ fileId }) => fileId)),
    );
    expect(second).toHaveLength(1);
  });

  it.each(['nested in the order', 'listed among all'])('is found where it is %s', async (where) => {
    client.orderDeliverables = () => Promise.reject(new AppError('NOT_FOUND', { what: 'deliverables' }));
    const raw = deliverableRaw(7, thin(9));
    client.order = async () => orderRow(7, where === 'nested in the order' ? { deliverables: [raw] } : {});
    client.deliverablePages = async function* () {
      const foreign = deliverableRow(1, { order: '8', deliverable_id: 'other' });
      yield { rows: [deliverableRow(7, { ...thin(9), order: 7 }), foreign], total: 2, unreadable: 0 };
    };
    const [delivered] = await refresh();
    expect(delivered?.scene.files).toHaveLength(3);
  });

  it('that is refused is told, not taken for one without files', async () => {
    client.orderDeliverables = () => Promise.reject(new AppError('UNAUTHORIZED', { host: 'x', detail: '' }));
    await expect(refresh()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

it('links of scene queries go the way of before; a file of neither kind is not found', async () => {
  await refresh();
  const captureId = captureIdSchema.parse('c');
  const raw = {
    scene_id: 'S',
    attachments: [],
    rasters: [{ file_name: 'r.tif', url: 'https://c.invalid/token/t/r.tif', bands: [] }],
  };
  const row = { parsed: wireSceneSchema.parse(raw), raw };
  client.scenes = async () => [row];
  const links = createSceneLinks({
    service: { forScope: () => client },
    store: (...[of, capture, rows]) => rows.map((each) => scenes.put(of, capture, each)),
    asset: assets.link,
    closing: new AbortController().signal,
  });
  const [scene = librarySceneIdSchema.parse(1)] = await links.query(scope, captureId);
  const file = { scope, scene, kind: 'raster', name: 'r.tif' } as const;
  expect(await links.link({ ...file, captureId }, null)).toBe('https://c.invalid/token/t/r.tif');
  const [delivered] = assets.ofOrder(scope, orderId);
  const asset = { ...file, captureId: null, scene: delivered?.scene.librarySceneId ?? scene };
  expect(await links.link({ ...asset, name: 'visual' }, null)).toContain('/v/');
  await expect(links.link({ ...asset, name: 'gone' }, null)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('a deliverable that names a scene which is known adds its files there, and takes nothing from it', async () => {
  const raw = {
    scene_id: 'S9',
    timestamp: '2026-02-01T10:00:00Z',
    satellite_name: 'SN1',
    attachments: [{ name: 'preview', file_name: 'p.png', url: 'https://c.invalid/p?token=x' }],
    rasters: [],
  };
  const id = scenes.put(scope, captureIdSchema.parse('c'), { parsed: wireSceneSchema.parse(raw), raw });
  client.orderDeliverables = async () => ({
    rows: [deliverableRow(7, thin(1, { scene_id: 'S9' }))],
    whole: true,
  });
  const [delivered] = await refresh();
  expect(delivered?.scene).toMatchObject({
    librarySceneId: id,
    captureId: 'c',
    timestamp: '2026-02-01T10:00:00.000Z',
    satelliteName: 'SN1',
  });
  expect(delivered?.scene.files.map(({ name }) => name).sort()).toEqual([
    'analytic',
    'preview',
    'thumbnail',
    'visual',
  ]);
});

describe('a file that the scene query and an order both list is one file', () => {
  const captureId = captureIdSchema.parse('c');
  const url = 'https://c.invalid/token/t/S9_VISUAL.tif';
  const raw = {
    scene_id: 'S9',
    timestamp: '2026-02-01T10:00:00Z',
    attachments: [],
    rasters: [
      { file_name: 'S9_VISUAL.tif', url, bands: ['red', 'green', 'blue'] },
      { file_name: 'S9.tif', url, bands: ['red', 'green', 'blue', 'nir'] },
    ],
  };
  const href = (name: string) => `https://storage.invalid/token/k/raster/${name}`;
  const ordered = {
    scene_id: 'S9',
    assets: { visual: { href: href('S9_visual.tif') }, analytic: { href: href('S9.tif') } },
  };
  const putScene = () => scenes.put(scope, captureId, { parsed: wireSceneSchema.parse(raw), raw });
  const filesOf = (id: LibrarySceneId) =>
    scenes.get(id).files.map(({ kind, name, bands }) => [kind, name, bands.length]);
  const givenOrder = (fields: Record<string, unknown> = ordered) => {
    client.orderDeliverables = async () => ({ rows: [deliverableRow(7, thin(1, fields))], whole: true });
  };

  it('when the scene was queried first; it keeps its name, and the order still has its link', async () => {
    const id = putScene();
    givenOrder();
    const [delivered] = await refresh();
    expect(filesOf(id)).toEqual([
      ['raster', 'S9_VISUAL.tif', 3],
      ['raster', 'S9.tif', 4],
    ]);
    expect(delivered?.scene.librarySceneId).toBe(id);
    expect(await linkOf('S9_VISUAL.tif')).toBe(href('S9_visual.tif'));
  });

  it('when the order was read first; a second reading of both adds nothing', async () => {
    givenOrder();
    const [delivered] = await refresh();
    const id = putScene();
    expect(id).toBe(delivered?.scene.librarySceneId);
    await refresh();
    putScene();
    expect(filesOf(id)).toEqual([
      ['raster', 'visual', 3],
      ['raster', 'analytic', 4],
    ]);
    expect(await linkOf('visual')).toBe(href('S9_visual.tif'));
  });

  it('but not a raster and a picture of that name, nor one of two that it could be, nor another of the same answer', async () => {
    const two = { ...raw, rasters: [] as object[] };
    two.rasters = ['a', 'b'].map((name) => ({ name, file_name: 'image.tif', url, bands: [] }));
    const id = scenes.put(scope, captureId, { parsed: wireSceneSchema.parse(two), raw: two });
    const stored = filesOf(id);
    expect(stored).toHaveLength(2);
    givenOrder({
      scene_id: 'S9',
      assets: {
        visual: { href: href('image.tif') },
        preview: { href: href('image.tif'), type: 'image/png', file_name: 'image.tif.png' },
      },
    });
    await refresh();
    expect(filesOf(id)).toEqual(
      expect.arrayContaining([...stored, ['raster', 'visual', 0], ['attachment', 'preview', 0]]),
    );
    expect(filesOf(id)).toHaveLength(4);
  });
});

describe('a search finds a scene by the name that it shows', () => {
  const captureId = captureIdSchema.parse('c');
  const raw = { scene_id: 'S9', timestamp: '2026-02-01T10:00:00Z', attachments: [], rasters: [] };
  const putScene = () => scenes.put(scope, captureId, { parsed: wireSceneSchema.parse(raw), raw });
  const found = async (search: string) => {
    const list = createSceneList({ store: opened.store, flagged: undefined });
    const range = { offset: 0, limit: 10, sort: 'name', descending: false } as const;
    return (await list.list({ ...range, filter: { search } })).rows.map(({ sceneId }) => sceneId);
  };
  beforeEach(() => {
    client.orderDeliverables = async () => ({
      rows: [deliverableRow(7, thin(1, { scene_id: 'S9' }))],
      whole: true,
    });
  });

  it('when an order names a scene that was known before', async () => {
    putScene();
    expect(await found('harbour')).toEqual([]);
    const [delivered] = await refresh();
    expect(delivered?.scene.taskName).toBe('Harbour');
    expect(await found('harbour')).toEqual(['S9']);
    expect(await found('ports d7')).toEqual(['S9']);
  });

  it('when the scene is queried after its order, by an answer without a name', async () => {
    await refresh();
    const id = putScene();
    expect(scenes.get(id).taskName).toBe('Harbour');
    expect(await found('harbour ports')).toEqual(['S9']);
    expect(await found('2026-02-01')).toEqual(['S9']);
  });

  it('when the order of a scene becomes known after its deliverable', async () => {
    order = null;
    await refresh();
    expect(await found('harbour')).toEqual([]);
    order = { name: 'Harbour', project: 'Ports', taskId: null };
    await refresh();
    expect(await found('harbour')).toEqual(['S9']);
  });
});
