import type { PracticeOptions } from '../../src-main/practice/options.ts';
import type { CommandInput } from '../../src-preload/contract/outbox.ts';
import { type PracticeHarness, startPracticeHarness } from '../practice-harness.ts';
import { createVirtualTime, type VirtualTime } from '../virtual-time.ts';

/** A practice service whose clock stands still until the outbox has nothing to do, and a machine with a clock of its own. */
export interface OutboxWorld {
  practice: PracticeHarness;
  time: VirtualTime;
  /** How far the clock of this machine is off, and how far that of the service has jumped. */
  skew: { ms: number };
  jump: { ms: number };
  /** False if lists are late by the clock of the service: a jump of that clock would hide tasks for longer than anybody waits. */
  mayJump: boolean;
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

const minute = 60_000;

/** What services do to names and lists, within the interface. */
function chooseOddities(random: () => number): Partial<PracticeOptions> {
  const pick = <T>(of: readonly T[]): T | undefined => of[Math.floor(random() * of.length)];
  return {
    respelledNames: pick([null, null, 'upper', 'cut', 'blanks', 'escaped', 'composed'] as const) ?? null,
    deafNameFilters: random() < 0.5,
    listedAfterMs: pick([0, 0, 75_000, 10 * minute]) ?? 0,
  };
}

/** Starts a practice service that behaves oddly in ways that the random numbers choose. */
export async function makeOutboxWorld(random: () => number): Promise<OutboxWorld> {
  const time = createVirtualTime(birth);
  const skew = { ms: 0 };
  const jump = { ms: 0 };
  const oddities = chooseOddities(random);
  const practice = await startPracticeHarness({
    ...oddities,
    clock: () => time.now() + jump.ms,
    localClock: () => time.now() + skew.ms,
    monotonic: time.now,
    limits: worldLimits,
  });
  return { practice, time, skew, jump, mayJump: oddities.listedAfterMs === 0 };
}
