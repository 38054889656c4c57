import { createBufferPool } from '../delivery/buffer-pool.ts';
import { createHashDesk } from '../delivery/hash-desk.ts';
import { emptyJournal, type Journal } from '../delivery/journal.ts';

/** What a fetch needs besides its file, place and network: no limits, room for everything. */
export const plainFetchOptions = {
  sceneModified: () => null,
  progress: () => undefined,
  received: () => undefined,
  restarted: () => undefined,
  makeSure: async () => undefined,
  hashes: createHashDesk(),
  buffers: createBufferPool(),
  limit: { spend: () => 0 },
  connections: () => 4,
  stallMs: 30_000,
  now: Date.now,
  random: Math.random,
  journal: emptyJournal,
};

export function doneBytesOf({ blocks }: Journal): number {
  return blocks.reduce((sum, { start, end }) => sum + end - start, 0);
}
