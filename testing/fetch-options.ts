import { emptyJournal, type Journal } from '../src-main/transfer/storage/journal.ts';
import { createHashWorkerClient } from '../src-main/transfer/verification/hash-worker-client.ts';
import { threadsInProcess } from './threads-in-process.ts';

/** What a fetch needs besides its file, place and network: no limits, room for everything. */
export const plainFetchOptions = {
  sceneModified: () => null,
  progress: () => undefined,
  received: () => undefined,
  restarted: () => undefined,
  ensureFreeSpace: async () => undefined,
  hashes: createHashWorkerClient(),
  threads: threadsInProcess(),
  limit: { isOn: () => false, spend: () => 0 },
  connections: () => 4,
  stallMs: 30_000,
  now: Date.now,
  random: Math.random,
  journal: emptyJournal,
};

export function doneBytesOf({ blocks }: Journal): number {
  return blocks.reduce((sum, { start, end }) => sum + end - start, 0);
}
