import type { CommandInput } from '../../src-preload/contract/outbox.ts';
import { type PracticeHarness, startPracticeHarness } from '../practice-harness.ts';
import { createVirtualTime, type VirtualTime } from '../virtual-time.ts';

/** A practice service whose clock stands still until the outbox has nothing to do, and a machine with a clock of its own. */
export interface OutboxWorld {
  practice: PracticeHarness;
  time: VirtualTime;
  /** How far the clock of this machine is off. */
  skew: { ms: number };
}

export interface OutboxRound {
  world: OutboxWorld;
  random: () => number;
  project: string;
  batch: CommandInput[];
  cancels: number;
}

/** Real time: answers that are planned never to come are not waited for any longer. */
export const worldLimits = { totalMs: 250, idleMs: 250 };
const birth = Date.UTC(2026, 1, 1);

export async function makeOutboxWorld(): Promise<OutboxWorld> {
  const time = createVirtualTime(birth);
  const skew = { ms: 0 };
  const practice = await startPracticeHarness({
    clock: time.now,
    localClock: () => time.now() + skew.ms,
    monotonic: time.now,
    limits: worldLimits,
  });
  return { practice, time, skew };
}
