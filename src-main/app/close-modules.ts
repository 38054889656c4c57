import type { AppContext } from './app-context.ts';
import type { Modules } from './create-modules.ts';
import type { Started } from './start-modules.ts';

interface Closable {
  /** A promise is awaited. */
  close(): unknown;
}

/** The modules that are closed at the end. The promise of each resolves when it has nothing under way any more. */
export interface ClosableModules {
  /** The modules that send requests or use the store, in no order: all are closed at the same time. */
  asking: readonly Closable[];
  tracking: Closable;
  http: Closable;
  store: { close(): void };
  /** Returns true while a thread waits for a keychain or a drive that does not answer. */
  threadHangs(): boolean;
}

/** Returns the modules that are to be closed: those with a fixed place in the sequence, and all others that declare `close`. */
export function closableModules(modules: Modules): ClosableModules {
  const { tracking, http, storage, sessions, registered, ...named } = modules;
  const asking = [...registered, ...Object.values(named), storage.reader];
  return {
    asking: asking.filter((module) => 'close' in module),
    tracking,
    http,
    store: storage.store,
    threadHangs: () => sessions.keychainHangs() || modules.folderWatch.hangs(),
  };
}

/**
 * Closes everything in sequence: first the modules that send requests, all at the same time; then tracking, which still records
 * their last results; then the connections, the database and the log. If one of the first fails to close, the others are still
 * closed.
 */
export async function closeModules(
  context: Pick<AppContext, 'beginClosing' | 'log' | 'stopLogging'>,
  { asking, tracking, http, store, threadHangs }: ClosableModules,
  started: Started,
): Promise<void> {
  context.beginClosing();
  started.stopWatchingDownloads();
  started.stopWatchingNetwork();
  // The function is async, so that one that throws at once does not keep the others from being closed.
  const closing = [...asking, ...(started.practice === null ? [] : [started.practice])];
  await Promise.allSettled(closing.map(async (module) => module.close()));
  await tracking.close();
  await http.close();
  store.close();
  context.log.info('closed');
  context.stopLogging();
  // A normal exit would wait for the thread that waits for the keychain or the drive; all data is written by now.
  if (threadHangs()) process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
}
