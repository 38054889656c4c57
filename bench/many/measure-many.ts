// A child process that opens one folder, makes the first calls of every screen, and prints what they cost as JSON.
import { setTimeout as wait } from 'node:timers/promises';
import { type Scope, scopeSchema } from '../../src-preload/contract/ids.ts';
import { type AppClient, clientOf, openApp } from '../folder/seed-folder.ts';
import { watchLoop } from '../loop-watch.ts';

export interface CallCost {
  answeredMs: number;
  standstillMs: number;
}

export interface ManyFigures {
  startMs: number;
  /** The longest time that the event loop did not turn in the seconds after the start. */
  afterStartMs: number;
  calls: Record<string, CallCost[]>;
  rssBytes: number;
}

/** Sweep of the library, first checks for what needs attention, and first syncs. */
const quietMs = 6_000;
const repeats = 3;

function callsOf(client: AppClient, scope: Scope): Record<string, () => Promise<unknown>> {
  const page = { descending: true, offset: 0, limit: 100 } as const;
  const tasks = (filter: Parameters<AppClient['tasking']['list']>[0]['filter']) => () =>
    client.tasking.list({ scope, filter, sort: 'created', ...page });
  const orders = (filter: Parameters<AppClient['orders']['list']>[0]['filter']) => () =>
    client.orders.list({ scope, filter, sort: 'updated', ...page });
  const scenes = (filter: Parameters<AppClient['library']['list']>[0]['filter']) => () =>
    client.library.list({ filter, sort: 'time', ...page });
  const commands = (states: Parameters<AppClient['outbox']['list']>[0]['states']) => () =>
    client.outbox.list({ scope, states, order: 'attention', offset: 0, limit: 100 });
  return {
    'tasks, first page': tasks({}),
    'tasks, one word': tasks({ search: 'harbour' }),
    'tasks, two words': tasks({ search: 'harbour project' }),
    'tasks, a word that nothing holds': tasks({ search: 'xylophone' }),
    'tasks, by status': tasks({ statusKinds: ['completed'] }),
    'tasks, needing attention': tasks({ needsAttention: true }),
    'orders, first page': orders({}),
    'orders, one word': orders({ search: 'harbour' }),
    'orders, a word that nothing holds': orders({ search: 'xylophone' }),
    'orders, by state': orders({ states: ['fulfilled'] }),
    'orders, by SKU': orders({ sku: 'TSKARE-M' }),
    'scenes, first page': scenes({}),
    'scenes, on disk': scenes({ onDiskOnly: true }),
    'scenes, two words': scenes({ search: 'sn25 project', onDiskOnly: true }),
    'scenes, a word that nothing holds': scenes({ search: 'xylophone' }),
    'outbox, first page': commands([]),
    'outbox, drafts': commands(['draft']),
    'outbox, sent': commands(['sent']),
    'outbox, counts': () => client.outbox.counts({ scope }),
    'outbox, all contracts': () => client.outbox.overview(),
    'downloads, completed, first page': () => client.delivery.done({ offset: 0, limit: 100 }),
    'downloads, first news of the queue': async () => {
      const ended = new AbortController();
      for await (const { transfers } of await client.delivery.progress(undefined, { signal: ended.signal })) {
        if (transfers.length > 0) break;
      }
      ended.abort();
    },
    'timeline, a year of days': () =>
      client.timeline.counts({
        connectionId: scope.connectionId,
        contractIds: [scope.contractId],
        kinds: ['window-opens', 'window-closes', 'capture-made', 'scene', 'delivery'],
        project: null,
        span: { from: '2025-01-01T00:00:00Z', to: '2026-01-01T00:00:00Z' },
      }),
    'what needs attention': () => client.tracking.flags({ scope }),
    'what is new': () => client.tracking.summary({ scope, since: null }),
  };
}

async function measure(folder: string, scope: Scope): Promise<ManyFigures> {
  const start = watchLoop();
  const app = await openApp(folder);
  const startMs = start.elapsed();
  start.longest();
  try {
    const after = watchLoop();
    await wait(quietMs);
    const figures: ManyFigures = { startMs, afterStartMs: after.longest(), calls: {}, rssBytes: 0 };
    for (const [name, call] of Object.entries(callsOf(clientOf(app), scope))) {
      const costs: CallCost[] = [];
      for (let run = 0; run < repeats; run += 1) {
        const watch = watchLoop();
        await call();
        costs.push({ answeredMs: watch.elapsed(), standstillMs: watch.longest() });
      }
      figures.calls[name] = costs;
    }
    figures.rssBytes = process.memoryUsage.rss();
    return figures;
  } finally {
    await app.close();
  }
}

const [folder, scopeText] = process.argv.slice(2);
if (folder === undefined || scopeText === undefined) throw new Error('measure-many.ts FOLDER SCOPE');
const figures = await measure(folder, scopeSchema.parse(JSON.parse(scopeText)));
process.stdout.write(`${JSON.stringify(figures)}\n`);
process.exit(0);
