import type { Router } from '@orpc/server';
import type { contract } from '../../src-preload/contract/contract.ts';

/** What createApp returns to a host: the calls, the files and a way to close. */
export interface HostApp {
  router: Router<typeof contract, Record<never, never>>;
  files: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}
