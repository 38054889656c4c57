import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Transfer } from '../../../../src-preload/contract/delivery.ts';
import { type LibraryFileId, libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import { createDeliveryHarness, type DeliveryHarness } from '../../../../testing/delivery-harness.ts';
import { AppError } from '../../../core/app-error.ts';

const idOf = (n: number) => libraryFileIdSchema.parse(n);

let harness: DeliveryHarness;
/** With 0, no transfer starts. */
let bytesPerSecond: number | null;
/** How far the delivery's clock is ahead of the table's, which records when a file was finished. */
let laterMs: number;
let changes: number;
/** The files whose transfer has started, in this order; each one breaks off at once and waits. */
let begun: string[];
beforeEach(() => {
  [bytesPerSecond, laterMs, changes, begun] = [0, 0, 0, []];
  harness = createDeliveryHarness('http://127.0.0.1:9', {
    limits: () => ({ bytesPerSecond, connectionsPerFile: 1, filesAtOnce: 1 }),
    links: {
      async link(file) {
        begun.push(file.name);
        throw new AppError('OFFLINE', { host: 'catalog' });
      },
    },
    now: () => Date.now() + laterMs,
    changed() {
      changes += 1;
      harness.recheck();
    },
  });
});
afterEach(async () => {
  await harness.end();
  expect(harness.errors).toEqual([]);
});

async function queue(count: number): Promise<LibraryFileId[]> {
  const ids = Array.from({ length: count }, (_, index) => harness.add(index + 1));
  await harness.delivery.download(ids);
  return ids;
}
const states = async () => (await harness.delivery.list()).map(({ state }) => state);

/** Returns how often a change of the queue is reported during an action. */
async function changesOf(happens: () => unknown): Promise<number> {
  const before = changes;
  await happens();
  return changes - before;
}

/** Resolves with the next report that contains exactly these files. */
function reportOf(...ids: number[]): Promise<Transfer[]> {
  return new Promise((resolve) => {
    const stop = harness.delivery.onProgress((moved, removed) => {
      if (`${[...moved.map(({ fileId }) => fileId), ...removed]}` !== `${ids}`) return;
      stop();
      resolve(moved);
    });
  });
}

describe('each command for the whole queue tells that it has changed', () => {
  it('also one that found nothing to do', async () => {
    const { delivery } = harness;
    expect(await changesOf(() => delivery.download([]))).toBe(1);
    expect(await changesOf(() => delivery.pauseAll())).toBe(1);
    expect(await changesOf(() => delivery.resumeAll())).toBe(1);
    expect(await changesOf(() => delivery.clearFinished())).toBe(1);
  });

  it('and reports the transfers that it has changed', async () => {
    harness.add(1);
    const downloaded = reportOf(1);
    await harness.delivery.download([idOf(1)]);
    expect(await downloaded).toMatchObject([{ state: 'queued' }]);
    harness.delivery.pauseAll();
    expect(await reportOf(1)).toMatchObject([{ state: 'paused' }]);
    harness.delivery.resumeAll();
    expect(await reportOf(1)).toMatchObject([{ state: 'queued' }]);
  });
});

describe('a command for one transfer', () => {
  it('tells that the queue has changed, once', async () => {
    await queue(2);
    const { delivery } = harness;
    expect(await changesOf(() => delivery.pause(idOf(1)))).toBe(1);
    expect(await states()).toEqual(['paused', 'queued']);
    expect(await changesOf(() => delivery.resume(idOf(1)))).toBe(1);
    expect(await states()).toEqual(['queued', 'queued']);
    expect(await changesOf(() => delivery.remove(idOf(1)))).toBe(1);
    expect(await states()).toEqual(['queued']);
  });

  it('leaves alone what is done or has failed', async () => {
    await queue(2);
    harness.table().finish(idOf(1), { sizeBytes: 5, sha256: 'x' });
    harness.table().setState(idOf(2), 'failed');
    const { delivery } = harness;
    const made = await changesOf(() => [
      delivery.pause(idOf(1)),
      delivery.pause(idOf(2)),
      delivery.resume(idOf(1)),
    ]);
    expect([made, harness.state(1), harness.state(2)]).toEqual([0, 'done', 'failed']);
    expect(delivery.retry(idOf(2)).state).toBe('queued');
  });

  it('is refused for a file that has none', () => {
    const { delivery } = harness;
    for (const command of [delivery.pause, delivery.resume, delivery.retry])
      expect(() => command(idOf(7))).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });
});

describe('removing', () => {
  it('takes the partial file away, and only that of this transfer', async () => {
    await queue(2);
    mkdirSync(dirname(harness.partialPath(1)), { recursive: true });
    for (const id of [1, 2]) writeFileSync(harness.partialPath(id), 'half');
    await harness.delivery.remove(idOf(1));
    expect([1, 2].map((id) => existsSync(harness.partialPath(id)))).toEqual([false, true]);
  });

  it('ends the wait for another attempt', async () => {
    bytesPerSecond = null;
    await queue(1);
    await harness.until(() => harness.state(1) === 'waiting');
    expect(harness.waiting()).toHaveLength(1);
    await harness.delivery.remove(idOf(1));
    expect([harness.waiting(), harness.state(1)]).toEqual([[], null]);
  });

  it('of a file that has no transfer does nothing', async () => {
    await harness.delivery.remove(idOf(7));
    expect(harness.states()).toEqual([]);
  });
});

describe('downloading', () => {
  it('passes over what is on disk, and answers what is queued', async () => {
    const ids = [harness.add(1), harness.add(2, { onDisk: true }), harness.add(3)];
    const answered = await harness.delivery.download(ids);
    expect(answered.map(({ fileId }) => fileId)).toEqual([1, 3]);
    expect(harness.states()).toEqual(['1 queued', '3 queued']);
  });

  it('begins a new count of what is done when the queue was empty', async () => {
    await queue(1);
    harness.table().finish(idOf(1), { sizeBytes: 5, sha256: 'x' });
    expect(harness.delivery.summary().done).toBe(1);
    laterMs = 10_000;
    await harness.delivery.download([harness.add(2)]);
    expect(harness.delivery.summary()).toMatchObject({ done: 0, queued: 1 });
  });

  it('goes on with the count while something is queued', async () => {
    await queue(2);
    harness.table().finish(idOf(1), { sizeBytes: 5, sha256: 'x' });
    laterMs = 10_000;
    await harness.delivery.download([harness.add(3)]);
    expect(harness.delivery.summary()).toMatchObject({ done: 1, queued: 2 });
  });
});

describe('what may run starts with', () => {
  it.each([
    ['a download', (delivery: DeliveryHarness['delivery']) => delivery.download([idOf(1)])],
    ['the end of a pause of all', (delivery: DeliveryHarness['delivery']) => delivery.resumeAll()],
    ['a move', (delivery: DeliveryHarness['delivery']) => delivery.move([idOf(1)], null)],
    ['a removal', (delivery: DeliveryHarness['delivery']) => delivery.remove(idOf(2))],
  ])('%s', async (_, command) => {
    await queue(2);
    bytesPerSecond = null;
    expect(begun).toEqual([]);
    await command(harness.delivery);
    await harness.until(() => begun.length > 0);
  });

  it('nothing of a move before one of the moved', async () => {
    await queue(3);
    harness.delivery.move([idOf(1), idOf(2)], idOf(2));
    expect(harness.table().openIds()).toEqual([1, 2, 3]);
    harness.delivery.move([idOf(1)], idOf(3));
    expect(harness.table().openIds()).toEqual([2, 1, 3]);
  });
});

describe('a person who wants it again', () => {
  it.each([
    ['resumes', (delivery: DeliveryHarness['delivery']) => delivery.resume(idOf(1))],
    ['downloads', (delivery: DeliveryHarness['delivery']) => delivery.download([idOf(1)])],
  ])('%s, and the attempts before do not count any more', async (_, command) => {
    bytesPerSecond = null;
    await queue(1);
    await harness.until(() => harness.state(1) === 'waiting');
    expect(await harness.delivery.list()).toMatchObject([{ attempts: 1 }]);
    bytesPerSecond = 0;
    await command(harness.delivery);
    expect(await harness.delivery.list()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  });

  it('ends the pause of all, and the attempts before do not count any more', async () => {
    bytesPerSecond = null;
    await queue(1);
    await harness.until(() => harness.state(1) === 'waiting');
    bytesPerSecond = 0;
    harness.delivery.pauseAll();
    harness.delivery.resumeAll();
    expect(await harness.delivery.list()).toMatchObject([{ state: 'queued', attempts: 0 }]);
  });
});
