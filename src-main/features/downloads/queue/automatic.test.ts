import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDeliveryHarness, type DeliveryHarness } from '../../../../testing/delivery-harness.ts';
import { type FileServer, serveBytes, startFileServer } from '../../../../testing/file-server.ts';

let harness: DeliveryHarness;
let server: FileServer;
let bytesPerSecond: number | null;
/** True to answer requests for the first file only when `held` is called. */
let holds: boolean;
let held: (() => void)[];
const picture = Buffer.alloc(2_000, 7);

beforeEach(async () => {
  bytesPerSecond = 0;
  server = await startFileServer();
  held = [];
  holds = false;
  server.answer((exchange) => {
    if (holds && exchange.request.url === '/1/file-1') held.push(() => serveBytes(exchange, picture));
    else serveBytes(exchange, picture);
  });
  harness = createDeliveryHarness(server.origin, {
    limits: () => ({ bytesPerSecond, connectionsPerFile: 1, filesAtOnce: 1 }),
  });
});
afterEach(async () => {
  await harness.end();
  await server.close();
  expect(harness.errors).toEqual([]);
});
function allow() {
  bytesPerSecond = null;
  harness.delivery.limitsChanged();
}
/** The files that a window that opens now is told of. */
async function listedFiles(): Promise<number[]> {
  const listed: number[] = [];
  const stop = harness.delivery.onProgress((moved) => listed.push(...moved.map(({ fileId }) => fileId)));
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  stop();
  return listed;
}

describe('a file that Nadir fetches without being asked', () => {
  it('arrives while all downloads are paused, and is in no list and no sum', async () => {
    const [asked, unasked] = [harness.add(1), harness.add(2)];
    await harness.delivery.download([asked]);
    await harness.delivery.downloadAutomatically([unasked]);
    expect(harness.delivery.summary()).toMatchObject({ queued: 1, unsized: 1 });
    expect(await listedFiles()).toEqual([asked]);
    harness.delivery.pauseAll();
    allow();
    await harness.until(() => harness.saved.has(2) && harness.state(2) === null);
    expect(readFileSync(harness.saved.get(2)?.path ?? '')).toEqual(picture);
    expect(harness.state(1)).toBe('paused');
    expect(harness.delivery.summary()).toMatchObject({ paused: 1, running: 0, done: 0, doneBytes: 0 });
    expect(await harness.delivery.done(0, 10)).toMatchObject({ total: 0, rows: [] });
  });

  it('does not wait behind the downloads of a person, and takes none of their places', async () => {
    const [asked, unasked] = [harness.add(1), harness.add(2)];
    holds = true;
    allow();
    await harness.delivery.download([asked]);
    await harness.delivery.downloadAutomatically([unasked]);
    await harness.until(() => harness.saved.has(2));
    expect(harness.delivery.summary()).toMatchObject({ running: 1, queued: 0 });
    for (const answer of held) answer();
    await harness.until(() => harness.state(1) === 'done');
  });

  it('is in the queue as soon as a person asks for it too', async () => {
    const file = harness.add(1);
    await harness.delivery.downloadAutomatically([file]);
    expect(await harness.delivery.transfersOf([file])).toEqual([]);
    await harness.delivery.download([file]);
    expect(await harness.delivery.transfersOf([file])).toMatchObject([{ state: 'queued' }]);
    expect(harness.delivery.summary().queued).toBe(1);
    expect(await listedFiles()).toEqual([file]);
    await harness.delivery.downloadAutomatically([file]);
    harness.delivery.pauseAll();
    await harness.delivery.downloadAutomatically([file]);
    expect(harness.state(1)).toBe('paused');
  });

  it('goes on after a restart', async () => {
    const file = harness.add(1);
    await harness.delivery.downloadAutomatically([file]);
    await harness.restart();
    bytesPerSecond = null;
    harness.delivery.start();
    await harness.until(() => harness.saved.has(1) && harness.state(1) === null);
  });
});
