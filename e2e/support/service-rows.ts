import { z } from 'zod';
import type { PracticeLine } from './practice.ts';

const capture = z.looseObject({ start: z.string(), status: z.string() });
const task = z.looseObject({
  task_id: z.number(),
  task_name: z.string(),
  start: z.string(),
  end: z.string(),
  expected_age: z.string().nullish(),
});
const parameters = z.looseObject({
  task_id: z.union([z.number(), z.string()]).nullish(),
  outcome_id: z.string().nullish(),
  start: z.string().nullish(),
  end: z.string().nullish(),
});
const order = z.object({ properties: z.looseObject({ order_id: z.string(), parameters }) });
const orderDetails = z.object({ properties: z.looseObject({ captures: z.array(capture) }) });
const deliverable = z.looseObject({
  status: z.string(),
  delivered_at: z.string().nullish(),
  updated_at: z.string(),
});
const tokenSchema = z.object({ access_token: z.string() });
const contract = z.looseObject({ contract_id: z.string(), name: z.string(), status: z.string() });

/** The rows of a service, asked for by the test itself: nothing of Nadir is in between. */
export async function createServiceRows(line: PracticeLine) {
  const own = line.credentials.find(({ kind }) => kind === 'oauth');
  const token = async (audience: string) => {
    const reply = await fetch(`${line.auth_url}/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: own?.client_id,
        client_secret: own?.client_secret,
        audience,
        grant_type: 'client_credentials',
      }),
    });
    return tokenSchema.parse(await reply.json()).access_token;
  };
  const tasking = await token(line.tasking_audience);
  const accounts = await token('api');
  const listing = z.object({
    next: z.string().nullish(),
    results: z.array(z.unknown()).optional(),
    features: z.array(z.unknown()).optional(),
  });

  async function all<S extends z.ZodType>(row: S, address: string, headers: Record<string, string>) {
    const rows: z.infer<S>[] = [];
    for (let next: string | null = address; next !== null; ) {
      const reply: Response = await fetch(next, { headers });
      const page: z.infer<typeof listing> = listing.parse(await reply.json());
      rows.push(...(page.results ?? page.features ?? []).map((each) => row.parse(each)));
      next = page.next ? new URL(page.next, next).href : null;
    }
    return rows;
  }

  const contracts = await all(contract, `${line.accounts_url}/v2/my/contracts`, {
    authorization: `Bearer ${accounts}`,
  });
  return {
    contracts,
    async of(contractName: string) {
      const contractId = contracts.find(({ name }) => name === contractName)?.contract_id ?? '';
      const headers = { authorizationToken: `Bearer ${tasking}`, [line.contract_header]: contractId };
      const tasks = await all(task, `${line.base_url}/tasking/tasks/`, headers);
      const captures = new Map<number, z.infer<typeof capture>[]>();
      for (const { task_id } of tasks)
        captures.set(
          task_id,
          await all(capture, `${line.base_url}/tasking/tasks/${task_id}/captures/`, headers),
        );
      const orders = await all(order, `${line.orders_url}/v2/orders`, headers);
      const orderCaptures: z.infer<typeof capture>[] = [];
      for (const { properties } of orders) {
        if (properties.parameters.task_id || properties.parameters.outcome_id) continue;
        const reply = await fetch(`${line.orders_url}/v2/orders/${properties.order_id}`, { headers });
        orderCaptures.push(...orderDetails.parse(await reply.json()).properties.captures);
      }
      return {
        tasks,
        captures,
        orders,
        orderCaptures,
        deliverables: await all(deliverable, `${line.orders_url}/v2/deliverables`, headers),
      };
    },
  };
}

/** What a service lists of one contract. */
export type ListedRows = Awaited<ReturnType<Awaited<ReturnType<typeof createServiceRows>>['of']>>;

/** Per UTC day and kind, as a person would count them; the days as `2026-11-21`. */
export function countByDay(rows: ListedRows) {
  const counts = new Map<string, number>();
  const add = (at: string | null | undefined, kind: string) => {
    if (!at) return;
    const key = `${new Date(at).toISOString().slice(0, 10)} ${kind}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  };
  for (const { start, end } of rows.tasks) {
    add(start, 'window-opens');
    add(end, 'window-closes');
  }
  for (const { properties } of rows.orders) {
    if (properties.parameters.task_id) continue;
    add(properties.parameters.start, 'window-opens');
    add(properties.parameters.end, 'window-closes');
  }
  for (const { start, status } of [...rows.captures.values()].flat())
    add(start, status === 'queued' ? 'capture-planned' : 'capture-made');
  for (const { status, delivered_at, updated_at } of rows.deliverables)
    if (status === 'DELIVERED') add(delivered_at ?? updated_at, 'delivery');
  return counts;
}

/**
 * The days and kinds of which more or less is shown than the service lists. Nadir reads the captures of orders that are no
 * tasks in the background, one order at a time: those may be there or not yet.
 */
export function wrongCounts(
  shown: ReadonlyMap<string, number>,
  due: ReadonlyMap<string, number>,
  { orderCaptures }: Pick<ListedRows, 'orderCaptures'>,
): string[] {
  const later = (key: string) =>
    orderCaptures.filter(
      ({ start }) => key.includes(' capture-') && key.startsWith(new Date(start).toISOString().slice(0, 10)),
    ).length;
  return [...new Set([...shown.keys(), ...due.keys()])].filter((key) => {
    const [seen, least] = [shown.get(key) ?? 0, due.get(key) ?? 0];
    return seen < least || seen > least + later(key);
  });
}
