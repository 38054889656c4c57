import type { CommandInput } from '../src-preload/contract/outbox.ts';
import { type PracticeRig, startPracticeRig } from './practice-rig.ts';
import { createVirtualTime, type VirtualTime } from './virtual-time.ts';

/** A practice service whose clock stands still until the outbox has nothing to do, and a machine with a clock of its own. */
export interface TortureWorld {
  practice: PracticeRig;
  time: VirtualTime;
  /** How far the clock of this machine is off. */
  skew: { ms: number };
}

export interface TortureRound {
  world: TortureWorld;
  random: () => number;
  project: string;
  batch: CommandInput[];
  cancels: number;
}

/** Real time: answers that are planned never to come are not waited for any longer. */
export const tortureLimits = { totalMs: 250, idleMs: 250 };
const birth = Date.UTC(2026, 1, 1);

export async function makeTortureWorld(): Promise<TortureWorld> {
  const time = createVirtualTime(birth);
  const skew = { ms: 0 };
  const practice = await startPracticeRig({
    clock: time.now,
    localClock: () => time.now() + skew.ms,
    monotonic: time.now,
    limits: tortureLimits,
  });
  return { practice, time, skew };
}
