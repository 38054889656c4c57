import { describe, expect, it } from 'vitest';
import type { Transfer } from '../../src-preload/contract/delivery.ts';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import { mergeMoved, replaceTransfers, totalsOf } from './transfers-store.ts';

function transfer(id: number, patch: Partial<Transfer> = {}): Transfer {
  return {
    fileId: libraryFileIdSchema.parse(id),
    librarySceneId: librarySceneIdSchema.parse(1),
    sceneName: 'scene',
    fileName: `${id}.tif`,
    state: 'running',
    doneBytes: 10,
    totalBytes: 100,
    bytesPerSecond: 5,
    error: null,
    waitsUntil: null,
    queuedAt: '2026-01-01T00:00:00Z',
    finishedAt: null,
    sha256: null,
    ...patch,
  };
}

describe('live transfers', () => {
  it('move in their place and keep their order', () => {
    const state = replaceTransfers([transfer(1), transfer(2), transfer(3)]);
    const moved = mergeMoved(state, [transfer(2, { doneBytes: 50 }), transfer(4)]);
    expect([...moved.byFile.keys()]).toEqual([1, 2, 3, 4]);
    expect([...moved.byFile.values()].map(({ doneBytes }) => doneBytes)).toEqual([10, 50, 10, 10]);
    // The rows that did not move are the same, so that they are not drawn again.
    const first = libraryFileIdSchema.parse(1);
    expect(moved.byFile.get(first)).toBe(state.byFile.get(first));
    expect(mergeMoved(state, [])).toBe(state);
  });

  it('leave when the list no longer has them', () => {
    expect([...replaceTransfers([transfer(2)]).byFile.keys()]).toEqual([2]);
  });
});

describe('totals', () => {
  it('count what is open and what failed', () => {
    const all = [
      transfer(1),
      transfer(2, { state: 'queued', doneBytes: 0, bytesPerSecond: null }),
      transfer(3, { state: 'paused', doneBytes: 80, bytesPerSecond: null }),
      transfer(4, { state: 'failed' }),
      transfer(5, { state: 'done', doneBytes: 100 }),
    ];
    expect(totalsOf(all)).toEqual({ open: 3, failed: 1, percent: 30, bytesPerSecond: 5 });
  });

  it('take only known sizes into the percentage', () => {
    expect(totalsOf([transfer(1), transfer(2, { totalBytes: null, doneBytes: 1e9 })]).percent).toBe(10);
    expect(totalsOf([transfer(1, { totalBytes: null })]).percent).toBe(0);
    expect(totalsOf([])).toEqual({ open: 0, failed: 0, percent: 0, bytesPerSecond: 0 });
  });
});
