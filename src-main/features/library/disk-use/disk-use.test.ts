import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../../../testing/open-test-store.ts';
import { AppError } from '../../../core/app-error.ts';
import { unpackMigrations } from '../../downloads/archives/unpack-table.ts';
import { createSceneList } from '../scene-list.ts';
import { libraryMigrations } from '../tables.ts';
import { createDiskUseQueries, type FreeableFilter } from './disk-use-queries.ts';
import { createFreeing } from './freeing.ts';
import { createOwnFiles } from './own-files.ts';

const all: FreeableFilter = { before: null, connections: ['known'], others: ['/other/'] };
let opened: TestStore;
let folder: string;
beforeEach(() => {
  opened = openTestStore([...libraryMigrations, ...unpackMigrations]);
  folder = mkdtempSync(join(tmpdir(), 'nadir-use-'));
  const scene = (id: number, project: string | null, takenAt: string | null, connection = 'known') =>
    opened.store.run(
      `INSERT INTO scene (id, connection_id, contract_id, scene_id, project, taken_at, folded, raw, seen_at)
       VALUES (:id, :connection, '', 'S' || :id, :project, :takenAt, '', '{}', '')`,
      { id, connection, project, takenAt },
    );
  const file = (
    id: number,
    sceneRow: number,
    path: string | null,
    bytes: number,
    name = `f${id}`,
    missing = 0,
  ) =>
    opened.store.run(
      `INSERT INTO scene_file (id, scene_row, kind, name, file_name, bands, position, path, size_bytes, saved_at, missing)
       VALUES (:id, :sceneRow, 'raster', :name, :name, '[]', 0, :path, :bytes, '2026-05-01T00:00:00.000Z', :missing)`,
      { id, sceneRow, path, bytes, name, missing },
    );
  scene(1, 'Coast', '2024-03-01T00:00:00.000Z');
  scene(2, 'Coast', '2026-04-02T00:00:00.000Z');
  scene(3, null, null, 'gone');
  scene(4, 'Fields', '2026-04-03T00:00:00.000Z');
  file(1, 1, 'Coast/S1/a.tif', 100);
  file(2, 1, 'Coast/S1/t.png', 1, 'thumbnail');
  file(3, 2, 'Coast/S2/all.zip', 1_000, 'delivery_zip');
  file(4, 3, 'x/S3/a.tif', 50);
  file(5, 4, '/other/Fields/S4/a.tif', 7_000);
  file(6, 4, 'lost.tif', 9, 'lost', 1);
  file(7, 4, null, 9, 'never');
});
afterEach(() => {
  opened.remove();
  rmSync(folder, { recursive: true, force: true });
});

describe('the report of disk use', () => {
  it('adds up files on disk by project and by month, also those of other folders', () => {
    const report = createDiskUseQueries(opened).report(all);
    expect(report.total).toEqual({ scenes: 4, files: 5, bytes: 8_151, thumbnailOnly: 0 });
    expect(report.projects).toEqual([
      { project: 'Fields', scenes: 1, files: 1, bytes: 7_000 },
      { project: 'Coast', scenes: 2, files: 3, bytes: 1_101 },
      { project: null, scenes: 1, files: 1, bytes: 50 },
    ]);
    expect(report.months.map(({ month, bytes }) => [month, bytes])).toEqual([
      ['2026-04', 8_000],
      ['2024-03', 101],
      [null, 50],
    ]);
    expect(report.otherProjects).toBeNull();
  });

  it('has the month of a scene of which a day is known, and no month for one of which a year is known', () => {
    const within = (id: number, start: string, end: string) =>
      opened.store.run('UPDATE scene SET taken_at = NULL, raw = :raw WHERE id = :id', {
        id,
        raw: JSON.stringify({
          acquiredWithin: { start: `${start}T00:00:00.000Z`, end: `${end}T23:59:59.999Z` },
        }),
      });
    within(1, '2024-03-01', '2024-03-01');
    within(2, '2024-01-01', '2024-12-31');
    const queries = createDiskUseQueries(opened);
    const { months } = queries.report(all);
    expect(months.map(({ month, scenes }) => [month, scenes])).toEqual([
      ['2026-04', 1],
      ['2024-03', 1],
      [null, 2],
    ]);
    // Only what is certainly older is freed as older.
    const older = (before: string) =>
      queries.freeable('older', { ...all, before }, { after: 0, limit: 9 }).map(({ fileId }) => fileId);
    expect(older('2024-06-01T00:00:00.000Z')).toEqual([1]);
    expect(older('2025-01-01T00:00:00.000Z')).toEqual([1, 3]);
  });

  it('counts the scenes that the list shows as on disk, and those with a thumbnail only', async () => {
    opened.store.run(`UPDATE scene_file SET path = NULL WHERE id = 1`);
    const { total, projects } = createDiskUseQueries(opened).report(all);
    expect(total).toEqual({ scenes: 3, files: 4, bytes: 8_051, thumbnailOnly: 1 });
    expect(projects.find(({ project }) => project === 'Coast')).toMatchObject({ scenes: 1, files: 2 });
    const list = createSceneList({ store: opened.store, flagged: undefined });
    const page = { offset: 0, limit: 10, sort: 'name', descending: false } as const;
    expect((await list.list({ ...page, filter: { onDiskOnly: true } })).total).toBe(total.scenes);
  });

  it('has one row for all projects beyond the limit', () => {
    opened.store.transaction(() => {
      for (let id = 100; id < 320; id += 1) {
        opened.store.run(
          `INSERT INTO scene (id, connection_id, contract_id, scene_id, project, folded, raw, seen_at) VALUES (:id, 'c', '', :id, 'P' || :id, '', '{}', '')`,
          { id },
        );
        opened.store.run(
          `INSERT INTO scene_file (scene_row, kind, name, file_name, bands, position, path, size_bytes) VALUES (:id, 'raster', 'a', 'a', '[]', 0, 'p' || :id, 1)`,
          { id },
        );
      }
    });
    const { projects, otherProjects, total } = createDiskUseQueries(opened).report(all);
    const listed = projects.reduce((sum, { bytes }) => sum + bytes, 0);
    expect(projects).toHaveLength(200);
    expect(listed + (otherProjects?.bytes ?? 0)).toBe(total.bytes);
  });
});

describe('the files that may be freed', () => {
  const bytesOf = (filter: FreeableFilter) =>
    Object.fromEntries(
      createDiskUseQueries(opened)
        .report(filter)
        .freeable.map(({ kind, bytes }) => [kind, bytes]),
    );

  it('are no thumbnails, no files of other folders, and none that no connection can download', () => {
    expect(bytesOf(all)).toEqual({ archives: 0, again: 1_100, older: 1_150 });
    expect(bytesOf({ ...all, connections: [] })).toMatchObject({ again: 0, older: 1_150 });
    expect(bytesOf({ ...all, others: [] })).toMatchObject({ again: 8_100 });
  });

  it('are selected by the acquisition time, or else by the time of the download', () => {
    expect(bytesOf({ ...all, before: '2026-04-15T00:00:00.000Z' })).toMatchObject({
      again: 1_100,
      older: 1_100,
    });
    expect(bytesOf({ ...all, before: '2025-01-01T00:00:00.000Z' })).toMatchObject({ again: 100, older: 100 });
  });

  it('include archives once they are unpacked', () => {
    opened.store.run(`INSERT INTO unpacking (file_id, folder) VALUES (3, 'all')`);
    expect(bytesOf(all)).toMatchObject({ archives: 0 });
    opened.store.run(`UPDATE unpacking SET done_at = '2026-05-01T00:00:00Z'`);
    expect(bytesOf(all)).toMatchObject({ archives: 1_000 });
  });
});

describe('the freeing', () => {
  const place = (path: string, bytes = 10) => {
    const file = join(folder, path);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, Buffer.alloc(bytes));
    return file;
  };

  function create(
    options: {
      deleteFile?: (id: LibraryFileId) => Promise<unknown>;
      shared?: number[];
      inUse?: number[];
    } = {},
  ) {
    const deleted: number[] = [];
    const queries = createDiskUseQueries(opened);
    const ownFiles = createOwnFiles({
      folder: () => folder,
      instance: 'me',
      isInUse: async (id) => (options.inUse ?? []).includes(id),
    });
    const freeing = createFreeing({
      queries: { freeable: async (...args) => queries.freeable(...args) },
      ownFiles,
      filter: () => all,
      async deleteFile(id) {
        await options.deleteFile?.(id);
        if (options.shared?.includes(id)) return false;
        deleted.push(id);
        opened.store.run('UPDATE scene_file SET path = NULL WHERE id = :id', { id });
        return true;
      },
      isUnpacked: async (id) => id !== 3,
      changed: () => undefined,
      onError: () => undefined,
    });
    return { freeing, ownFiles, deleted };
  }

  it('deletes display copies of this data folder only', async () => {
    const own = place('.display/me-7.tif');
    const others = ['.display/you-7.tif', '.display/me-7.tif.part', '.display/me-x.tif'].map((each) =>
      place(each),
    );
    const { freeing, ownFiles } = create();
    expect(await ownFiles.use('display')).toEqual({ files: 1, bytes: 10 });
    freeing.start('display', { months: 0, files: 100 });
    await freeing.idle();
    expect(freeing.status()).toMatchObject({ state: 'done', files: 1, bytes: 10, left: 0 });
    expect(existsSync(own)).toBe(false);
    expect(others.every((path) => existsSync(path))).toBe(true);
  });

  it('deletes partial files of ended downloads, and none that a download still needs', async () => {
    const [needed, left] = [place('.partial/me-1.part'), place('.partial/me-2.part', 30)];
    const { freeing, ownFiles } = create({ inUse: [1] });
    expect(await ownFiles.use('partial')).toEqual({ files: 1, bytes: 30 });
    freeing.start('partial', { months: 0, files: 9 });
    await freeing.idle();
    expect([existsSync(needed), existsSync(left)]).toEqual([true, false]);
  });

  it('frees no more files than the user confirmed', async () => {
    const { freeing, deleted } = create();
    freeing.start('older', { months: 0, files: 2 });
    await freeing.idle();
    expect(deleted).toEqual([1, 3]);
    expect(freeing.status()).toMatchObject({ state: 'done', files: 2, bytes: 1_100 });
  });

  it('keeps an archive whose folder is not complete', async () => {
    opened.store.run(`INSERT INTO unpacking (file_id, folder, done_at) VALUES (3, 'all', '2026')`);
    const { freeing, deleted } = create();
    freeing.start('archives', { months: 0, files: 1 });
    await freeing.idle();
    expect(deleted).toEqual([]);
    expect(freeing.status()).toMatchObject({ state: 'done', files: 0, left: 1 });
  });

  it('keeps a file that another scene claims too, and continues', async () => {
    const { freeing, deleted } = create({ shared: [1] });
    freeing.start('older', { months: 0, files: 9 });
    await freeing.idle();
    expect(deleted).not.toContain(1);
    expect(freeing.status()).toMatchObject({ state: 'done', files: deleted.length, left: 1 });
    expect(deleted.length).toBeGreaterThan(0);
  });

  it('stops at a file that cannot be removed and says why; one runs at a time and can be cancelled', async () => {
    const failing = create({
      deleteFile: () => Promise.reject(new AppError('TRASH_FAILED', { path: 'a', detail: 'EXDEV' })),
    });
    failing.freeing.start('older', { months: 0, files: 9 });
    expect(() => failing.freeing.start('older', { months: 0, files: 9 })).toThrow('CONFLICT');
    await failing.freeing.idle();
    expect(failing.freeing.status()).toMatchObject({
      state: 'failed',
      files: 0,
      error: { code: 'TRASH_FAILED' },
    });

    const { freeing, deleted } = create({
      async deleteFile() {
        void freeing.cancel();
      },
    });
    freeing.start('older', { months: 0, files: 9 });
    await freeing.idle();
    expect(freeing.status()).toMatchObject({ state: 'cancelled', files: 1 });
    expect(deleted).toEqual([1]);
  });
});
