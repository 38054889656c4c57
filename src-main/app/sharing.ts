import { join } from 'node:path';
import { connectionIdSchema, libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import type { Implementer } from '../core/implementer.ts';
import { createSharingAnswers } from '../features/sharing/answer-request.ts';
import { startSharingServer } from '../features/sharing/listen/sharing-server.ts';
import { createSharing, sharingDocumentSchema } from '../features/sharing/sharing.ts';
import type { KeyStore } from '../features/sharing/sharing-key.ts';
import { createFiles } from '../host/files.ts';
import { sendBody } from '../host/send-body.ts';
import { openJsonDocument } from '../store/json-document.ts';
import { databaseFileName } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import type { Vault } from '../vault/vault.ts';
import type { AppContext } from './app-context.ts';
import type { FolderWatchModule } from './folder-watch.ts';
import { createHandOnModule } from './hand-on.ts';
import type { LibraryModule } from './library.ts';
import { createListReader } from './list-reader.ts';
import type { ReviewsModule } from './reviews.ts';
import type { SettingsModule } from './settings.ts';
import { createSharedFiles } from './shared-files.ts';
import { createSharedTiles } from './shared-tiles.ts';
import type { TakeawayModule } from './takeaway.ts';

interface SharingModuleOptions {
  context: AppContext;
  settings: Pick<SettingsModule, 'libraryFolder'>;
  scenes: Pick<LibraryModule, 'library' | 'table' | 'instance'>;
  folderWatch: Pick<FolderWatchModule, 'rows'>;
  reviews: Pick<ReviewsModule, 'writeInto' | 'readBesideAll'>;
  vault: Vault;
  store: Store;
  takeaway: TakeawayModule;
}

/** Keeps the key beside the credentials of connections, under a name of this data folder that no connection has. */
function keysIn(vault: Vault, instance: string): KeyStore {
  const name = connectionIdSchema.parse(`sharing.${instance}`.slice(0, 64));
  return {
    get: async () => (await vault.get(name))?.clientSecret ?? null,
    async set(key) {
      const credentials = { clientId: 'sharing', clientSecret: key };
      try {
        await vault.set(name, credentials, false);
        return 'keychain';
      } catch {
        await vault.set(name, credentials, true);
        return 'session';
      }
    },
  };
}

/** Creates what lets other programs on this computer read the library: a STAC API, tiles and files, with a port and a key of their own. */
export function createSharingModule(options: SharingModuleOptions) {
  const { context, settings, scenes, vault, store } = options;
  const { folder, now, publish, redactor, quarantined, closing } = context;
  const { library, table } = scenes;
  const onError = context.onError('sharing');
  // A thread of its own: a long search of another program must not delay the lists of the page.
  const reader = createListReader({ path: join(folder, databaseFileName) });
  const tiles = createSharedTiles({ library, lists: reader.lists });

  function nameOf(fileId: number): string | null {
    try {
      return table.file(libraryFileIdSchema.parse(fileId)).fileName;
    } catch {
      return null;
    }
  }
  const files = createFiles({
    rendererFolder: context.platform.rendererFolder,
    resolve: createSharedFiles({ file: table.file, served: library.served }),
  });
  const answer = createSharingAnswers({
    stac: (question) => reader.lists.sharing.answer(question),
    library: settings.libraryFolder,
    file: files,
    nameOf,
    tile: tiles.tile,
    isBusy: tiles.isBusy,
  });
  const sharing = createSharing({
    document: openJsonDocument({
      path: join(folder, 'sharing.json'),
      version: 1,
      schema: sharingDocumentSchema,
      initial: { isOn: false, port: null, lastPort: null },
      now,
      onQuarantined: quarantined('settings-kept-aside'),
    }),
    keys: keysIn(vault, scenes.instance),
    start: (port, key) => startSharingServer({ port, key, answer, sendBody, onError }),
    remember: redactor.remember,
    changed: () => publish('sharing'),
    onError,
  });

  const handOn = createHandOnModule({
    store,
    table,
    closing,
    library: settings.libraryFolder,
    folderWatch: options.folderWatch,
    reviews: options.reviews,
    instance: scenes.instance,
    exports: options.takeaway.exports,
    takeaway: options.takeaway.takeaway,
  });

  return {
    /** Starts it if it was on before. */
    start: () => void sharing.resume().catch(onError),
    async close() {
      await sharing.close();
      await Promise.all([reader.close(), tiles.close(), handOn.close()]);
    },
    procedures: (os: Implementer) => ({
      sharing: {
        status: os.sharing.status.handler(() => sharing.status()),
        set: os.sharing.set.handler(({ input }) => sharing.set(input)),
        addresses: os.sharing.addresses.handler(() => sharing.addresses()),
        renewKey: os.sharing.renewKey.handler(() => sharing.renewKey()),
        handOn: os.sharing.handOn.handler(({ input, signal }) => handOn.handOn(input, signal)),
      },
    }),
  };
}
