import type { Implementer } from '../core/implementer.ts';
import { createUpdateTransport, feedLimits } from '../features/support/updates/update-transport.ts';
import { createUpdates } from '../features/support/updates/updates.ts';
import type { AppContext } from './app-context.ts';
import type { HttpModule } from './http.ts';
import type { SettingsModule } from './settings.ts';

/** Creates what finds and installs newer versions of Nadir, if the host can and the user has set an address. */
export function createUpdatesModule({
  context,
  settings,
  http,
}: {
  context: AppContext;
  settings: Pick<SettingsModule, 'get'>;
  http: HttpModule;
}) {
  const httpClient = http.clientFor('updates', feedLimits);
  const updates = createUpdates({
    installer: context.platform.updates,
    address: () => settings.get().updateAddress,
    transportFor: (address) => createUpdateTransport(httpClient, address),
    changed: () => context.publish('updates'),
    onError: context.onError('updates'),
  });
  context.events.on('settings.changed', updates.settingsChanged);
  return {
    note: updates.note,
    /** Looks for a newer version; not awaited by the start. */
    start: () => void updates.check(),
    close: updates.close,
    procedures: (os: Implementer) => ({
      updates: {
        status: os.updates.status.handler(updates.status),
        check: os.updates.check.handler(async () => {
          await updates.check();
          return updates.status();
        }),
        download: os.updates.download.handler(() => {
          updates.download();
          return updates.status();
        }),
        cancel: os.updates.cancel.handler(() => {
          updates.cancel();
          return updates.status();
        }),
        putOff: os.updates.putOff.handler(() => {
          updates.putOff();
          return updates.status();
        }),
        restart: os.updates.restart.handler(async () => {
          await updates.restart();
          return updates.status();
        }),
      },
    }),
  };
}
