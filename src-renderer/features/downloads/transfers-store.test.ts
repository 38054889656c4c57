import { describe, expect, it } from 'vitest';
import type { Transfer, TransferSummary, TransferUpdate } from '../../../src-preload/contract/delivery.ts';
import {
  type LibraryFileId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { applyUpdate, type TransfersState } from './transfers-store.ts';

const idOf = (id: number): LibraryFileId => libraryFileIdSchema.parse(id);
const summary: TransferSummary = {
  running: 1,
  queued: 0,
  waiting: 0,
  paused: 0,
  failed: 0,
  done: 0,
  doneBytes: 10,
  totalBytes: 100,
  unsized: 0,
  bytesPerSecond: 5,
  secondsLeft: 18,
};

function transfer(id: number, patch: Partial<Transfer> = {}): Transfer {
  return {
    fileId: idOf(id),
    librarySceneId: librarySceneIdSchema.parse(1),
    sceneName: 'scene',
    taskName: null,
    project: null,
    takenAt: null,
    fileName: `${id}.tif`,
    state: 'running',
    position: id,
    doneBytes: 10,
    totalBytes: 100,
    bytesPerSecond: 5,
    ranges: 1,
    attempts: 0,
    restartedBecause: null,
    error: null,
    waitsUntil: null,
    queuedAt: '2026-01-01T00:00:00Z',
    finishedAt: null,
    sha256: null,
    ...patch,
  };
}
const update = (patch: Partial<TransferUpdate>): TransferUpdate => ({
  fresh: false,
  transfers: [],
  removed: [],
  summary,
  ...patch,
});
const empty: TransfersState = { byFile: new Map(), summary };
const three = applyUpdate(empty, update({ transfers: [transfer(1), transfer(2), transfer(3)] }));

describe('live transfers', () => {
  it('keep unmoved transfers identical, so that their rows are not rendered again', () => {
    const moved = applyUpdate(three, update({ transfers: [transfer(2, { doneBytes: 50 }), transfer(4)] }));
    expect([...moved.byFile.values()].map(({ doneBytes }) => doneBytes)).toEqual([10, 50, 10, 10]);
    expect(moved.byFile.get(idOf(1))).toBe(three.byFile.get(idOf(1)));
  });

  it('are removed when they are completed or cancelled', () => {
    const left = applyUpdate(
      three,
      update({ transfers: [transfer(1, { state: 'done' })], removed: [idOf(3)] }),
    );
    expect([...left.byFile.keys()]).toEqual([2]);
  });

  it('are replaced by a new subscription', () => {
    expect(applyUpdate(three, update({ fresh: true })).byFile.size).toBe(0);
  });

  it('keep their map if only the summary changed', () => {
    const later = applyUpdate(three, update({ summary: { ...summary, failed: 2 } }));
    expect(later.byFile).toBe(three.byFile);
    expect(later.summary.failed).toBe(2);
  });
});
