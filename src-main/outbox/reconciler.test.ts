import { afterEach, beforeEach, expect, it } from 'vitest';
import { submissionIdSchema } from '../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sampleTask, sampleTaskAnswer } from '../../testing/sample-task.ts';
import { testScope as scope } from '../../testing/task-rows.ts';
import { unusedClient } from '../../testing/unused-client.ts';
import { wireTaskSchema } from '../service/api/wire.ts';
import { createCommandTable } from './command-table.ts';
import { absenceMs, createReconciler } from './reconciler.ts';
import { outboxMigrations } from './tables.ts';

const id = submissionIdSchema.parse('one');
const signal = new AbortController().signal;
const began = Date.UTC(2026, 0, 2);

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(outboxMigrations);
});
afterEach(() => opened.remove());

interface Listing {
  /** How many tasks of other names the service lists. */
  listed: number;
  unreadable?: number;
  /** What it says that it has; null if it does not say. */
  total: number | null;
}

/** The commands that are proven to be absent by two look-ups, a time apart that is long enough. */
async function provenBy({ listed, unreadable = 0, total }: Listing) {
  const table = createCommandTable(opened.store);
  const createdAt = '2026-01-01T00:00:00Z';
  table.add({ id, scope, input: { kind: 'task', request: sampleTask }, contractName: null, createdAt });
  table.changeState(id, ['draft'], 'unknown');
  let serviceMs = began;
  const reconciler = createReconciler({
    store: opened.store,
    table,
    remoteStores: { tasks: { put: () => undefined, idsWithName: () => [] } },
    service: {
      forScope: () => ({
        ...unusedClient,
        async *taskPages() {
          const rows = Array.from({ length: listed }, (_, n) => {
            const raw = { ...sampleTaskAnswer, task_id: n + 1, task_name: `another ${n}` };
            return { parsed: wireTaskSchema.parse(raw), raw };
          });
          yield { rows, unreadable, total };
        },
      }),
    },
    now: () => new Date(serviceMs),
    serviceTime: () => serviceMs,
    changed: () => undefined,
  });
  const first = await reconciler.reconcile(table.find(id), signal);
  serviceMs += absenceMs;
  const second = await reconciler.reconcile(table.find(id), signal);
  return [first.size, [...second]];
}

it.each([
  ['says how many there are, and lists them', { listed: 2, total: 2 }, [id]],
  ['does not say how many there are', { listed: 2, total: null }, [id]],
  ['has more than it lists', { listed: 2, total: 3 }, []],
  ['lists what cannot be read, which may be the one', { listed: 2, unreadable: 1, total: 3 }, []],
  ['lists what cannot be read, and does not count', { listed: 2, unreadable: 1, total: null }, []],
] as const)('a service that %s', async (_what, listing, proven) => {
  // A single look-up proves nothing: what was sent may still arrive.
  expect(await provenBy(listing)).toEqual([0, proven]);
});
