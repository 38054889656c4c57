import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectionIdSchema, contractIdSchema } from '../../../src-preload/contract/ids.ts';
import { openStore } from '../../store/open-store.ts';
import type { Store } from '../../store/store.ts';
import { openCancellations } from './cancel-many.ts';
import { createCommandReading } from './command-reading.ts';
import { createCommandTable } from './command-table.ts';
import { createSentCommands } from './sent-commands.ts';
import { outboxMigrations } from './tables.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
const scope = {
  connectionId: connectionIdSchema.parse('connection-1'),
  contractId: contractIdSchema.parse('cont.b'),
};

let folder: string;
let store: Store;
function openFrom(fixture: string) {
  const old = new DatabaseSync(join(folder, 'nadir.db'));
  old.exec(readFileSync(join(fixtures, fixture), 'utf8'));
  old.close();
  store = openStore({
    folder,
    migrations: outboxMigrations,
    now: () => new Date(),
    onQuarantined: (path) => {
      throw new Error(path);
    },
  });
}
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-outbox-'));
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

it('has a fixture for every version that another one followed', () => {
  openFrom('outbox-1.sql');
  expect(readdirSync(fixtures)).toEqual(
    outboxMigrations.slice(0, -1).map(({ version }) => `outbox-${version}.sql`),
  );
});

it('takes over what version 1 had submitted, whatever became of it', () => {
  openFrom('outbox-1.sql');
  const table = createCommandTable(store);
  table.recover();
  const { rows } = createCommandReading(store).list({ scope: null, states: [], offset: 0, limit: 10 });
  expect(rows.map(({ id, state }) => [id, state])).toEqual([
    ['s-sent', 'sent'],
    ['s-unknown', 'unknown'],
    ['s-sending', 'unknown'],
    ['s-refused', 'refused'],
  ]);
  const [sent, unknown, sending, refused] = rows;
  expect(sent).toMatchObject({
    remoteId: '4711',
    name: 'harbour',
    project: 'coast',
    contractName: 'Coast',
    scope,
  });
  expect(sending).toMatchObject({ scope: { ...scope, contractId: null }, contractName: null });
  expect(unknown).toMatchObject({
    knownBefore: ['4711', '12'],
    beganAt: '2026-01-02T00:00:00.000Z',
    error: { code: 'UNREACHABLE' },
  });
  expect(unknown?.candidates.map(({ id }) => id)).toEqual(['4712', '4713']);
  expect(refused?.error).toMatchObject({ data: { fields: { product: ['no'] } } });
});

it('does not let what was sent then be adopted by another now', () => {
  openFrom('outbox-1.sql');
  const table = createCommandTable(store);
  expect(table.isLinked(scope, 'task', '4711')).toBe(true);
  const [unknown] = table.inState(scope, 'unknown');
  expect(unknown && table.adopt(unknown.id, ['unknown'], '4711')).toBe(false);
});

it('keeps from version 2 what each task and order was asked with', () => {
  openFrom('outbox-2.sql');
  const { askedFor } = createSentCommands({ store });
  expect(askedFor(scope, 'task', '4711')).toMatchObject({ task_name: 'harbour', max_captures: 3 });
  expect(askedFor(scope, 'order', '000383')).toMatchObject({ properties: { sku: 'TSKPOI-M' } });
  // Its row was removed before.
  expect(askedFor(scope, 'task', '4000')).toBeNull();
});

it('keeps it when the row is removed', () => {
  openFrom('outbox-2.sql');
  const table = createCommandTable(store);
  const [unknown] = table.inState(scope, 'unknown');
  if (!unknown) throw new Error('there is none');
  table.adopt(unknown.id, ['unknown'], '4712');
  table.remove(unknown.id, ['sent']);
  const { askedFor } = createSentCommands({ store });
  expect(askedFor(scope, 'task', '4712')).toMatchObject({ task_name: 'harbour' });
});

it('keeps what version 4 did not know the outcome of, without the proof by which that version sent it again', () => {
  openFrom('outbox-4.sql');
  const [unknown] = createCommandTable(store).inState(scope, 'unknown');
  expect(unknown).toMatchObject({ id: 'c-unknown', checkedAt: '2026-01-03T00:10:00.000Z', lookup: null });
});

it('finds the unfinished cancellations that version 3 had', () => {
  openFrom('outbox-3.sql');
  expect(openCancellations(store, scope)).toEqual([4711]);
  expect(createSentCommands({ store }).askedFor(scope, 'task', '4711')).toMatchObject({ max_captures: 3 });
});
