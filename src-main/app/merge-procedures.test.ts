import { expect, it } from 'vitest';
import { createImplementer } from '../core/implementer.ts';
import { mergeProcedures } from './merge-procedures.ts';

const os = createImplementer({ onDefect: () => undefined, makeReference: () => 'A1' });
const tasks = { procedures: () => ({ tasking: { list: 'tasks' }, feasibility: { ask: 'feasible' } }) };
const orders = { procedures: () => ({ orders: { list: 'orders' } }) };

it('has the procedures of each module under the domain of the contract that it names', () => {
  const { tasking, feasibility, orders: ofOrders } = mergeProcedures(os, [tasks, orders]);
  expect([tasking.list, feasibility.ask, ofOrders.list]).toEqual(['tasks', 'feasible', 'orders']);
});

it('does not compile for a domain that no module implements', () => {
  // @ts-expect-error none of them implements the library.
  const { library } = mergeProcedures(os, [tasks, orders]);
  expect(library).toBeUndefined();
});

it('refuses a domain that two modules implement, because one of them would be lost', () => {
  expect(() => mergeProcedures(os, [orders, tasks, orders])).toThrow('two modules implement orders');
});
