import type { Router } from '@orpc/server';
import type { contract } from '../../src-preload/contract/contract.ts';

/** What createApp gives a host: calls, files, an end. */
export interface HostApp {
  router: Router<typeof contract, Record<never, never>>;
  files: (request: Request) => Promise<Response>;
  close(): Promise<void>;
}
