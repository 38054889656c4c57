import { createSettings } from '../features/settings/settings.ts';
import type { AppContext } from './app-context.ts';

/**
 * Opens the settings. Each change emits `settings.changed` and then, if the library folder has changed, `library-folder.changed`. A
 * file of settings that cannot be read is renamed, with a notice.
 */
export function createSettingsModule(
  context: Pick<AppContext, 'folder' | 'now' | 'publish' | 'events' | 'quarantined'>,
) {
  const { folder, now, publish, events, quarantined } = context;
  return createSettings({
    folder,
    now,
    onChange(libraryFolder) {
      publish('settings');
      events.emit('settings.changed');
      if (libraryFolder.now !== libraryFolder.before)
        events.emit('library-folder.changed', libraryFolder.before);
    },
    onLibraryChosen: () => events.emit('library-folder.chosen'),
    onQuarantined: quarantined('settings-kept-aside'),
  });
}

/** What `createSettingsModule` returns. */
export type SettingsModule = ReturnType<typeof createSettingsModule>;
