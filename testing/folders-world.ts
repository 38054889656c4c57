import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolderWatchModule } from '../src-main/app/folder-watch.ts';
import { createLibraryFoldersModule } from '../src-main/app/library-folders.ts';
import { AppError } from '../src-main/core/app-error.ts';
import { createDomainEvents } from '../src-main/core/domain-events.ts';
import { createFilesOnDisk } from '../src-main/features/library/files-on-disk.ts';
import { probeFolder } from '../src-main/features/library/folders/probe-folder.ts';
import { createDisk } from '../src-main/features/library/holdings/disk/disk.ts';
import { writeHoldings } from '../src-main/features/library/holdings/disk/write-holdings.ts';
import { createSceneRestore } from '../src-main/features/library/scene-restore.ts';
import { createSceneTable } from '../src-main/features/library/scene-table.ts';
import { createNotices } from '../src-main/features/support/notices.ts';
import type { Store } from '../src-main/store/store.ts';
import type { LibraryFolderId } from '../src-preload/contract/library-folders.ts';
import type { Settings } from '../src-preload/contract/settings.ts';
import { catalogScene, putFiles } from './catalog-scene.ts';
import { holdingsInProcess } from './holdings-in-process.ts';

const now = () => new Date('2026-06-01T00:00:00Z');

/** Writes a library with these scenes, as another Nadir left it. */
export async function writeLibrary(folder: string, numbers: readonly number[]): Promise<void> {
  const scenes = numbers.map((n) => catalogScene(n));
  for (const scene of scenes) putFiles(folder, scene);
  const entries = scenes.map((scene, sceneRow) => ({
    sceneRow,
    scene,
    source: scene.source,
    itemPath: null,
    pagePath: null,
  }));
  await writeHoldings({ disk: createDisk(), library: folder, instance: 'other' }, entries);
}

/** Every file of a folder with its content, by its path below the folder. */
export function contentOf(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    paths.sort().map((path) => [path.slice(folder.length), readFileSync(path, 'utf8')]),
  );
}

/** The library folders of an application; `asleep` are drives that do not answer until they are woken. */
export function createFoldersWorld({
  store,
  main,
  settings,
}: {
  store: Store;
  main: string;
  settings: Settings;
}) {
  const noWork: () => void = () => undefined;
  const world = {
    main,
    time: 0,
    asleep: new Set<string>(),
    onPublish: noWork,
    /** False while something else answers in place of the library folder. */
    isMainKnown: true,
  };
  const presence = {
    async ensureThere() {
      if (!world.isMainKnown) throw new AppError('FOLDER_AWAY', { path: world.main, state: 'away' });
    },
  };
  const unanswered: (() => void)[] = [];
  const events = createDomainEvents({
    onError(_, error) {
      throw error;
    },
  });
  const notices = createNotices({ now, changed: () => undefined });
  const context = {
    now,
    events,
    publish: () => world.onPublish(),
    monotonic: () => world.time,
    notices,
    onError: () => (error: unknown) => {
      throw error;
    },
  };
  const folderWatch = createFolderWatchModule({
    context,
    store,
    presence,
    settings: { libraryFolder: () => world.main },
    startThread: ({ onMessage }) => ({
      ask({ id, ...question }) {
        const answer = () => onMessage({ id, state: probeFolder(question) });
        if (world.asleep.has(question.path)) unanswered.push(answer);
        else answer();
      },
      terminate: async () => undefined,
    }),
  });
  const restore = createSceneRestore({ store, now }).restoreBeside;
  const module = createLibraryFoldersModule({
    context,
    store,
    folderWatch,
    createThread: holdingsInProcess,
    settings: {
      libraryFolder: () => world.main,
      async set({ libraryFolder }) {
        world.main = libraryFolder ?? '';
        return settings;
      },
    },
    holdings: {
      restoreIn: (folder, found) =>
        restore({ ...found, folder, connectionId: found.scene.source.connectionId }),
    },
  });
  const table = createSceneTable({
    store,
    now,
    awayFolders: folderWatch.awayFolders,
    taskOfCapture: () => null,
    transferring: () => false,
  });
  const files = createFilesOnDisk({
    table,
    folder: () => world.main,
    changed: () => undefined,
    drives: folderWatch.drives,
  });
  return {
    world,
    table,
    files,
    folderWatch,
    events,
    notices,
    list: module.list,
    wake() {
      world.asleep.clear();
      for (const answer of unanswered.splice(0)) answer();
    },
    /** Resolves when a folder has been read; what is published tells it. */
    async whenRead(id: LibraryFolderId): Promise<void> {
      const isReading = () =>
        module.list.list().folders.some((each) => each.id === id && each.reading !== null);
      while (isReading()) await new Promise<void>((resolve) => (world.onPublish = resolve));
    },
    async close() {
      folderWatch.close();
      await module.close();
    },
  };
}

/** What `createFoldersWorld` returns. */
export type FoldersWorld = ReturnType<typeof createFoldersWorld>;
