import type { Router } from '@orpc/server';
import type { Notice } from '../../src-preload/contract/app.ts';
import type { contract } from '../../src-preload/contract/contract.ts';

/** What createApp returns to a host: the calls, the files, messages to the user and a way to close. */
export interface HostApp {
  router: Router<typeof contract, Record<never, never>>;
  files: (request: Request) => Promise<Response>;
  /**
   * Opens files in the page that the user named outside of it, by absolute paths or `file:` addresses; resolves with the paths that are
   * there. The page is told of the others.
   */
  openFiles(args: readonly string[]): Promise<string[]>;
  /** Shows the user a message of the host on the page until it is dismissed. */
  addNotice(kind: Notice['kind'], data: Notice['data']): void;
  /** Writes into the log what only the host hears of. */
  logEvent(event: string, details: Record<string, string | number>): void;
  close(): Promise<void>;
}
