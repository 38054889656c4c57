import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { z } from 'zod';
import { createCatalogScenes } from '../src-main/features/library/catalog-scenes.ts';
import { createFileDeletion } from '../src-main/features/library/delete-file.ts';
import { adoptEntered } from '../src-main/features/library/entered-facts.ts';
import { alwaysThere } from '../src-main/features/library/files-on-disk.ts';
import { createCatalogSync } from '../src-main/features/library/holdings/catalog-sync.ts';
import { createFileCheck } from '../src-main/features/library/holdings/check-files.ts';
import type { Disk } from '../src-main/features/library/holdings/disk/disk.ts';
import { readNamedFiles } from '../src-main/features/library/holdings/format/from-item.ts';
import { isItemName } from '../src-main/features/library/holdings/format/layout.ts';
import { createHoldingsTable } from '../src-main/features/library/holdings/holdings-table.ts';
import { createRebuild } from '../src-main/features/library/holdings/rebuild.ts';
import { createRepair } from '../src-main/features/library/holdings/repair.ts';
import { createRemovedFiles } from '../src-main/features/library/removed-files.ts';
import { createSceneRestore } from '../src-main/features/library/scene-restore.ts';
import { createSceneTable } from '../src-main/features/library/scene-table.ts';
import { wireSceneSchema } from '../src-main/service/api/wire.ts';
import type { Store } from '../src-main/store/store.ts';
import { captureIdSchema, type LibraryFileId, libraryFileIdSchema } from '../src-preload/contract/ids.ts';
import { holdingsInProcess } from './holdings-in-process.ts';
import { testScope } from './task-rows.ts';
import { createTestOwners } from './test-owners.ts';

const captureId = captureIdSchema.parse('capture');
const heldRow = z.object({ sceneId: z.string(), name: z.string(), sha256: z.string() });
const fileRow = z.object({ id: libraryFileIdSchema, sceneId: z.string(), path: z.string() });
const anyFileRow = fileRow.extend({ sceneRow: z.number() });

/** Content that tells which download brought it, of some length. */
const contentOf = (sceneId: string, turn: number) => `${sceneId} ${turn} `.repeat(20);

/**
 * True if an item of a library folder, known to an index or not, names a file for a scene that no service can send again. `path` is
 * relative to the library folder.
 */
function isIrreplaceable(library: string, path: string): boolean {
  const entries = readdirSync(library, { recursive: true, withFileTypes: true });
  return entries.some((entry) => {
    if (!entry.isFile() || !isItemName(entry.name)) return false;
    const item = join(entry.parentPath, entry.name);
    const named = readNamedFiles(relative(library, item).split(sep).join('/'), readFileSync(item, 'utf8'));
    return named?.paths.includes(path) === true && named.source?.connectionId !== testScope.connectionId;
  });
}

/** What a Nadir is made of in tests. */
interface HoldingsNadirOptions {
  store: Store;
  library: string;
  instance: string;
  disk: Disk;
  now: () => Date;
}

/** What one Nadir does with a library folder, without the network: its index, its catalog, its checks. */
export function createHoldingsNadir({ store, library, instance, disk, now }: HoldingsNadirOptions) {
  const scenes = createSceneTable({ store, now, taskOfCapture: () => null, transferring: () => false });
  const table = createHoldingsTable({ store, now });
  const connection = (id: string) =>
    id === testScope.connectionId ? { name: 'Imagery desk', service: 'https://catalog.example' } : null;
  const described = createCatalogScenes({ store, connection });
  const owners = createTestOwners({ store, library, table, disk, connection });
  const restore = createSceneRestore({ store, now }).restoreFound;
  const absolute = (path: string) => join(library, path);
  const deleteFile = createFileDeletion({
    store,
    table: scenes,
    owners,
    folder: () => library,
    removed: createRemovedFiles({ store, now }),
    forgetRaster: () => Promise.resolve(),
    files: { absolute, located: (path) => ({ path, root: library }), drives: alwaysThere },
  });
  const errors: unknown[] = [];
  let at = 0;
  const times = {
    monotonic: () => at,
    wait: async (ms: number) => {
      at += ms;
    },
    staleMs: 1_000,
    renewMs: 1e9,
    maxWaitMs: 60_000,
  };
  const startThread = () => holdingsInProcess(disk, times);
  const common = { store, table, library: () => library, changed: () => undefined };
  const onError = (error: unknown) => void errors.push(error);

  /** Puts a file on the disk and records it, as a download does: the record comes last. */
  function arrive(fileId: LibraryFileId, sceneId: string, turn: number) {
    const path = `Coast/${sceneId}/${sceneId}-${instance}.tif`;
    const content = contentOf(sceneId, turn);
    mkdirSync(dirname(absolute(path)), { recursive: true });
    writeFileSync(absolute(path), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    scenes.markSaved(fileId, { path, sizeBytes: content.length, sha256 });
  }

  /** The files on disk that a service can send again. */
  const files = () =>
    store.all(
      fileRow,
      `SELECT f.id, scene_id AS sceneId, path FROM scene_file f JOIN scene ON scene.id = scene_row
       WHERE path IS NOT NULL AND connection_id = :connectionId`,
      { connectionId: testScope.connectionId },
    );
  /** Files of other scenes that went with a deletion. */
  const taken: string[] = [];
  const allFiles = () =>
    store.all(
      anyFileRow,
      `SELECT f.id, scene_id AS sceneId, path, scene_row AS sceneRow FROM scene_file f JOIN scene ON scene.id = scene_row
       WHERE path IS NOT NULL ORDER BY f.id`,
    );

  async function removeOf(id: LibraryFileId, sceneId: string) {
    const others = allFiles().filter((each) => each.sceneId !== sceneId && existsSync(absolute(each.path)));
    try {
      return await deleteFile(id, { permanently: true });
    } finally {
      // A drive that is away has nothing.
      for (const each of existsSync(library) ? others : [])
        if (!existsSync(absolute(each.path)))
          taken.push(`the deletion of ${sceneId} took ${each.path} of ${each.sceneId}`);
    }
  }

  return {
    errors,
    scenes,
    owners,
    deleteFile,
    restore,
    files,
    /** All files that are recorded with a path, of whatever scene. */
    allFiles,
    /** Adds a scene, or a change of it, and its file. */
    add(sceneId: string, turn: number, isUndated: boolean) {
      const raw = {
        scene_id: sceneId,
        satellite_name: `SN${turn}`,
        productname: 'L1D_SR',
        attachments: [],
        timestamp: isUndated ? null : `202${turn % 4}-0${(turn % 9) + 1}-05T10:30:00Z`,
        rasters: [{ url: 'https://catalog.example/a.tif', bands: ['red'], file_name: `${sceneId}.tif` }],
      };
      const id = scenes.put(testScope, captureId, { parsed: wireSceneSchema.parse(raw), raw });
      const file = scenes.filesOf(id)[0];
      if (file !== undefined && file.path === null) arrive(file.fileId, sceneId, turn);
    },
    taken,
    /** Deletes a file, as a person does; returns who has it too, if it stays. */
    async remove(pick: number): Promise<string | null> {
      const file = files()[pick % Math.max(1, files().length)];
      return file === undefined ? null : removeOf(file.id, file.sceneId);
    },
    deleteForged: (id: LibraryFileId) => removeOf(id, scenes.get(scenes.file(id).librarySceneId).sceneId),
    damage(pick: number, how: number) {
      const file = files()[pick % Math.max(1, files().length)];
      if (file === undefined || !existsSync(absolute(file.path))) return;
      // What several scenes name is not damaged on purpose: those of a service alone can be repaired.
      if (allFiles().some(({ id, path }) => path === file.path && id !== file.id)) return;
      // The index has one copy of a scene that two Nadirs imported; the item of the other copy names its files all the same.
      if (isIrreplaceable(library, file.path)) return;
      if (how === 0) writeFileSync(absolute(file.path), 'short');
      else if (how === 1) rmSync(absolute(file.path));
      else writeFileSync(absolute(file.path), readFileSync(absolute(file.path), 'utf8').replaceAll(' ', '-'));
    },
    /** Writes what is noted once. */
    async sync() {
      let start: () => void = () => undefined;
      const sync = createCatalogSync({
        ...common,
        described: described.get,
        adopt: (sceneRow, scene) => void adoptEntered(store, sceneRow, scene),
        thread: startThread(),
        instance,
        onError,
        debounceMs: 0,
        setTimer(run) {
          start = run;
          return () => undefined;
        },
      });
      sync.wake();
      start();
      await sync.idle();
    },
    async check(anew = false) {
      const check = createFileCheck({ ...common, thread: startThread(), absolute, onError });
      check.start(anew);
      await check.idle();
      return check.status();
    },
    /** Repairs; what is wanted again comes at once, with the content that it had. */
    async repair() {
      const repair = createRepair({
        claimsOn: owners.claimsOn,
        table,
        absolute,
        library: common.library,
        changed: common.changed,
        markMissing: (fileId) => scenes.markMissing(fileId, true),
        async download(fileIds) {
          for (const file of files().filter(({ id }) => fileIds.includes(id)))
            arrive(file.id, file.sceneId, Number(scenes.file(file.id).rasterInfo ?? 0));
        },
      });
      const wanted = await repair.start();
      await repair.clean();
      return wanted;
    },
    async rebuild() {
      const rebuild = createRebuild({
        ...common,
        thread: startThread(),
        restore: (found) => restore({ ...found, connectionId: found.scene.source.connectionId }),
        onError,
        ended: () => undefined,
      });
      rebuild.start();
      await rebuild.idle();
      return rebuild.status();
    },
    waiting: table.countPending,
    bad: table.countBad,
    /** Everything that is recorded as on disk, with its checksum. */
    described: () =>
      store
        .all(
          heldRow,
          'SELECT scene_id AS sceneId, name, sha256 FROM scene_file f JOIN scene ON scene.id = scene_row WHERE path IS NOT NULL ORDER BY 1, 2',
        )
        .map(({ sceneId, name, sha256 }) => `${sceneId} ${name} ${sha256}`),
  };
}

/** What `createHoldingsNadir` returns. */
export type HoldingsNadir = ReturnType<typeof createHoldingsNadir>;
