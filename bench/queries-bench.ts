import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StandardRPCJsonSerializer } from '@orpc/client/standard';
import type { Scope } from '../src-preload/contract/ids.ts';
import type { TaskFilter, TaskSort } from '../src-preload/contract/tasking.ts';
import type { Bench } from './bench.ts';
import { type AppClient, clientOf, openApp, seedPractice, seedRows } from './folder/seed-folder.ts';
import { watchLoop } from './loop-watch.ts';

const rows = 10_000;
const columns = ['answered after', 'longest standstill', 'processor time', 'encoding'] as const;
type Column = (typeof columns)[number];
/** First sync and sweep of the library. */
const idleMs = 4_000;

function callsOf(client: AppClient, scope: Scope): Record<string, () => Promise<unknown>> {
  const tasks = (sort: TaskSort, offset: number, filter: TaskFilter = {}) =>
    client.tasking.list({ scope, filter, sort, descending: true, offset, limit: 100 });
  const scenes = (sort: 'time' | 'saved' | 'name', offset: number, search = '') =>
    client.library.list({ filter: { search, onDiskOnly: true }, sort, descending: true, offset, limit: 100 });
  return {
    'tasking.list, first page': () => tasks('created', 0),
    'tasking.list, last page by name': () => tasks('name', rows - 100),
    'tasking.list, by status, completed': () => tasks('status', 0, { statusKinds: ['completed'] }),
    'tasking.list, two words': () => tasks('created', 0, { search: 'harbour project' }),
    'tasking.targets': () => client.tasking.targets({ scope, filter: {} }),
    'tasking.targets, two words': () =>
      client.tasking.targets({ scope, filter: { search: 'harbour project' } }),
    'tasking.position': async () => {
      const [task] = (await tasks('name', rows / 2)).rows;
      if (!task) throw new Error('no task');
      return client.tasking.position({
        scope,
        taskId: task.taskId,
        filter: {},
        sort: 'name',
        descending: true,
      });
    },
    'tasking.reference': () => client.tasking.reference({ scope }),
    'library.list, first page': () => scenes('time', 0),
    'library.list, last page': () => scenes('time', rows - 100),
    'library.list, last saved': () => scenes('saved', 0),
    'library.list, two words': () => scenes('time', 0, 'sn25 project'),
    'library.footprints, on disk': () => client.library.footprints({ filter: { onDiskOnly: true } }),
    'library.footprints, all': () => client.library.footprints({ filter: {} }),
  };
}

export const bench: Bench = {
  title: `what main does for one call, ${rows.toLocaleString('en')} tasks and scenes`,
  async run({ runs, progress }) {
    const home = mkdtempSync(join(tmpdir(), 'nadir-bench-'));
    const values = new Map<string, Record<Column, number[]>>();
    const note = (name: string, sample: Record<Column, number>) => {
      const known = values.get(name) ?? {
        'answered after': [],
        'longest standstill': [],
        'processor time': [],
        encoding: [],
      };
      for (const column of columns) if (Number.isFinite(sample[column])) known[column].push(sample[column]);
      values.set(name, known);
    };
    try {
      progress('seeding');
      const scope = await seedPractice(home);
      await seedRows(home, join(home, 'library'), scope, rows);
      const count = runs ?? 15;
      const start = watchLoop();
      const app = await openApp(home);
      note('start of main', {
        'answered after': start.elapsed(),
        'processor time': start.processor(),
        'longest standstill': start.longest(),
        encoding: Number.NaN,
      });
      const after = watchLoop();
      await wait(idleMs);
      note(`${idleMs / 1_000} s after the start`, {
        'answered after': Number.NaN,
        'processor time': after.processor(),
        'longest standstill': after.longest(),
        encoding: Number.NaN,
      });
      try {
        const serializer = new StandardRPCJsonSerializer();
        for (const [name, call] of Object.entries(callsOf(clientOf(app), scope))) {
          progress(name);
          // The first one prepares the statements and is not counted.
          for (let run = 0; run <= count; run += 1) {
            const watch = watchLoop();
            const answer = await call();
            const sample = {
              'answered after': watch.elapsed(),
              'processor time': watch.processor(),
              'longest standstill': watch.longest(),
            };
            const from = performance.now();
            JSON.stringify(serializer.serialize(answer));
            if (run > 0) note(name, { ...sample, encoding: performance.now() - from });
          }
        }
      } finally {
        await app.close();
      }
      return {
        variants: columns,
        pairs: [],
        figures: [...values].map(([name, all]) => ({ name, unit: 'ms', values: all })),
        notes: [
          'Calls through the application, checks of input and output included, without a transport; encoding is what the transports add to a standstill. Processor time is what the thread itself used: the same on a busy machine.',
          'A standstill of main above 50 ms is a defect.',
        ],
      };
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  },
};
