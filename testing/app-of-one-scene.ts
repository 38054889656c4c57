import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createRouterClient } from '@orpc/server';
import { createApp } from '../src-main/app/create-app.ts';
import { toItem } from '../src-main/features/library/holdings/format/to-item.ts';
import { catalogScene } from './catalog-scene.ts';
import { putRaster } from './import-world.ts';
import { makeMemoryKeychain } from './memory-keychain.ts';

const paths = {
  itemPath: 'Coast/S1/stac-item.json',
  rootPath: 'catalog.json',
  pagePath: '_catalog/2026/03/page-0001/catalog.json',
};

/** Creates a data folder whose library has one scene with its item, as another Nadir has left it; nothing is open yet. */
export function makeFolderOfOneScene(prefix: string) {
  const folder = mkdtempSync(join(tmpdir(), prefix));
  const library = join(folder, 'library');
  mkdirSync(join(folder, 'renderer'));
  mkdirSync(join(library, '_catalog'), { recursive: true });
  const described = catalogScene(1);
  const files = described.files.map((file) => {
    putRaster(join(library, file.path));
    const bytes = readFileSync(join(library, file.path));
    return { ...file, sizeBytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  });
  const scene = { ...described, files };
  const item = join(library, paths.itemPath);
  mkdirSync(dirname(item), { recursive: true });
  writeFileSync(item, JSON.stringify(toItem(scene, paths)));
  return { folder, library, scene, item, page: join(library, paths.pagePath) };
}

/** Opens the whole application on a data folder, without a window, a practice service and a real keychain. */
export async function openAppIn(folder: string) {
  const app = await createApp({
    environment: { NADIR_PRACTICE: 'none' },
    platform: {
      host: 'loopback',
      version: '0',
      dataFolder: folder,
      rendererFolder: join(folder, 'renderer'),
      loadKeychain: async () => makeMemoryKeychain().keychain,
      systemProxy: async () => null,
      revealInFolder: async () => undefined,
    },
  });
  return { app, client: createRouterClient(app.router) };
}
