import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { outboxMigrations } from '../../src-main/features/outbox/tables.ts';
import { taskingMigrations } from '../../src-main/features/tasks/tables.ts';
import type { Command } from '../../src-preload/contract/outbox.ts';
import { createCrashInjector } from '../crash-injector.ts';
import { openTestStore } from '../open-test-store.ts';
import type { PracticeHarness } from '../practice-harness.ts';
import { seededRandom } from '../seeded-random.ts';
import { killRound } from './outbox-kills.ts';
import { makeBatch, makeFaults } from './outbox-plan.ts';
import { startSession } from './outbox-session.ts';
import { makeOutboxWorld, type OutboxRound, type OutboxWorld } from './outbox-world.ts';

export interface OutboxFigures {
  seed: number;
  rounds: number;
  rows: number;
  faults: number;
  /** Lives that ended between two steps, and processes that were killed. */
  crashes: number;
  kills: number;
  /** Rows that a person sent again, because complete look-ups of a quarter of an hour had found nothing. */
  sentAgain: number;
  seconds: number;
  failures: string[];
}

export interface OutboxFaultRun {
  seed: number;
  rounds: number;
  /** Every so many rounds the process is a child that is killed; 0 for never. */
  killEvery: number;
  progress?: (text: string) => void;
}

/** So many rounds share one service. */
const roundsPerWorld = 25;
const rowsPerRound = 20;
const hour = 3_600_000;
/** What is on its way for real comes to its end before the clock jumps farther than this. */
const patientMs = 60_000;
// Ends what hangs; a machine with other work may need minutes for a round.
const giveUpMs = 600_000;

/** What the service holds of a project, beside what the outbox says: nothing twice, nothing missing. */
async function verdict(
  practice: PracticeHarness,
  project: string,
  rows: readonly Command[],
): Promise<string[]> {
  const all = await practice.tasks();
  const atService = {
    task: all.filter(({ projectName }) => projectName === project).map(({ taskId }) => String(taskId)),
    order: (await practice.orders())
      .filter(({ projectName, kind }) => projectName === project && kind === 'tasking')
      .map(({ orderNumber }) => String(orderNumber).padStart(6, '0')),
  };
  const wrong: string[] = [];
  for (const kind of ['task', 'order'] as const) {
    const own = rows.filter(({ input }) => input.kind === kind);
    const ids = own.map(({ remoteId }) => remoteId ?? '').sort();
    if (atService[kind].length !== own.length)
      wrong.push(`${project}: ${atService[kind].length} ${kind}s held for ${own.length} rows`);
    else if (ids.join() !== atService[kind].sort().join())
      wrong.push(`${project}: other ${kind}s adopted than held`);
  }
  const cancelled = new Set(
    all.filter(({ cancelledAt }) => cancelledAt !== null).map(({ taskId }) => taskId),
  );
  for (const { input } of rows)
    if (input.kind === 'cancel-task' && !cancelled.delete(input.taskId))
      wrong.push(`${project}: task ${input.taskId} is not cancelled`);
  for (const { state, input, error } of rows)
    if (state !== 'sent') wrong.push(`${project}: a ${input.kind} is ${state} ${JSON.stringify(error)}`);
  return wrong;
}

/** Sets the clock of the service, by the given chance. */
function setServiceClock({ jump, mayJump }: OutboxWorld, random: () => number, chance: number) {
  if (!mayJump || random() >= chance) return;
  jump.ms = [0, hour, -hour, hour / 3, -hour / 3][Math.floor(random() * 5)] ?? 0;
}

async function crashRound({ world, random, project, batch, cancels }: OutboxRound) {
  const { practice, time, skew } = world;
  const opened = openTestStore([...taskingMigrations, ...outboxMigrations]);
  // Lives end here, not the machine: what was handed to the system is kept.
  opened.store.run('PRAGMA synchronous = OFF');
  const defects: string[] = [];
  let crashes = 0;
  const orphans: { orphaned: number }[] = [];
  let left = Math.floor(random() * 4);
  try {
    for (;;) {
      skew.ms = [0, 0, hour, -hour][Math.floor(random() * 4)] ?? 0;
      setServiceClock(world, random, 0.2);
      const dieAt = left > 0 ? 1 + Math.floor(random() ** 2 * 160) : Number.POSITIVE_INFINITY;
      left -= 1;
      const crashInjector = createCrashInjector(dieAt, Math.floor(random() * 6));
      orphans.push(crashInjector.underway);
      const startedAt = performance.now();
      try {
        const session = startSession({
          store: crashInjector.store(opened.store),
          service: crashInjector.service(practice.service),
          serviceTime: practice.serviceTime,
          monotonic: time.now,
          random,
          pause: crashInjector.pause(time.pause),
          localNow: () => new Date(time.now() + skew.ms),
          scope: practice.scope,
          batch,
          cancels,
          onDefect(error) {
            if (!crashInjector.isDead()) defects.push(String(error));
          },
        });
        let idle = 0;
        while (!crashInjector.isDead()) {
          setServiceClock(world, random, 0.001);
          await turn();
          if (crashInjector.underway.living > 0) {
            idle = 0;
            continue;
          }
          idle += 1;
          // What follows from an answer takes a few turns.
          if (idle < 3) continue;
          if (session.isDone()) break;
          if (performance.now() - startedAt > giveUpMs) {
            const states = session.rows().map(({ state }) => state);
            return { rows: session.rows(), crashes, defects: [`${project}: stuck ${states.join()}`] };
          }
          const ahead = time.ahead();
          if (ahead === null) continue;
          if (ahead > patientMs) {
            // Work that was lost on its way is done by now, or never.
            await wait(10);
            while (orphans.some(({ orphaned }) => orphaned > 0)) await wait(5);
          }
          time.jump();
        }
        if (!crashInjector.isDead()) {
          await session.runner.close();
          return { rows: session.rows(), crashes, defects };
        }
      } catch (error) {
        if (!crashInjector.isDead()) throw error;
      }
      crashes += 1;
      time.clear();
      time.advance(Math.floor(random() * 3) * 20 * 60_000 * random());
    }
  } finally {
    opened.remove();
  }
}

/** Batches of twenty rows under seeded faults and deaths, until nothing is open; then the service's memory is compared. */
export async function runOutboxFaults({
  seed,
  rounds,
  killEvery,
  progress = () => undefined,
}: OutboxFaultRun): Promise<OutboxFigures> {
  const began = performance.now();
  const figures: OutboxFigures = {
    seed,
    rounds,
    rows: 0,
    faults: 0,
    crashes: 0,
    kills: 0,
    sentAgain: 0,
    seconds: 0,
    failures: [],
  };
  let world: OutboxWorld | null = null;
  for (let number = 0; number < rounds; number += 1) {
    if (number % roundsPerWorld === 0) {
      await world?.practice.end();
      world = await makeOutboxWorld(seededRandom(seed * 7_919 + number));
    }
    if (world === null) throw new Error('there is no world');
    const random = seededRandom(seed * 1_000_003 + number);
    const project = `round ${number}`;
    const batch = makeBatch(random, project, rowsPerRound);
    const faults = makeFaults(random, rowsPerRound);
    for (const { match, fault } of faults) await world.practice.fault(match, fault);
    const cancels = random() < 0.3 ? 3 : 0;
    const round = { world, random, project, batch, cancels };
    const isKilled = killEvery > 0 && number % killEvery === killEvery - 1;
    const { rows, crashes, defects } = isKilled ? await killRound(round) : await crashRound(round);
    await world.practice.clearFaults();
    figures.rows += rows.length;
    figures.faults += faults.length;
    if (isKilled) figures.kills += crashes;
    else figures.crashes += crashes;
    figures.sentAgain += rows.filter(({ attempts }) => attempts > 1).length;
    figures.failures.push(...defects, ...(await verdict(world.practice, project, rows)));
    if (rows.filter(({ input }) => input.kind !== 'cancel-task').length !== rowsPerRound)
      figures.failures.push(`${project}: ${rows.length} rows are left`);
    if ((number + 1) % 25 === 0)
      progress(`${number + 1} rounds, ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  }
  await world?.practice.end();
  figures.seconds = Math.round((performance.now() - began) / 1_000);
  return figures;
}
