import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { isAppError } from '../../src-main/core/app-error.ts';
import type { Page, Row, ServiceClient } from '../../src-main/service/api/service-client.ts';
import { captureIdSchema, orderIdSchema, type Scope, taskIdSchema } from '../../src-preload/contract/ids.ts';
import { makeConnection } from '../make-connection.ts';
import { makeService } from '../make-service.ts';
import { sampleTask } from '../sample-task.ts';
import { type AnswerPlan, isReadable, makeAnswerPlan } from './answers-plan.ts';
import { markOf } from './answers-rows.ts';
import { watchWork } from './watch-work.ts';

export interface AnswersFigures {
  seed: number;
  rounds: number;
  /** Answers that were read, and those that were refused by a declared error. */
  read: number;
  refused: number;
  longestHoldMs: number;
  grownMiB: number;
  seconds: number;
  failures: string[];
}

const program = fileURLToPath(new URL('./answers-child.ts', import.meta.url));
const messageSchema = z.union([z.object({ port: z.number() }), z.object({ seed: z.number() })]);
const longestHoldMs = 200;
const mostGrownBytes = 400 * 1_024 * 1_024;
/** Far beyond the time limit of the exchange: whoever has not answered by then never will. */
const giveUpMs = 60_000;

async function rowsOf<T>(pages: AsyncIterable<Page<T>>): Promise<Row<T>[]> {
  const rows: Row<T>[] = [];
  for await (const page of pages) rows.push(...page.rows);
  return rows;
}

type Marks = (string | undefined)[];
const markSchema = z.looseObject({ fuzz_mark: z.string().optional() });
const marksOf = (rows: readonly Row<unknown>[]): Marks =>
  rows.map(({ raw }) => markSchema.parse(raw).fuzz_mark);

/** Makes the call; answers the marks of the rows that came of it. */
function callsOf(
  client: ServiceClient,
  service: ReturnType<typeof makeService>,
  scope: Scope,
  signal: AbortSignal,
) {
  const orderId = orderIdSchema.parse('000001');
  const taskId = taskIdSchema.parse(1);
  const captureId = captureIdSchema.parse('c1');
  const feature = {
    type: 'Feature',
    geometry: null,
    properties: { sku: 'TSKPOI-M', parameters: {} },
  } as const;
  const calls: Record<AnswerPlan['call'], () => Promise<Marks>> = {
    // Any call that needs one asks for it.
    token: async () => marksOf(await client.products(signal)),
    contracts: async () => marksOf((await service.service.contracts(scope.connectionId, signal)).rows),
    products: async () => marksOf(await client.products(signal)),
    clients: async () => (await client.clients(signal)).map(({ name }) => name),
    tasks: async () => marksOf(await rowsOf(client.taskPages({}, signal))),
    task: async () => marksOf([await client.task(taskId, signal)]),
    captures: async () => marksOf((await client.captures(taskId, signal)).rows),
    scenes: async () => marksOf(await client.scenes(captureId, signal)),
    orders: async () => marksOf(await rowsOf(client.orderPages({}, signal))),
    order: async () => marksOf([await client.order(orderId, signal)]),
    'order captures': async () => marksOf(await client.orderCaptures(orderId, signal)),
    'order deliverables': async () => marksOf((await client.orderDeliverables(orderId, signal)).rows),
    deliverables: async () => marksOf(await rowsOf(client.deliverablePages({}, signal))),
    events: async () => marksOf(await client.orderEvents(orderId, signal)),
    'submitted task': async () => marksOf([await client.submitTask(sampleTask, signal)]),
    'submitted order': async () => marksOf(await client.submitOrder(feature, signal)),
    async 'cancelled task'() {
      await client.cancelTask(taskId, signal);
      return [markOf(0)];
    },
  };
  return calls;
}

/** One answer, read by the whole service over real HTTP; what was wrong with that, null for nothing. */
async function readAnswer(
  plan: AnswerPlan,
  origin: string,
): Promise<{ wrong: string | null; refused: boolean }> {
  const connection = makeConnection(origin, { ordersUrl: `${origin}/orders` });
  const scope: Scope = { connectionId: connection.id, contractId: null };
  // What stalls is left soon; what comes on a busy machine is waited for.
  const idleMs = plan.delivery === 'stalls' ? 100 : 10_000;
  const made = makeService(connection, {
    limits: { idleMs, totalMs: plan.delivery === 'stalls' ? 1_000 : 30_000 },
  });
  try {
    const calls = callsOf(made.service.forScope(scope), made, scope, AbortSignal.timeout(giveUpMs));
    const marks = new Set(await calls[plan.call]());
    if (!isReadable(plan)) return { wrong: null, refused: false };
    const bad = new Set(plan.bad);
    const lost = Array.from({ length: plan.rows }, (_, row) => row).filter(
      (row) => !bad.has(row) && !marks.has(markOf(row)),
    );
    return { wrong: lost.length > 0 ? `${lost.length} good rows were lost` : null, refused: false };
  } catch (error) {
    if (!isAppError(error))
      return { wrong: `no declared error: ${String(error).slice(0, 200)}`, refused: true };
    if (error.code === 'CANCELLED') return { wrong: 'it did not end', refused: true };
    const needless = isReadable(plan)
      ? `refused although it can be read: ${error.code} ${JSON.stringify(error.data)}`
      : null;
    return { wrong: needless?.slice(0, 300) ?? null, refused: true };
  } finally {
    await made.close();
  }
}

async function startAnswerer(): Promise<{
  child: ChildProcess;
  origin: string;
  prepare(plan: AnswerPlan): Promise<void>;
}> {
  const child = fork(program, [], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const said = async () => {
    const [raw] = await once(child, 'message');
    return messageSchema.parse(raw);
  };
  const first = await said();
  if (!('port' in first)) throw new Error('the answering process told no port');
  return {
    child,
    origin: `http://127.0.0.1:${first.port}`,
    async prepare(plan) {
      const heard = said();
      child.send(plan);
      await heard;
    },
  };
}

/**
 * So many seeded answers, odd in size, shape, type, encoding and pace, to every call. Whatever comes: no end of the process, no
 * stray rejection, no growth, no hold of the loop, each good row kept, each failure a declared error.
 */
export async function runAnswerFaults({
  seed,
  rounds,
  largestBytes = 8 * 1_024 * 1_024,
  progress = () => undefined,
}: {
  seed: number;
  rounds: number;
  /** Of the large answers that come now and then. */
  largestBytes?: number;
  progress?: (text: string) => void;
}): Promise<AnswersFigures> {
  const began = performance.now();
  const failures: string[] = [];
  let current = 'before the first round';
  const stray = (error: unknown) => failures.push(`${current}: stray ${String(error)}`);
  process.on('unhandledRejection', stray);
  process.on('uncaughtException', stray);
  const answerer = await startAnswerer();
  const figures = { read: 0, refused: 0, longestHoldMs: 0 };
  const memoryBefore = process.memoryUsage().rss;
  let memoryPeak = memoryBefore;
  try {
    for (let round = 0; round < rounds; round += 1) {
      const plan = makeAnswerPlan(seed, round, largestBytes);
      const { bad, seed: _, ...told } = plan;
      current = `seed ${seed} round ${round} ${JSON.stringify({ ...told, bad: bad.length })}`;
      await answerer.prepare(plan);
      const worked = watchWork();
      const { wrong, refused } = await readAnswer(plan, answerer.origin);
      const hold = worked();
      figures.longestHoldMs = Math.max(figures.longestHoldMs, Math.round(hold));
      figures[refused ? 'refused' : 'read'] += 1;
      if (wrong !== null) failures.push(`${current}: ${wrong}`);
      if (hold > longestHoldMs) failures.push(`${current}: held the loop for ${Math.round(hold)} ms`);
      memoryPeak = Math.max(memoryPeak, process.memoryUsage().rss);
      if ((round + 1) % 100 === 0) progress(`${round + 1} rounds, ${failures.length} failures`);
    }
  } finally {
    answerer.child.disconnect();
    await once(answerer.child, 'exit');
    process.off('unhandledRejection', stray);
    process.off('uncaughtException', stray);
  }
  if (memoryPeak - memoryBefore > mostGrownBytes)
    failures.push(`grown by ${(memoryPeak - memoryBefore) / 2 ** 20} MiB`);
  return {
    seed,
    rounds,
    ...figures,
    grownMiB: Math.round((memoryPeak - memoryBefore) / 2 ** 20),
    seconds: Math.round((performance.now() - began) / 1_000),
    failures,
  };
}
