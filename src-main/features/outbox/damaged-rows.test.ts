import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type SubmissionId, submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import type { CommandState } from '../../../src-preload/contract/outbox.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { testScope as scope } from '../../../testing/task-rows.ts';
import { createCommandReading } from './command-reading.ts';
import { createCommandTable } from './command-table.ts';
import { outboxMigrations } from './tables.ts';

/** One bad row never stops the rest of any list: each list of the outbox, with a row damaged in each of its columns. */
const damages: [string, string][] = [
  ['its request is no JSON', `request = '{"task_name":'`],
  ['its request is of another kind', `request = '[]'`],
  ['what was known before is no JSON', `known_before = 'x'`],
  ['its candidates are none', `candidates = '[1]'`],
  ['its error is no error', `error = '{}'`],
];

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(outboxMigrations);
});
afterEach(() => opened.remove());

const idOf = (name: string) => submissionIdSchema.parse(name);

function fill(state: CommandState): SubmissionId[] {
  const table = createCommandTable(opened.store);
  const ids = ['first', 'bad', 'last'].map(idOf);
  for (const id of ids) {
    const input = { kind: 'task' as const, request: { ...sampleTask, task_name: id } };
    table.add({ id, scope, input, contractName: null, createdAt: '2026-01-01T00:00:00Z' });
  }
  opened.store.run('UPDATE command SET state = :state', { state });
  return ids;
}

describe.each(damages)('a row of which %s', (_, damage) => {
  const damageOne = () => opened.store.run(`UPDATE command SET ${damage} WHERE id = 'bad'`);
  const good = ['first', 'last'];

  it('does not hide the others, nor stop what is sent', () => {
    const ids = fill('waiting');
    damageOne();
    const table = createCommandTable(opened.store);
    const reading = createCommandReading(opened.store);
    const page = reading.list({ scope, states: [], offset: 0, limit: 10 });
    expect(page.rows.map(({ id }) => id)).toEqual(good);
    expect([page.total, page.damaged]).toEqual([3, 1]);
    expect(reading.get(ids).map(({ id }) => id)).toEqual(good);
    expect(reading.ids({ scope, states: [], offset: 0, limit: 10 }).map(({ id }) => id)).toEqual(
      expect.arrayContaining(good),
    );
    expect(reading.places({ scope, states: [] }).ids).toEqual(expect.arrayContaining(good));
    const none = { draft: 0, sending: 0, sent: 0, refused: 0, unknown: 0, failed: 0 };
    expect(reading.counts(scope)).toEqual({ ...none, waiting: 3 });
    expect(reading.counts({ ...scope, contractId: null })).toEqual({ ...none, waiting: 0 });
    expect(table.inState(scope, 'waiting').map(({ id }) => id)).toEqual(good);
    table.changeState(idOf('first'), ['waiting'], 'draft');
    // The damaged one is next in turn, and is passed over.
    expect(table.nextWaiting(scope)?.id).toBe('last');
  });

  it('does not stop the look-up', () => {
    fill('unknown');
    damageOne();
    const table = createCommandTable(opened.store);
    expect(table.open(scope, 'task').map(({ id }) => id)).toEqual(good);
  });
});
