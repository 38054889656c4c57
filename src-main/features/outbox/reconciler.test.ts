import { afterEach, beforeEach, expect, it } from 'vitest';
import { submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { sampleTask, sampleTaskAnswer } from '../../../testing/sample-task.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { unusedClient } from '../../../testing/unused-client.ts';
import { wireTaskSchema } from '../../service/api/wire.ts';
import { createCommandTable } from './command-table.ts';
import { createReconciler } from './reconciler.ts';
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
  /** True if every row is the same task. */
  isRepeated?: boolean;
}

/** Looks an unconfirmed command up twice, four minutes apart; returns what is stored after each. */
async function lookUpTwice({ listed, unreadable = 0, total, isRepeated = false }: Listing) {
  const table = createCommandTable(opened.store);
  const createdAt = '2026-01-01T00:00:00Z';
  table.add({ id, scope, input: { kind: 'task', request: sampleTask }, contractName: null, createdAt });
  table.begin(id, ['draft'], { at: new Date(began).toISOString(), serviceMs: began, knownBefore: [] });
  table.changeState(id, ['sending'], 'unknown');
  let passedMs = 0;
  const reconciler = createReconciler({
    store: opened.store,
    table,
    remoteStores: { tasks: { put: () => undefined, idsWithName: () => [] } },
    service: {
      forScope: () => ({
        ...unusedClient,
        async *taskPages() {
          const rows = Array.from({ length: listed }, (_, n) => {
            const raw = {
              ...sampleTaskAnswer,
              task_id: isRepeated ? 1 : n + 1,
              task_name: `another ${n}`,
              created_time: '2025-12-01T00:00:00Z',
            };
            return { parsed: wireTaskSchema.parse(raw), raw };
          });
          yield { rows, unreadable, total };
        },
      }),
    },
    now: () => new Date(began + passedMs),
    monotonic: () => 1_000 + passedMs,
    serviceTime: () => began + passedMs,
    changed: () => undefined,
  });
  await reconciler.reconcile(table.find(id), signal);
  const first = table.find(id);
  passedMs = 4 * 60_000;
  await reconciler.reconcile(table.find(id), signal);
  return { first, second: table.find(id) };
}

it.each([
  ['says how many there are, and lists them', { listed: 2, total: 2 }, true],
  ['does not say how many there are', { listed: 2, total: null }, true],
  ['has more than it lists', { listed: 2, total: 3 }, false],
  ['lists one of them twice, and not the other', { listed: 2, total: 2, isRepeated: true }, false],
  ['lists what cannot be read, which may be the one', { listed: 2, unreadable: 1, total: 3 }, false],
  ['lists what cannot be read, and does not count', { listed: 2, unreadable: 1, total: null }, false],
] as const)('a service that %s: whether absence counts is stored', async (_what, listing, isComplete) => {
  const { first, second } = await lookUpTwice(listing);
  const read = 'isRepeated' in listing ? 1 : 2;
  expect(first.lookup).toEqual({
    read,
    total: listing.total,
    isComplete,
    absentLookups: isComplete ? 1 : 0,
    absentMs: 0,
  });
  expect(second.lookup).toMatchObject(
    isComplete ? { absentLookups: 2, absentMs: 240_000 } : { absentLookups: 0, absentMs: 0 },
  );
  // Whatever was read, it stays for the user.
  expect(second.state).toBe('unknown');
});
