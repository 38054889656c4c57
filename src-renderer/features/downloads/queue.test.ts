import { describe, expect, it } from 'vitest';
import type { Transfer } from '../../../src-preload/contract/delivery.ts';
import {
  type LibraryFileId,
  libraryFileIdSchema,
  librarySceneIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { beforeGap, beforeOf, countsOf, queueOf } from './queue.ts';

const idOf = (id: number): LibraryFileId => libraryFileIdSchema.parse(id);
function transfer(id: number, position: number, state: Transfer['state'] = 'queued'): Transfer {
  return {
    fileId: idOf(id),
    librarySceneId: librarySceneIdSchema.parse(1),
    sceneName: 'scene',
    taskName: null,
    project: null,
    takenAt: null,
    fileName: `${id}.tif`,
    state,
    position,
    doneBytes: 0,
    totalBytes: null,
    bytesPerSecond: null,
    ranges: 0,
    attempts: 0,
    restartedBecause: null,
    error: null,
    waitsUntil: null,
    queuedAt: '',
    finishedAt: null,
    sha256: null,
  };
}
const all = [transfer(1, 3), transfer(2, 1, 'running'), transfer(3, 2.5, 'failed'), transfer(4, 2, 'paused')];
const byFile = new Map(all.map((each) => [each.fileId, each]));
const queue = queueOf(byFile, 'all');

describe('the queue', () => {
  it('is in the order of fetching, all of it or some', () => {
    expect(queue.map(({ fileId }) => fileId)).toEqual([2, 4, 3, 1]);
    expect(queueOf(byFile, 'active').map(({ fileId }) => fileId)).toEqual([2]);
    expect(queueOf(byFile, 'waiting').map(({ fileId }) => fileId)).toEqual([4, 1]);
    expect(queueOf(byFile, 'failed').map(({ fileId }) => fileId)).toEqual([3]);
    expect(countsOf(byFile)).toEqual({ all: 4, active: 1, waiting: 2, failed: 1 });
  });
});

describe('moving', () => {
  it('by steps names the file to stand before', () => {
    expect(beforeOf(queue, idOf(3), 'top')).toBe(2);
    expect(beforeOf(queue, idOf(3), 'up')).toBe(4);
    expect(beforeOf(queue, idOf(3), 'down')).toBeNull();
    expect(beforeOf(queue, idOf(4), 'down')).toBe(1);
    expect(beforeOf(queue, idOf(2), 'end')).toBeNull();
  });

  it('goes nowhere beyond the ends', () => {
    expect(beforeOf(queue, idOf(2), 'up')).toBeUndefined();
    expect(beforeOf(queue, idOf(2), 'top')).toBeUndefined();
    expect(beforeOf(queue, idOf(1), 'down')).toBeUndefined();
    expect(beforeOf(queue, idOf(1), 'end')).toBeUndefined();
    expect(beforeOf(queue, idOf(9), 'up')).toBeUndefined();
  });

  it('by dropping takes the gap', () => {
    expect(beforeGap(queue, idOf(1), 0)).toBe(2);
    expect(beforeGap(queue, idOf(2), 4)).toBeNull();
    expect(beforeGap(queue, idOf(4), 1)).toBeUndefined();
    expect(beforeGap(queue, idOf(4), 2)).toBeUndefined();
  });
});
