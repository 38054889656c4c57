import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFaultBook, type FaultBook } from './faults.ts';
import { createSceneMaker, type SceneMaker } from './imagery/make-scene.ts';
import type { PracticeOptions } from './options.ts';
import { createBulkOrders } from './orders/bulk-orders.ts';
import { createOrderBook, type OrderBook } from './orders/order-book.ts';
import { fillOrders } from './orders/seeded-orders.ts';
import { createRequestJournal, type RequestJournal } from './request-journal.ts';
import { createScenes, type Scenes } from './scenes.ts';
import { seededTasks } from './seeded-world.ts';
import { createTokens, type Tokens } from './tokens.ts';
import { createWorld, type World } from './world.ts';

/** Everything that a practice service knows and makes, without the servers that answer for it. */
export interface ServiceState {
  options: PracticeOptions;
  /** The time (ms) of the machine. */
  clock: () => number;
  /** The time (ms) of the service, which `advance` moves on. */
  now: () => number;
  /** Moves the service's time on by so many practice seconds. */
  advance: (seconds: number) => void;
  tokens: Tokens;
  world: World;
  scenes: Scenes;
  book: OrderBook;
  maker: SceneMaker;
  faults: FaultBook;
  journal: RequestJournal;
  /** Stops the making of files and removes them, unless the options name a folder to keep them in. */
  close(): Promise<void>;
}

function createServiceClock(clock: () => number, speed: number) {
  let shiftMs = 0;
  return {
    now: () => clock() + shiftMs,
    advance(seconds: number) {
      shiftMs += (seconds * 1_000) / speed;
    },
  };
}

/** Returns the stored world, or a new one with its seeded tasks and orders unless the options want it empty. */
function openWorld({ seed, stateFolder, emptyWorld }: PracticeOptions, now: () => number): World {
  return createWorld({
    seed,
    now,
    stateFolder,
    fill(world) {
      if (emptyWorld) return;
      for (const task of seededTasks(seed, world.born, world.contracts)) world.add(task);
      fillOrders(world);
    },
  });
}

function bulkOrdersOf(options: PracticeOptions, world: World) {
  const [, contract] = world.contracts;
  if (!contract) throw new Error('there is no contract for further orders');
  return createBulkOrders({
    seed: options.seed,
    born: world.born,
    contract,
    orders: options.bulkOrders,
    deliverables: options.bulkDeliverables,
  });
}

/** Opens the state of a practice service in the folder of the options, or in a temporary one. */
export async function openServiceState(options: PracticeOptions, clock: () => number): Promise<ServiceState> {
  const temporary = options.stateFolder === null ? await mkdtemp(join(tmpdir(), 'nadir-practice-')) : null;
  const folder = options.stateFolder ?? temporary ?? tmpdir();
  const { now, advance } = createServiceClock(clock, options.speed);
  const tokens = createTokens({ seed: options.seed, tokenSeconds: options.tokenSeconds, now: clock });
  const world = openWorld(options, now);
  const bulk = bulkOrdersOf(options, world);
  const scenes = createScenes({ world, bulk, options, now });
  const maker = createSceneMaker({ folder: join(folder, `scenes-${options.sceneSizePx}`) });
  return {
    options,
    clock,
    now,
    advance,
    tokens,
    world,
    scenes,
    book: createOrderBook({ world, bulk, scenes, options, now }),
    maker,
    faults: createFaultBook(),
    journal: createRequestJournal(),
    async close() {
      await maker.close();
      // The thread may write one more file while it ends.
      if (temporary !== null) await rm(temporary, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
