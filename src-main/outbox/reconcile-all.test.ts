import { afterEach, beforeEach, expect, it } from 'vitest';
import { submissionIdSchema } from '../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { sampleTask } from '../../testing/sample-task.ts';
import { testScope as scope } from '../../testing/task-rows.ts';
import { AppError } from '../app-error.ts';
import { createCommandTable } from './command-table.ts';
import { createReconcileAll } from './reconcile-all.ts';
import { outboxMigrations } from './tables.ts';

const signal = new AbortController().signal;
const offline = new AppError('OFFLINE', { host: 'api.test' });

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(outboxMigrations);
});
afterEach(() => opened.remove());

/** Unconfirmed commands, one of each project named; a look-up does what the test says. */
function make(projects: readonly string[], reconciled: (id: string) => void = () => undefined) {
  const table = createCommandTable(opened.store);
  const steps: string[] = [];
  const errors: unknown[] = [];
  for (const [index, project] of projects.entries()) {
    const id = submissionIdSchema.parse(`${index + 1} in ${project}`);
    const input = { kind: 'task' as const, request: { ...sampleTask, project_name: project } };
    table.add({ id, scope, input, contractName: null, createdAt: '2026-01-01T00:00:00Z' });
    table.changeState(id, ['draft'], 'unknown');
  }
  const reconcileAll = createReconcileAll({
    table,
    sender: { recoverInFlight: () => steps.push('recover') },
    reconciler: {
      async reconcile({ id }) {
        steps.push(id);
        reconciled(id);
        return new Set();
      },
    },
    onError: (error) => errors.push(error),
  });
  return { table, steps, errors, reconcileAll: () => reconcileAll(scope, signal) };
}

it('one look-up answers for all tasks of a project, after what was in flight is settled', async () => {
  const { steps, errors, reconcileAll } = make(['coast', 'coast', 'harbour', 'coast']);
  await reconcileAll();
  expect(steps).toEqual(['recover', '1 in coast', '3 in harbour']);
  expect(errors).toEqual([]);
});

it('what was settled or removed meanwhile is not looked up', async () => {
  const made = make(['a', 'b', 'c', 'd'], (id) => {
    if (id !== '1 in a') return;
    made.table.changeState(submissionIdSchema.parse('2 in b'), ['unknown'], 'refused');
    made.table.remove(submissionIdSchema.parse('3 in c'), ['unknown']);
  });
  await made.reconcileAll();
  expect(made.steps).toEqual(['recover', '1 in a', '4 in d']);
  expect(made.errors).toEqual([]);
});

it('a service that does not answer is not asked for the others', async () => {
  const { steps, errors, reconcileAll } = make(['a', 'b'], () => {
    throw offline;
  });
  await reconcileAll();
  expect(steps).toEqual(['recover', '1 in a']);
  expect(errors).toEqual([]);
});

it('a defect at one is told and keeps none of the others from being looked up', async () => {
  const defect = new TypeError('defect');
  const { steps, errors, reconcileAll } = make(['a', 'b', 'a'], (id) => {
    if (id === '1 in a') throw defect;
  });
  await reconcileAll();
  expect(steps).toEqual(['recover', '1 in a', '2 in b', '3 in a']);
  expect(errors).toEqual([defect]);
});
