import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type FileServer, startFileServer } from './file-server.ts';
import { makeLinkFetcher } from './make-link-fetcher.ts';

/** A server of files and what fetches from it for all tests of a file, a folder for each one. */
export function createFetchHarness() {
  let server: FileServer;
  let links: ReturnType<typeof makeLinkFetcher>;
  let folder = '';
  beforeAll(async () => {
    server = await startFileServer();
    links = makeLinkFetcher(server.origin);
  });
  afterAll(async () => {
    await links.close();
    await server.close();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nadir-fetch-'));
    server.requests.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  return {
    get server() {
      return server;
    },
    get links() {
      return links;
    },
    get folder() {
      return folder;
    },
  };
}
