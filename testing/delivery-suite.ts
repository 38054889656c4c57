import { createHash, randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach } from 'vitest';
import { type Transfer, transferSchema } from '../src-preload/contract/delivery.ts';
import type { LibraryFileId } from '../src-preload/contract/ids.ts';
import { createDeliveryHarness, type DeliveryHarness } from './delivery-harness.ts';
import { type FileServer, serveBytes, startFileServer } from './file-server.ts';

/** A delivery and a sound server of one file for each test; a test may put another delivery in its place. */
export function createDeliverySuite() {
  const bytes = randomBytes(200_000);
  let server: FileServer;
  let harness: DeliveryHarness;
  beforeEach(async () => {
    server = await startFileServer();
    server.answer((exchange) => serveBytes(exchange, bytes));
    harness = createDeliveryHarness(server.origin);
  });
  afterEach(async () => {
    await harness.end();
    await server.close();
  });
  return {
    bytes,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    get server() {
      return server;
    },
    get harness() {
      return harness;
    },
    set harness(other) {
      harness = other;
    },
    async transferOf(id: LibraryFileId): Promise<Transfer> {
      const found = (await harness.delivery.list()).find((transfer) => transfer.fileId === id);
      if (!found) throw new Error(`no transfer ${id}`);
      return transferSchema.parse(found);
    },
    /** Lets answers fall silent after some bytes; returns them as they come. */
    holdAnswers(after = 50_000): ServerResponse[] {
      const pending: ServerResponse[] = [];
      server.answer((exchange) => {
        pending.push(exchange.response);
        serveBytes(exchange, bytes, { holdAfter: after });
        harness.recheck();
      });
      return pending;
    },
  };
}
