import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import type { CatalogSource } from '../core/catalog-scene.ts';
import type { FileOwners } from '../core/file-claims.ts';
import type { Implementer } from '../core/implementer.ts';
import { removeUntouched } from '../features/downloads/archives/unpacked-files.ts';
import { createImportTable } from '../features/imports/import-table.ts';
import { createImportThread } from '../features/imports/import-thread.ts';
import { importsFolder } from '../features/imports/import-work.ts';
import { createReceivedFiles } from '../features/imports/received-files.ts';
import { createSceneImports } from '../features/imports/scene-imports.ts';
import { sceneImportsProcedures } from '../features/imports/scene-imports-procedures.ts';
import { createImportedScenes } from '../features/library/imported-scenes.ts';
import { createRemovedFiles } from '../features/library/removed-files.ts';
import { createSceneRestore } from '../features/library/scene-restore.ts';
import { createReviewRows } from '../features/reviews/review-rows.ts';
import type { LibraryPresence } from '../features/settings/library-presence.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { HttpModule } from './http.ts';
import { createImportRequests } from './import-requests.ts';
import { folderForImported, importTools } from './import-tools.ts';
import type { LibraryModule } from './library.ts';
import type { ReviewsModule } from './reviews.ts';
import type { SettingsModule } from './settings.ts';
import { soon } from './soon.ts';

interface SceneImportsModuleOptions {
  context: AppContext;
  store: Store;
  http: HttpModule;
  settings: Pick<SettingsModule, 'libraryFolder'>;
  presence: Pick<LibraryPresence, 'ensureThere'>;
  scenes: Pick<LibraryModule, 'library' | 'instance'>;
  owners: FileOwners;
  reviews: Pick<ReviewsModule, 'readFiles'>;
  /** Returns the connection of this data folder to which a scene in a library folder belongs. */
  connectionOf: (source: CatalogSource) => string;
}

const changedMs = 200;

const startWorker = () =>
  new Worker(new URL(`./scene-import-worker${extname(import.meta.url)}`, import.meta.url), {
    // If a hostile folder exhausts the memory, only this thread ends.
    resourceLimits: { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 64 },
  });

/** Creates the imports of scenes that did not come from a connection. */
export function createSceneImportsModule(options: SceneImportsModuleOptions) {
  const { context, store, http, settings, scenes, connectionOf, owners } = options;
  const { now, publish, events, notices } = context;
  const { library, instance } = scenes;
  const onError = context.onError('import of scenes');
  const home = () => join(settings.libraryFolder(), importsFolder, instance);
  const records = createImportedScenes({
    store,
    restore: createSceneRestore({ store, now }).restore,
    removed: createRemovedFiles({ store, now }),
  });
  const received = createReceivedFiles({
    folder: home,
    ensureLibrary: options.presence.ensureThere,
    safeName: importTools.safeName,
    syncFolder: importTools.syncFolder,
  });
  const imports = createSceneImports({
    store,
    now,
    instance,
    onError,
    received,
    connectionOf,
    table: createImportTable({ store, now }),
    library: settings.libraryFolder,
    ensureLibrary: options.presence.ensureThere,
    startThread: (onCopied) => createImportThread(startWorker, onCopied),
    ports: { ...records, absolute: library.absolute, release: owners.release },
    folderFor: folderForImported,
    ...createImportRequests({ httpClient: http.clientFor('imports') }),
    removeUntouched: (folder, files, scene, toTrash = false) =>
      removeUntouched(
        folder,
        files,
        scene === undefined ? null : (paths) => owners.claimsOn(paths, scene),
        toTrash ? context.platform.moveToTrash : undefined,
      ),
    countReviewed: createReviewRows({ store }).countReviewed,
    readReviews: options.reviews.readFiles,
    changed: soon(() => {
      publish('scene-imports');
      tellUnfinished(false);
    }, changedMs),
    scenesChanged: soon(() => {
      publish('scenes');
      publish('library');
      events.emit('library.changed');
    }, changedMs),
    rasterSaved: (fileId) => events.emit('file.saved', fileId),
  });
  /** The import that the notice is about, and why it waits; kept so that a dismissed notice does not come back. */
  let told: string | null = null;
  let isClosed = false;
  /** Tells of an import that waits, because its dialog may be closed for days; who has stopped it knows, until the next start. */
  function tellUnfinished(isAtStart: boolean) {
    // A change is told a moment later, when the database may be closed.
    if (isClosed) return;
    const paused = imports.list().find(({ state }) => state === 'paused');
    if (paused === undefined) {
      told = null;
      for (const { id, kind } of notices.list()) if (kind === 'import-unfinished') notices.dismiss(id);
      return;
    }
    const { importId, trouble, source, counts, waiting } = paused;
    const what = `${importId} ${trouble}`;
    if (what === told || (trouble === 'stopped' && !isAtStart)) return;
    told = what;
    notices.replace('import-unfinished', () => ({
      source,
      imported: String(counts.imported),
      waiting: String(waiting),
    }));
  }
  const emptied = new Set<LibrarySceneId>();
  events.on('scene.emptied', (sceneRow) => void emptied.add(sceneRow));
  events.on('catalog.written', () => {
    imports.clean();
    if (emptied.size === 0 || !records.removeEmpty([...emptied])) return;
    emptied.clear();
    publish('scenes');
  });
  let isRecovered = false;
  events.on('library.swept', async () => {
    if (isRecovered) return;
    isRecovered = true;
    await imports.recover();
    tellUnfinished(true);
  });
  return {
    imports,
    async close() {
      isClosed = true;
      await imports.close();
    },
    procedures: (os: Implementer) => ({ sceneImports: sceneImportsProcedures(os, { imports, received }) }),
  };
}
