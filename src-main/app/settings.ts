import { createSettings } from '../settings/settings.ts';
import type { AppContext } from './app-context.ts';

/**
 * Opens the settings. Each change is told as `settings.changed` and then, where new files go elsewhere from now on, as
 * `library-folder.changed`. Settings that cannot be read are renamed beside, with a notice.
 */
export function createSettingsModule(
  context: Pick<AppContext, 'folder' | 'now' | 'publish' | 'events' | 'quarantined'>,
) {
  const { folder, now, publish, events, quarantined } = context;
  return createSettings({
    folder,
    now,
    changed(libraryFolder) {
      publish('settings');
      events.emit('settings.changed');
      if (libraryFolder.now !== libraryFolder.before)
        events.emit('library-folder.changed', libraryFolder.before);
    },
    onQuarantined: quarantined('settings-kept-aside'),
  });
}

/** What `createSettingsModule` answers. */
export type SettingsModule = ReturnType<typeof createSettingsModule>;
