import { isAbsolute, join } from 'node:path';
import type { FileOwners } from '../core/file-claims.ts';
import { startTimer } from '../core/start-timer.ts';
import type { Session } from '../features/connections/session.ts';
import { createCatalogScenes } from '../features/library/catalog-scenes.ts';
import { createFileOwners } from '../features/library/file-owners.ts';
import { createHoldingsTable } from '../features/library/holdings/holdings-table.ts';
import { createHoldingsThread, startHoldingsWorker } from '../features/library/holdings/holdings-thread.ts';
import { createRecordedClaims } from '../features/library/recorded-claims.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import { createConnections } from './connections.ts';
import type { SettingsModule } from './settings.ts';

interface FileOwnersModuleOptions {
  context: AppContext;
  store: Store;
  settings: Pick<SettingsModule, 'libraryFolder'>;
  session: Pick<Session, 'named'>;
}

/** The thread that reads items ends after this time without a question. */
const idleMs = 10_000;

/** Creates the check of which scene a file belongs to, by the database and the items in the library folder. */
export function createFileOwnersModule({ context, store, settings, session }: FileOwnersModuleOptions) {
  const library = settings.libraryFolder;
  const table = createHoldingsTable({ store, now: context.now });
  const described = createCatalogScenes({ store, connection: createConnections(session).facts });
  const thread = createHoldingsThread(startHoldingsWorker);
  let openQuestions = 0;
  let stopTimer: () => void = () => undefined;

  function endWhenIdle() {
    stopTimer();
    stopTimer = startTimer(() => {
      if (openQuestions === 0) void thread.end();
    }, idleMs);
  }

  const owners: FileOwners = createFileOwners({
    recorded: createRecordedClaims({ store }),
    library,
    onError: context.onError('owners of files'),
    async beside(question) {
      openQuestions += 1;
      try {
        return await thread.ask({ ask: 'claims', ...question });
      } finally {
        openQuestions -= 1;
        endWhenIdle();
      }
    },
    absolute: (path) => (isAbsolute(path) ? path : join(library(), path)),
    sourceOf: (sceneRow) => described.get(library(), sceneRow)?.source ?? null,
    itemOf: (sceneRow) => table.itemOf(library(), sceneRow),
    release: table.release,
  });
  return {
    owners,
    async close() {
      stopTimer();
      await thread.end();
    },
  };
}
