import type { AppContext } from './app-context.ts';
import type { Modules } from './create-modules.ts';
import type { Started } from './start-modules.ts';

interface Closable {
  /** A promise is awaited. */
  close(): unknown;
}

/** What is to be closed; each promise resolves when nothing of it is under way any more. */
export interface ClosableModules {
  /** What asks and sends, in no order: all of it is closed at once. */
  asking: readonly Closable[];
  tracking: Closable;
  http: Closable;
  store: { close(): void };
  /** True while a thread waits for a keychain or a drive that does not answer. */
  threadHangs(): boolean;
}

/** Returns what of the modules is to be closed: those with a place of their own at the end, and all others that declare `close`. */
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
 * Closes everything in order: first what asks and sends, all at once; then tracking, which still records what the last of them
 * brought; then the connections, the database and the log. If one of the first fails to close, the others are still closed.
 */
export async function closeModules(
  context: Pick<AppContext, 'beginClosing' | 'log' | 'stopLogging'>,
  { asking, tracking, http, store, threadHangs }: ClosableModules,
  started: Started,
): Promise<void> {
  context.beginClosing();
  started.stopWatchingDownloads();
  started.stopWatchingNetwork();
  // Even one that throws before it returns a promise keeps none of the others from being closed.
  const closing = [...asking, ...(started.practice === null ? [] : [started.practice])];
  await Promise.allSettled(closing.map(async (each) => each.close()));
  await tracking.close();
  await http.close();
  store.close();
  context.log.info('closed');
  context.stopLogging();
  // An exit would wait for the thread that waits for the keychain or the drive; all data is written by now.
  if (threadHangs()) process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
}
