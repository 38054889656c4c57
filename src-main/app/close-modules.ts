import type { AppContext } from './app-context.ts';
import type { Started } from './start-modules.ts';

interface Closable {
  close(): Promise<void>;
}

/** The parts of the modules to close; each promise resolves when nothing of the module is under way any more. */
export interface ClosableModules {
  timeline: Closable;
  tasks: { sync: Closable };
  orders: { sync: Closable; partWatch: Closable };
  outbox: { runner: Closable };
  downloadRules: { rules: Closable; unpacking: Closable };
  downloads: { delivery: Closable };
  scenes: Closable;
  storage: { reader: Closable; store: { close(): void } };
  usage: { close(): void };
  tracking: Closable;
  http: Closable;
  sessions: { keychainHangs(): boolean };
}

/**
 * Closes everything in order: first what asks and sends, all at once; then tracking, which still records what the last of them
 * brought; then the connections, the database and the log. If one of the first fails to close, the others are still closed.
 */
export async function closeModules(
  context: Pick<AppContext, 'beginClosing' | 'log' | 'stopLogging'>,
  modules: ClosableModules,
  started: Started,
): Promise<void> {
  const { tasks, orders, outbox, downloads, downloadRules, scenes, storage, timeline, usage } = modules;
  context.beginClosing();
  started.stopWatchingDownloads();
  usage.close();
  started.stopWatchingNetwork();
  await Promise.allSettled([
    timeline.close(),
    tasks.sync.close(),
    orders.sync.close(),
    orders.partWatch.close(),
    outbox.runner.close(),
    downloadRules.rules.close(),
    downloads.delivery.close(),
    downloadRules.unpacking.close(),
    scenes.close(),
    storage.reader.close(),
    started.practice?.close(),
  ]);
  await modules.tracking.close();
  await modules.http.close();
  storage.store.close();
  context.log.info('closed');
  context.stopLogging();
  // An exit would wait for the thread that waits for the keychain; all data is written by now.
  if (modules.sessions.keychainHangs()) process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
}
