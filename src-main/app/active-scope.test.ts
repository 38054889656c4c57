import { expect, it } from 'vitest';
import { connectionIdSchema, contractIdSchema, type Scope } from '../../src-preload/contract/ids.ts';
import { createDomainEvents } from '../core/domain-events.ts';
import { createActiveScopeWatch } from './active-scope.ts';

const connectionId = connectionIdSchema.parse('practice');
const other = connectionIdSchema.parse('other');
const scope: Scope = { connectionId, contractId: contractIdSchema.parse('A-1') };

function createRecorded() {
  const order: string[] = [];
  const errors: unknown[] = [];
  const record = (name: string) => (of: Scope | null) =>
    void order.push(of === null ? `${name}: none` : name);
  const events = createDomainEvents({ onError: (_name, error) => errors.push(error) });
  const usable: { scope: Scope | null } = { scope };
  const recorded = {
    order,
    errors,
    events,
    usable,
    reference: () => Promise.resolve(),
    watch: createActiveScopeWatch({
      context: {
        closing: new AbortController().signal,
        events,
        onError: () => (error) => errors.push(error),
      },
      scopes: { usable: () => usable.scope },
      tasks: {
        sync: {
          watch: record('task sync'),
          restart: async () => void order.push('task sync again'),
        },
        reference: {
          async refresh() {
            order.push('reference');
            await recorded.reference();
          },
        },
      },
      orders: {
        sync: { watch: record('order sync'), restart: async () => void order.push('order sync again') },
        partWatch: { watch: record('part watch') },
      },
      outbox: { runner: { kick: record('outbox') } },
      tracking: { watch: record('tracking') },
    }),
  };
  return recorded;
}

it('follows the contract in force, in the order of what the user waits for', () => {
  const { order, watch } = createRecorded();
  watch();
  expect(order).toEqual(['task sync', 'order sync', 'part watch', 'tracking', 'reference', 'outbox']);
});

it('follows it again with each change of connections, and none where there is none', () => {
  const recorded = createRecorded();
  recorded.events.emit('connections.changed', other);
  expect(recorded.order).toHaveLength(6);
  recorded.order.length = 0;
  recorded.usable.scope = null;
  recorded.events.emit('connections.changed', connectionId);
  expect(recorded.order).toEqual([
    'task sync: none',
    'order sync: none',
    'part watch: none',
    'tracking: none',
  ]);
});

it('reads again at once what was asked of the connection in force with credentials that were corrected', () => {
  const { order, events } = createRecorded();
  events.emit('connection.invalidated', other);
  expect(order).toEqual([]);
  events.emit('connection.invalidated', connectionId);
  expect(order).toEqual(['task sync again', 'order sync again']);
});

it('reports that products and clients could not be read', async () => {
  const recorded = createRecorded();
  const failure = new Error('no answer');
  recorded.reference = () => Promise.reject(failure);
  recorded.watch();
  await Promise.resolve();
  await Promise.resolve();
  expect(recorded.errors).toEqual([failure]);
});
