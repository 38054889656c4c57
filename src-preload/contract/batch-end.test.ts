import { expect, it } from 'vitest';
import { batchEnd } from './batch-end.ts';
import type { TransferSummary } from './delivery.ts';

const running: TransferSummary = {
  running: 1,
  queued: 2,
  waiting: 0,
  paused: 0,
  failed: 0,
  done: 3,
  doneBytes: 50_000_000,
  totalBytes: 90_000_000,
  unsized: 0,
  bytesPerSecond: 1,
  secondsLeft: 1,
};
const ended: TransferSummary = { ...running, running: 0, queued: 0, done: 6, doneBytes: 90_000_000 };

it('is told once, when the queue empties by itself', () => {
  expect(batchEnd(running, ended)).toEqual({ done: 6, failed: 0 });
  expect(batchEnd(ended, ended)).toBeNull();
  expect(batchEnd(running, { ...running, running: 0, waiting: 1 })).toBeNull();
});

it('is not told of a person who pauses, nor of a few thumbnails', () => {
  expect(batchEnd(running, { ...running, running: 0, queued: 0, paused: 3 })).toBeNull();
  expect(batchEnd(running, { ...ended, doneBytes: 40_000 })).toBeNull();
});

it('is told of failures, however small', () => {
  expect(batchEnd(running, { ...ended, done: 0, failed: 2, doneBytes: 0 })).toEqual({ done: 0, failed: 2 });
});
