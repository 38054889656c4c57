import { hasCode } from '../core/app-error.ts';
import type { AppContext } from './app-context.ts';
import type { Modules } from './create-modules.ts';
import { watchNetwork } from './network-watch.ts';
import type { RunningPractice } from './start-practice.ts';

/** What was started, and is ended before the modules are closed. */
export interface Started {
  /** Null if the practice service could not be started. */
  practice: Pick<RunningPractice, 'close'> | null;
  stopWatchingDownloads: () => void;
  stopWatchingNetwork: () => void;
}

/**
 * Starts everything, first what the user waits for: the practice connection, because it may be the active one; the active contract;
 * downloads; automatic work; and the long checks of the database and the library.
 */
export async function startModules(context: AppContext, modules: Modules): Promise<Started> {
  const { notices, log, platform } = context;
  const { settings, sessions, tasks, orders, outbox, downloads, downloadRules } = modules;
  const { delivery } = downloads;

  const practice = await modules.practice.register(sessions.session);
  await modules.presence.start().catch((error: unknown) => {
    const isAway = hasCode(error, 'FOLDER_AWAY');
    const path = settings.libraryFolder();
    notices.replace(isAway ? 'library-folder-away' : 'library-folder-not-writable', () => ({ path }));
  });
  modules.watchActiveScope();
  delivery.start();
  const stopWatchingDownloads = downloads.watch.start(delivery);
  const stopWatchingNetwork = watchNetwork({
    changed() {
      delivery.networkChanged();
      outbox.runner.resume();
      modules.maps.networkChanged();
      void tasks.sync.restart();
      void orders.sync.restart();
    },
    now: Date.now,
  });
  downloadRules.unpacking.start();
  downloadRules.rules.start();
  outbox.runner.start();
  modules.timeline.start();
  modules.storage.start();
  modules.libraryFolders.start();
  modules.scenes.start();
  modules.holdings.startSchedule();
  modules.sharing.start();
  modules.updates.start();
  log.info('started', { version: platform.version, host: platform.host });
  return { practice, stopWatchingDownloads, stopWatchingNetwork };
}
