import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { folderForImported, importTools } from '../src-main/app/import-tools.ts';
import { AppError } from '../src-main/core/app-error.ts';
import { removeUntouched } from '../src-main/features/downloads/archives/unpacked-files.ts';
import type { ReadReviews } from '../src-main/features/imports/import-options.ts';
import { createImportTable } from '../src-main/features/imports/import-table.ts';
import {
  type ImportQuestion,
  type ImportThread,
  importErrorOf,
} from '../src-main/features/imports/import-thread.ts';
import { createImportWork, failureOf, importsFolder } from '../src-main/features/imports/import-work.ts';
import { createReceivedFiles } from '../src-main/features/imports/received-files.ts';
import { createSceneImports } from '../src-main/features/imports/scene-imports.ts';
import { sceneImportsMigrations } from '../src-main/features/imports/tables.ts';
import { createHoldingsTable } from '../src-main/features/library/holdings/holdings-table.ts';
import { holdingsMigrations } from '../src-main/features/library/holdings/holdings-tables.ts';
import { createImportedScenes } from '../src-main/features/library/imported-scenes.ts';
import { createRemovedFiles } from '../src-main/features/library/removed-files.ts';
import { sceneAssetsMigrations } from '../src-main/features/library/scene-assets-table.ts';
import { createSceneRestore } from '../src-main/features/library/scene-restore.ts';
import { createSceneTable } from '../src-main/features/library/scene-table.ts';
import { libraryMigrations } from '../src-main/features/library/tables.ts';
import type { Store } from '../src-main/store/store.ts';
import type { LibraryFileId, LibrarySceneId } from '../src-preload/contract/ids.ts';
import type { ImportRow, SceneImport } from '../src-preload/contract/scene-imports.ts';
import { openTestStore } from './open-test-store.ts';
import { createTestOwners } from './test-owners.ts';
import { writeTiff } from './write-tiff.ts';

/** A raster of four pixels with its south-western corner at 10° E, 50° N; `value` makes its content differ. */
export function putRaster(path: string, value = 1): string {
  mkdirSync(dirname(path), { recursive: true });
  writeTiff(path, {
    widthPx: 2,
    heightPx: 2,
    data: Uint8Array.from([value, 2, 3, 4]),
    tags: [
      { tag: 33_550, type: 12, values: [0.5, 0.5, 0] },
      { tag: 33_922, type: 12, values: [0, 0, 0, 10, 51, 0] },
      { tag: 34_735, type: 3, values: [1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326] },
    ],
  });
  return path;
}

export function putText(path: string, text: string | object): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text));
  return path;
}

/** An item of another tool with one raster beside it. */
export const foreignItem = (id: string, fields: object = {}) => ({
  type: 'Feature',
  stac_version: '1.0.0',
  id,
  stac_extensions: ['https://example.com/unknown/v9.9.9/schema.json'],
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [1, 1],
        [2, 1],
        [2, 2],
        [1, 2],
        [1, 1],
      ],
    ],
  },
  properties: {
    datetime: '2026-03-05T10:30:00Z',
    platform: 'other-1',
    gsd: 10,
    'eo:cloud_cover': 7,
    'x:y': { z: 1 },
  },
  links: [],
  assets: { visual: { href: `./${id}.tif`, type: 'image/tiff; application=geotiff', roles: ['data'] } },
  ...fields,
});

/** What tests put between imports and the disk. */
export interface ImportFaults {
  /** Called before each question; what it throws is the answer. */
  before?: (question: ImportQuestion) => void;
  /** The folder of the library, once the user has selected another one. */
  library?: string;
  /** What rejects while something else answers in place of the library. */
  ensureLibrary?: () => Promise<void>;
  /** How many of these scenes have reviews. */
  reviewed?: (sceneRows: readonly LibrarySceneId[]) => number;
  /** What reads the reviews beside scenes. */
  readReviews?: (
    paths: readonly string[],
    nameInLibrary: (sceneId: string) => string | null,
  ) => Promise<ReadReviews>;
  fetch?: (url: string) => Promise<string>;
  download?: (url: string) => Promise<Buffer>;
}

/** Does what the thread does, in this one. */
function threadInProcess(faults: ImportFaults, copied: (bytes: number) => void): ImportThread {
  let work = createImportWork(importTools, copied);
  let run = 0;
  function ask(question: never): Promise<never>;
  async function ask(question: ImportQuestion): Promise<unknown> {
    const own = run;
    try {
      faults.before?.(question);
      const answer = await work(question);
      if (own !== run) throw new AppError('CANCELLED', {});
      return structuredClone(answer);
    } catch (error) {
      if (own !== run) throw new AppError('CANCELLED', {});
      throw importErrorOf(await failureOf(error));
    }
  }
  return {
    ask,
    async end() {
      run += 1;
      work = createImportWork(importTools, copied);
    },
  };
}

/** What a Nadir imports scenes with in tests. */
interface ImportPartsOptions {
  store: Store;
  now: () => Date;
  library: string;
  instance: string;
  faults: ImportFaults;
  rasterSaved: (fileId: LibraryFileId) => void;
  /** Called before a scene is recorded; what it throws happens instead. */
  recording?: () => void;
  onError: (error: unknown) => void;
}

/** Creates the imports of one process, with what they use of the library. */
export function createImportParts(options: ImportPartsOptions) {
  const { store, now, library, instance, faults, rasterSaved, onError } = options;
  const records = createImportedScenes({
    store,
    restore: createSceneRestore({ store, now }).restore,
    removed: createRemovedFiles({ store, now }),
  });
  const table = createImportTable({ store, now });
  const received = createReceivedFiles({
    folder: () => join(library, importsFolder, instance),
    safeName: importTools.safeName,
    syncFolder: importTools.syncFolder,
  });
  const owners = createTestOwners({ store, library, table: createHoldingsTable({ store, now }) });
  const imports = createSceneImports({
    store,
    table,
    now,
    instance,
    received,
    rasterSaved,
    onError,
    removeUntouched: (folder, files, scene) =>
      removeUntouched(folder, files, scene === undefined ? null : (paths) => owners.claimsOn(paths, scene)),
    countReviewed: (sceneRows) => faults.reviewed?.(sceneRows) ?? 0,
    readReviews: async (paths, { signal, nameInLibrary }) => {
      const read = (await faults.readReviews?.(paths, nameInLibrary)) ?? {
        read: paths.length,
        new: paths.length,
        problems: [],
      };
      signal.throwIfAborted();
      return read;
    },
    library: () => faults.library ?? library,
    ensureLibrary: async () => faults.ensureLibrary?.(),
    startThread: (copied) => threadInProcess(faults, copied),
    ports: {
      ...records,
      record(...scene) {
        options.recording?.();
        return records.record(...scene);
      },
      release: owners.release,
      absolute: (path) => (isAbsolute(path) ? path : join(faults.library ?? library, path)),
    },
    connectionOf: ({ connectionId }) => connectionId,
    folderFor: folderForImported,
    fetch: async (url) => (await faults.fetch?.(url)) ?? '{}',
    async download({ url, path }) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, (await faults.download?.(url)) ?? '');
    },
    changed: () => undefined,
    scenesChanged: () => undefined,
  });
  const scenes = createSceneTable({ store, now, taskOfCapture: () => null, transferring: () => false });
  return { imports, received, table, scenes, records };
}

const migrations = [
  ...libraryMigrations,
  ...sceneAssetsMigrations,
  ...holdingsMigrations,
  ...sceneImportsMigrations,
];

/** A library, a database and imports, in folders of their own. */
export function openImportWorld(faults: ImportFaults = {}) {
  const opened = openTestStore(migrations);
  const home = mkdtempSync(join(tmpdir(), 'nadir-import-'));
  const library = join(home, 'library');
  const source = join(home, 'source');
  for (const folder of [library, source]) mkdirSync(folder);
  const errors: unknown[] = [];
  const rasters: LibraryFileId[] = [];
  let time = new Date('2026-06-01T00:00:00Z');
  const now = () => time;

  let failsRecord = false;
  const create = () =>
    createImportParts({
      store: opened.store,
      now,
      library,
      faults,
      instance: 'a',
      recording() {
        if (!failsRecord) return;
        failsRecord = false;
        throw new Error('the process ended before the record');
      },
      rasterSaved: (id) => rasters.push(id),
      onError: (error) => errors.push(error),
    });
  let parts = create();

  const world = {
    home,
    library,
    source,
    errors,
    rasters,
    faults,
    get parts() {
      return parts;
    },
    get store() {
      return opened.store;
    },
    /** The next scene is put into the library and not recorded. */
    failRecord() {
      failsRecord = true;
    },
    setTime(text: string) {
      time = new Date(text);
    },
    newest(): SceneImport {
      const [first] = parts.imports.list();
      if (first === undefined) throw new Error('there is no import');
      return first;
    },
    rows: (): ImportRow[] => parts.imports.rows(world.newest().importId, { offset: 0, limit: 200 }).rows,
    /** Reads paths to the end. */
    async read(...paths: string[]) {
      await parts.imports.readPaths(paths.length > 0 ? paths : [source]);
      await parts.imports.idle();
      return world.newest();
    },
    /** Imports what is ready, to the end. */
    async carryOut() {
      parts.imports.start(world.newest().importId);
      await parts.imports.idle();
      return world.newest();
    },
    async undo() {
      parts.imports.undo(world.newest().importId);
      await parts.imports.idle();
      return world.newest();
    },
    /** The scenes of the list that have files on disk. */
    listed: async () => {
      const { rows } = await parts.scenes.list({
        filter: { onDiskOnly: true },
        sort: 'name',
        descending: false,
        offset: 0,
        limit: 200,
      });
      return rows;
    },
    details: async () => (await world.listed()).map(({ librarySceneId }) => parts.scenes.get(librarySceneId)),
    /** As after the end of the process. */
    restart() {
      opened.reopen();
      parts = create();
    },
    async remove() {
      await parts.imports.close();
      opened.remove();
      rmSync(home, { recursive: true, force: true });
    },
  };
  return world;
}

/** What `openImportWorld` returns. */
export type ImportWorld = ReturnType<typeof openImportWorld>;

/** Another Nadir with a database of its own that imports to the same library. */
export function openOtherNadir({ library }: Pick<ImportWorld, 'library'>) {
  const opened = openTestStore(migrations);
  const errors: unknown[] = [];
  const { imports } = createImportParts({
    store: opened.store,
    library,
    faults: {},
    instance: 'b',
    now: () => new Date('2026-06-02T00:00:00Z'),
    rasterSaved: () => undefined,
    onError: (error) => errors.push(error),
  });
  return {
    errors,
    async importFrom(...paths: string[]) {
      await imports.readPaths(paths);
      await imports.idle();
      imports.start(imports.list()[0]?.importId ?? 0);
      await imports.idle();
    },
    async remove() {
      await imports.close();
      opened.remove();
    },
  };
}
