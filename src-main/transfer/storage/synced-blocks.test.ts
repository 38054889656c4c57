import type { FileHandle } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type Journal, noVersion } from './journal.ts';
import { createSyncedBlocks } from './synced-blocks.ts';

const mebi = 1_024 * 1_024;
const block = (start: number, end: number) => ({ start, end, crc: 1 });

/** Creates blocks on a disk whose flushes end when the test says so. */
function make({ totalBytes = 1_024 * mebi, connections = 1 } = {}) {
  const syncs: PromiseWithResolvers<void>[] = [];
  const saved: Journal['blocks'][] = [];
  const errors: unknown[] = [];
  let now = 0;
  const datasync = () => {
    const sync = Promise.withResolvers<void>();
    syncs.push(sync);
    return sync.promise;
  };
  const blocks = createSyncedBlocks({
    file: { datasync } as FileHandle,
    kept: [block(0, 10)],
    version: { ...noVersion, totalBytes },
    save: (journal) => saved.push(journal.blocks),
    now: () => now,
    connections: () => connections,
    onError: (error) => errors.push(error),
  });
  return { ...blocks, syncs, saved, errors, pass: (ms: number) => (now += ms) };
}
type Made = ReturnType<typeof make>;

async function endSync({ syncs, whenIdle }: Made, error?: Error) {
  const sync = syncs.at(-1);
  if (error) sync?.reject(error);
  else sync?.resolve();
  await whenIdle();
}

describe('the journal', () => {
  it('names a block only once it is on the disk', async () => {
    const made = make();
    made.add(block(20, 30));
    const flushed = made.flush();
    expect(made.journal().blocks).toEqual([block(0, 10)]);
    expect(made.saved).toEqual([]);
    // This block was added after the flush had started.
    made.add(block(12, 18));
    await endSync(made);
    await flushed;
    expect(made.saved).toEqual([[block(0, 10), block(20, 30)]]);
    const again = made.flush();
    await endSync(made);
    await again;
    expect(made.journal().blocks).toEqual([block(0, 10), block(12, 18), block(20, 30)]);
  });

  it('is told nothing by a sync that failed, and of no bytes after it: they may be gone', async () => {
    const made = make();
    made.add(block(20, 30));
    const flushed = made.flush();
    await endSync(made, new Error('EIO'));
    await expect(flushed).rejects.toThrow('EIO');
    made.add(block(30, 40));
    made.pass(10_000);
    made.flushIfDue();
    await made.keepWritten();
    expect(made.syncs).toHaveLength(1);
    expect(made.saved).toEqual([]);
  });

  it('keeps what was written before another failure', async () => {
    const made = make();
    // Without unsaved blocks, this resolves at once.
    void made.keepWritten();
    void made.flush();
    await turn();
    expect(made.syncs).toHaveLength(0);
    made.add(block(20, 30));
    const kept = made.keepWritten();
    await Promise.resolve();
    await endSync(made);
    await kept;
    expect(made.journal().blocks).toEqual([block(0, 10), block(20, 30)]);
  });

  it('knows nothing after a restart', () => {
    const made = make();
    made.add(block(20, 30));
    made.clear();
    made.pass(10_000);
    made.flushIfDue();
    expect(made.journal().blocks).toEqual([]);
    expect(made.syncs).toHaveLength(0);
  });
});

describe('a sync', () => {
  it('begins after half a second, where there is something to bring to the disk', () => {
    const made = make();
    made.pass(500);
    made.flushIfDue();
    expect(made.syncs).toHaveLength(0);
    made.add(block(20, 30));
    made.flushIfDue();
    expect(made.syncs).toHaveLength(1);
  });

  it('waits for that half second, but not with a sixty-fourth of the file', async () => {
    const made = make({ totalBytes: 128 * mebi });
    made.pass(499);
    made.add(block(20, 20 + 2 * mebi - 1));
    made.flushIfDue();
    expect(made.syncs).toHaveLength(0);
    // The block has grown: only what is new counts.
    made.add(block(20, 20 + 2 * mebi));
    made.flushIfDue();
    expect(made.syncs).toHaveLength(1);
    await endSync(made);
    expect(made.syncs).toHaveLength(1);
  });

  it('is followed by the next one for what came meanwhile: a paused connection begins none', async () => {
    const made = make();
    made.pass(500);
    made.add(block(20, 30));
    made.flushIfDue();
    made.add(block(30, 40));
    made.pass(500);
    made.syncs[0]?.resolve();
    await turn();
    expect(made.syncs).toHaveLength(2);
  });

  it('in the background that failed is told', async () => {
    const made = make();
    made.add(block(20, 30));
    made.pass(500);
    made.flushIfDue();
    await endSync(made, new Error('EIO'));
    expect(made.errors).toMatchObject([{ message: 'EIO' }]);
  });
});

describe('a disk that is behind', () => {
  it.each([
    [{ totalBytes: 1_024 * mebi, connections: 1 }, 8 * mebi],
    [{ totalBytes: 1_024 * mebi, connections: 3 }, 24 * mebi],
    [{ totalBytes: 1_024 * mebi, connections: 0 }, 8 * mebi],
    [{ totalBytes: 128 * mebi, connections: 3 }, 4 * mebi],
    // A small one.
    [{ totalBytes: mebi, connections: 3 }, 2 * mebi],
  ])('of %j is behind with more than %i bytes, until they are on the disk', async (options, most) => {
    const made = make(options);
    let told = 0;
    const stop = made.onCaughtUp(() => (told += 1));
    made.add(block(20, 20 + most));
    expect(made.isBehind()).toBe(false);
    made.add(block(20, 20 + most + 1));
    expect(made.isBehind()).toBe(true);
    const flushed = made.flush();
    await endSync(made);
    await flushed;
    expect(made.isBehind()).toBe(false);
    expect(told).toBe(1);
    stop();
    made.add(block(1, 2));
    const again = made.flush();
    await endSync(made);
    await again;
    expect(told).toBe(1);
  });
});
