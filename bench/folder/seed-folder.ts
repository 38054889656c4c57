import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { PNG } from 'pngjs';
import { allMigrations } from '../../src-main/app/all-migrations.ts';
import { createApp } from '../../src-main/app/create-app.ts';
import { createSceneTable, type SceneTable } from '../../src-main/features/library/scene-table.ts';
import { createTaskTable } from '../../src-main/features/tasks/task-table.ts';
import { openStore } from '../../src-main/store/open-store.ts';
import type { Store } from '../../src-main/store/store.ts';
import type { LibrarySceneId, Scope } from '../../src-preload/contract/ids.ts';
import { madeTask } from './made-rows.ts';

const root = join(import.meta.dirname, '../..');
const now = () => new Date();
const batch = 250;

/** The whole application on a folder, without a window. */
export function openApp(folder: string) {
  mkdirSync(folder, { recursive: true });
  return createApp({
    platform: {
      host: 'loopback',
      version: 'bench',
      dataFolder: folder,
      rendererFolder: join(root, 'out/renderer'),
      loadKeychain: () => Promise.reject(new Error('the bench has no keychain')),
      systemProxy: async () => null,
    },
    environment: {},
  });
}

export type AppClient = ReturnType<typeof clientOf>;
export function clientOf(app: Awaited<ReturnType<typeof openApp>>) {
  return createRouterClient(app.router, { context: {} });
}

/** As after a first start: the practice workspace with its first contract chosen and its tasks read once. */
export async function seedPractice(folder: string): Promise<Scope> {
  const app = await openApp(folder);
  try {
    const client = clientOf(app);
    const [connection] = await client.connections.list();
    if (!connection) throw new Error('the practice workspace is not there');
    const [contract] = await client.contracts.refresh({ connectionId: connection.id });
    if (!contract) throw new Error('the practice service has no contract');
    await client.contracts.select({ connectionId: connection.id, contractId: contract.contractId });
    const scope = { connectionId: connection.id, contractId: contract.contractId };
    await client.tasking.sync({ scope });
    return scope;
  } finally {
    await app.close();
  }
}

export function openFolderStore(folder: string): Store {
  return openStore({
    folder,
    migrations: allMigrations,
    now,
    onQuarantined: (path) => {
      throw new Error(`the database was kept aside: ${path}`);
    },
  });
}

export function tablesOf(store: Store) {
  const tasks = createTaskTable({ store, now });
  const scenes = createSceneTable({
    store,
    now,
    taskOfCapture: tasks.taskOfCapture,
    transferring: () => false,
  });
  return { tasks, scenes };
}

function picture(): Buffer {
  const png = new PNG({ width: 256, height: 256 });
  for (let at = 0; at < png.data.length; at += 4) png.data.set([60, 110, (at >> 10) & 255, 255], at);
  return PNG.sync.write(png);
}

/** Sizes as delivered; on disk lies a stand-in, since only whether it is there is looked at. */
const onDisk = [
  { is: (name: string) => name === 'thumbnail', sizeBytes: 61_000 },
  { is: (name: string) => name === 'preview', sizeBytes: 840_000 },
  { is: (name: string) => name.endsWith('_VISUAL.tif'), sizeBytes: 96_000_000 },
];

function saveFiles(table: SceneTable, id: LibrarySceneId, library: string, content: Buffer, sha256: string) {
  const { project, sceneId } = table.get(id);
  const folder = join(project ?? 'No project', sceneId);
  mkdirSync(join(library, folder), { recursive: true });
  for (const file of table.filesOf(id)) {
    const saved = onDisk.find(({ is }) => is(file.name));
    if (!saved) continue;
    const path = join(folder, file.fileName);
    writeFileSync(join(library, path), content);
    table.markSaved(file.fileId, { path, sizeBytes: saved.sizeBytes, sha256 });
  }
}

/**
 * Writes `count` tasks with captures and as many scenes, each with three files on disk, through the domains' own tables.
 * The practice service knows nothing of these tasks; a sync neither adds to nor takes from them.
 */
export async function seedRows(folder: string, library: string, scope: Scope, count: number): Promise<void> {
  const store = openFolderStore(folder);
  try {
    const { tasks, scenes } = tablesOf(store);
    const content = picture();
    const sha256 = createHash('sha256').update(content).digest('hex');
    let sceneCount = 0;
    for (let from = 0; from < count; from += batch) {
      store.transaction(() => {
        for (let i = from; i < Math.min(from + batch, count); i += 1) {
          const made = madeTask(i);
          tasks.put(scope, made.task);
          tasks.putCaptures(scope, made.taskId, made.captures);
          for (const { capture, scene } of made.scenes) {
            if (sceneCount === count) break;
            const id = scenes.put(scope, capture.capture_id, scene);
            saveFiles(scenes, id, library, content, sha256);
            sceneCount += 1;
          }
        }
      });
    }
    if (sceneCount < count * 0.99) throw new Error(`only ${sceneCount} scenes for ${count} tasks`);
  } finally {
    store.close();
  }
}
