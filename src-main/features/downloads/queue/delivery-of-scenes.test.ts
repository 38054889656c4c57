import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { defaultFolderPattern } from '../../../../src-preload/contract/folder-pattern.ts';
import type { CaptureId } from '../../../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../../../testing/open-test-store.ts';
import { type PracticeHarness, startPracticeHarness } from '../../../../testing/practice-harness.ts';
import { createTestOwners } from '../../../../testing/test-owners.ts';
import { createRasterWorkerClient } from '../../../raster/raster-worker-client.ts';
import { createDeliverableFiles } from '../../library/deliverable-files.ts';
import { createLibrary, type Library } from '../../library/library.ts';
import { createSceneLinks } from '../../library/scene-links.ts';
import { createSceneTable, type SceneTable } from '../../library/scene-table.ts';
import { libraryMigrations } from '../../library/tables.ts';
import { createDelivery, type Delivery } from './delivery.ts';
import { deliveryMigrations } from './delivery-migrations.ts';
import { createTransferTable } from './transfer-table.ts';

/** Library and delivery, connected as in the application, with the practice service. */
let practice: PracticeHarness;
let opened: TestStore;
let table: SceneTable;
let library: Library;
let delivery: Delivery;
let folderPattern: string;
let links: string[];
let checkDone: (() => void) | null;
const closing = new AbortController();

beforeEach(async () => {
  practice = await startPracticeHarness({ emptyWorld: false, sceneSizePx: 400 });
  opened = openTestStore([...libraryMigrations, ...deliveryMigrations]);
  const folder = join(opened.folder, 'library');
  mkdirSync(folder);
  links = [];
  checkDone = null;
  const { store } = opened;
  const now = () => new Date();
  const transfers = createTransferTable({ store, now });
  table = createSceneTable({
    store,
    now,
    taskOfCapture: () => ({ taskId: 1, name: 'Task', project: '../Coast' }),
    transferring: transfers.isTransferring,
  });
  const sceneLinks = createSceneLinks({
    service: practice.service,
    closing: closing.signal,
    store(scope, captureId, rows) {
      for (const { parsed } of rows)
        links.push(...[...parsed.attachments, ...parsed.rasters].flatMap(({ url }) => url ?? []));
      return library.storeScenes(scope, captureId, rows);
    },
  });
  library = createLibrary({
    removed: { note: () => undefined },
    store,
    table,
    links: sceneLinks,
    rasters: createRasterWorkerClient({ folder: () => folder }),
    folder: () => folder,
    changed: () => undefined,
    wantThumbnails: () => undefined,
    owners: createTestOwners({ store, library: folder }),
  });
  folderPattern = defaultFolderPattern;
  delivery = createDelivery({
    instance: 'test',
    table: transfers,
    files: createDeliverableFiles({ store }),
    links: sceneLinks,
    fetcher: practice.links,
    folder: () => folder,
    folderPattern: () => folderPattern,
    saved: library.saved,
    changed: () => checkDone?.(),
    onError(error) {
      throw error;
    },
    now: Date.now,
    random: () => 0,
    setTimer(run) {
      const soon = setImmediate(run);
      return () => clearImmediate(soon);
    },
  });
});
afterEach(async () => {
  await delivery.close();
  opened.remove();
  await practice.end();
});

async function publishedCapture(): Promise<CaptureId> {
  for await (const page of practice.client.taskPages({ status: 'completed' }, practice.signal)) {
    for (const { parsed } of page.rows) {
      const { rows: captures } = await practice.client.captures(parsed.task_id, practice.signal);
      const published = captures.find((capture) => capture.parsed.status === 'published');
      if (published) return published.parsed.capture_id;
    }
  }
  throw new Error('nothing is published');
}

async function downloadAll(captureId: CaptureId) {
  const scenes = await library.refreshCapture(practice.scope, captureId);
  const ids = scenes.flatMap((scene) => scene.files.map((file) => file.fileId));
  await delivery.download(ids);
  await new Promise<void>((resolve, reject) => {
    checkDone = () => {
      void delivery.list().then((transfers) => {
        const failed = transfers.find(({ state }) => state === 'failed');
        if (failed) reject(new Error(JSON.stringify(failed.error)));
        if (transfers.every(({ state }) => state === 'done')) resolve();
      }, reject);
    };
    checkDone();
  });
  return scenes.map((scene) => table.get(scene.librarySceneId));
}

async function expectServed(scenes: Awaited<ReturnType<typeof downloadAll>>) {
  for (const scene of scenes) {
    expect(scene.files).toHaveLength(6);
    for (const file of scene.files) {
      expect(file.state).toBe('on-disk');
      expect(file.sha256).toBe((await practice.served(scene.sceneId, file.fileName)).sha256);
      expect(library.onDisk(file.fileId).path.startsWith(join(opened.folder, 'library', '.._Coast'))).toBe(
        true,
      );
    }
  }
}

it('puts the files of a scene into the folders of the pattern', async () => {
  folderPattern = '{satellite}/{task}/{year}';
  const [scene] = await downloadAll(await publishedCapture());
  const [file] = scene?.files ?? [];
  if (!scene || !file) throw new Error('no file');
  const year = scene.timestamp?.slice(0, 4) ?? '';
  expect(year).toMatch(/^\d{4}$/);
  expect(dirname(library.onDisk(file.fileId).path)).toBe(
    join(opened.folder, 'library', scene.satelliteName ?? '', 'Task', year),
  );
});

it('brings every file of a capture, byte for byte; no link is kept anywhere', async () => {
  const scenes = await downloadAll(await publishedCapture());
  await expectServed(scenes);
  const [scene] = scenes;
  const raster = scene?.files.find((file) => file.kind === 'raster');
  if (!raster) throw new Error('no raster');
  expect(await library.rasterInfo(raster.fileId)).toMatchObject({ widthPx: 400, fileName: raster.fileName });
  const bytes = opened.bytes();
  expect(links.length).toBeGreaterThan(0);
  for (const link of links) {
    expect(bytes.includes(link)).toBe(false);
    const token = /(?:token=|\/token\/)([^/&]+)/.exec(link)?.[1] ?? link;
    expect(bytes.includes(token)).toBe(false);
  }
});

it('links that expire before every file are renewed by one query for all', async () => {
  const captureId = await publishedCapture();
  await library.refreshCapture(practice.scope, captureId);
  await practice.expireLinks();
  await practice.fault({ path: '/download/|/raster/', skip: 3, count: 2 }, { status: 403 });
  const before = await practice.count('GET', /scenes\/\?/);
  await expectServed(await downloadAll(captureId));
  // At most: one query for the download itself, one for the expiry, and one for each of the two planned refusals.
  expect((await practice.count('GET', /scenes\/\?/)) - before).toBeLessThanOrEqual(4);
});

it('a bad network in between changes nothing', async () => {
  const captureId = await publishedCapture();
  await practice.fault({ path: '/raster/', count: 3 }, { resetAfterBytes: 100_000 });
  await practice.fault({ path: '/download/', count: 2 }, { truncatedChunked: true });
  await practice.fault({ path: '/raster/', skip: 3, count: 1 }, { status: 503 });
  await expectServed(await downloadAll(captureId));
});
