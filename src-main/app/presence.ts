import { z } from 'zod';
import { createLibraryPresence } from '../features/settings/library-presence.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { SettingsModule } from './settings.ts';

/** Any one of them tells a library that has no marker; after a clean-up of a part of it the newest may be gone. */
const mostRecorded = 200;
const pathRow = z.object({ path: z.string() });

interface PresenceModuleOptions {
  context: Pick<AppContext, 'folder' | 'now' | 'events' | 'onError'>;
  store: Pick<Store, 'all'>;
  settings: Pick<SettingsModule, 'libraryFolder' | 'get'>;
}

/** Creates the knowledge of whether the library folder is there. Listens for a folder that a person chooses. */
export function createPresenceModule({ context, store, settings }: PresenceModuleOptions) {
  const { folder, now, events, onError } = context;
  const presence = createLibraryPresence({
    dataFolder: folder,
    now,
    library: settings.libraryFolder,
    isDefault: () => settings.get().libraryFolder === null,
    recordedPaths: () =>
      store
        .all(
          pathRow,
          'SELECT path FROM scene_file WHERE path IS NOT NULL ORDER BY id DESC LIMIT :mostRecorded',
          { mostRecorded },
        )
        .map(({ path }) => path),
  });
  events.on('library-folder.chosen', () => {
    presence.choose().catch(onError('library folder'));
  });
  return presence;
}
