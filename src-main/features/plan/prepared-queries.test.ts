import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  captureIdSchema,
  type SubmissionId,
  submissionIdSchema,
  taskIdSchema,
} from '../../../src-preload/contract/ids.ts';
import type { CommandInput } from '../../../src-preload/contract/outbox.ts';
import type { PreparedIssue } from '../../../src-preload/contract/prepared.ts';
import type { TaskRequest } from '../../../src-preload/contract/task-request.ts';
import { orderIdOf, orderRaw } from '../../../testing/order-rows.ts';
import { codesOf, templateContent } from '../../../testing/prepared-rows.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { captureRow, taskRow, testScope } from '../../../testing/task-rows.ts';
import { createTemplatesHarness, type TemplatesHarness } from '../../../testing/templates-harness.ts';
import { wireOrderCaptureSchema, wireOrderSchema } from '../../service/api/orders-wire.ts';
import { readRow } from '../../service/api/read-row.ts';
import { wireSceneSchema } from '../../service/api/wire.ts';
import { createSceneTable } from '../library/scene-table.ts';
import { createOrderTable } from '../orders/order-table.ts';
import { createPartTable } from '../orders/part-table.ts';
import { createCommandTable } from '../outbox/command-table.ts';
import { createTaskTable } from '../tasks/task-table.ts';
import { usualWindows } from './prepared-queries.ts';

const now = () => new Date('2026-03-01T00:00:00Z');
const planRow = z.object({ detail: z.string() });
/** The window of the rows, and the place of the first. */
const window = { start: '2026-03-02T00:00:00Z', end: '2026-03-16T00:00:00Z' };
const first = { type: 'Point', coordinates: [10.02, 48, 0] };

let world: TemplatesHarness;
beforeEach(() => {
  world = createTemplatesHarness();
});
afterEach(() => world.end());

async function make(fields: Record<string, unknown> = {}, count = 2) {
  const ids = await world.addPlaces(count);
  const { templateId } = await world.templates.save(templateContent(fields), null);
  await world.prepared.make(world.scope, templateId, ids);
}
const codes = (row = 0) => codesOf(world.check().rows, row);

describe('what is known of the contract', () => {
  it('are its tasks, unless they were cancelled or have failed', async () => {
    await make();
    const tasks = createTaskTable({ store: world.store, now });
    tasks.put(testScope, taskRow(1, { target: first, ...window }));
    expect([codes(0), codes(1)]).toEqual([['existing'], []]);
    tasks.put(testScope, taskRow(1, { target: first, ...window, status: 'Canceled' }));
    expect(codes(0)).toEqual([]);
    tasks.put(testScope, taskRow(2, { target: first, ...window, task_name: 'P-1 Plot 1' }));
    expect(codes(0)).toEqual(['sentBefore']);
  });

  it('are its orders by SKU', async () => {
    await make({ request: { kind: 'order', sku: 'TSKPOI-M', processingLevel: '' } });
    const orders = createOrderTable({ store: world.store, now });
    const put = (number: number, sku: string) => {
      const raw = { ...orderRaw(number, { sku, parameters: window }), geometry: first };
      orders.put(testScope, readRow(wireOrderSchema, raw, 'order'));
    };
    put(1, 'TSKRSH-M.15.01');
    expect(codes(0)).toEqual([]);
    put(2, 'TSKPOI-M');
    expect([codes(0), codes(1)]).toEqual([['existing'], []]);
  });

  it('is what stands in the outbox', async () => {
    await make();
    const commands = createCommandTable(world.store);
    commands.add({
      id: submissionIdSchema.parse('a'),
      scope: testScope,
      contractName: null,
      createdAt: now().toISOString(),
      input: {
        kind: 'task',
        request: { ...sampleTask, ...window, target: { type: 'Point', coordinates: [10.02, 48] } },
      },
    });
    expect([codes(0), codes(1)]).toEqual([['existing'], []]);
    expect(world.check().rows[0]?.issues[0]?.values).toMatchObject({ name: 'harbour', from: 'outbox' });
  });

  it('are the scenes of the library whose outline contains the place', async () => {
    await make();
    const scenes = createSceneTable({
      store: world.store,
      now,
      taskOfCapture: () => null,
      transferring: () => false,
    });
    const put = (id: string, ring: number[][]) => {
      const raw = {
        scene_id: id,
        timestamp: '2026-02-01T10:00:00Z',
        rasters: [],
        attachments: [],
        footprint: { type: 'Polygon', coordinates: [ring] },
      };
      scenes.put(testScope, captureIdSchema.parse('c'), { parsed: wireSceneSchema.parse(raw), raw });
    };
    // Its box contains both places, the triangle none of them.
    put(
      'triangle',
      [
        [9, 49],
        [11, 49],
        [9, 47.9],
        [9, 49],
      ].map(([x = 0, y = 0]) => [x, y === 47.9 ? 47.9 : y]),
    );
    expect([codes(0), codes(1)]).toEqual([[], []]);
    put('square', [
      [10.01, 47.9],
      [10.03, 47.9],
      [10.03, 48.1],
      [10.01, 48.1],
      [10.01, 47.9],
    ]);
    expect([codes(0), codes(1)]).toEqual([['inLibrary'], []]);
  });

  it('are the windows that are usual for a product', async () => {
    await make({ window: { kind: 'relative', startsInDays: 1, lastsDays: 100 } }, 1);
    const tasks = createTaskTable({ store: world.store, now });
    for (let n = 1; n <= 6; n += 1) tasks.put(testScope, taskRow(n, { ...window }));
    expect(codes(0)).toEqual(['windowUnusual']);
  });

  it('is found by an index for each row', () => {
    const plans = [
      `SELECT task_id FROM task INDEXED BY task_place WHERE connection_id = 'a' AND contract_id = 'b'
         AND latitude BETWEEN 1 AND 2 AND longitude BETWEEN 1 AND 2 AND status_kind NOT IN ('cancelled', 'failed')`,
      `SELECT order_id FROM service_order INDEXED BY service_order_place WHERE connection_id = 'a' AND contract_id = 'b'
         AND latitude_e6 BETWEEN 1 AND 2 AND longitude_e6 BETWEEN 1 AND 2 AND task_id IS NULL AND state NOT IN ('cancelled', 'failed')`,
    ];
    for (const sql of plans) {
      const [plan] = world.store.all(planRow, `EXPLAIN QUERY PLAN ${sql}`);
      expect(plan?.detail).toMatch(/latitude\w*>\?/);
    }
  });
});

describe('tasks and orders that are about to be sent', () => {
  const task = (fields: Partial<TaskRequest> = {}, [longitude, latitude] = [10.02, 48]): CommandInput => ({
    kind: 'task',
    request: {
      ...sampleTask,
      ...window,
      target: { type: 'Point', coordinates: [longitude ?? 0, latitude ?? 0] },
      ...fields,
    },
  });
  const archive = (name: string, outcomeId: string, longitude = 10.02): CommandInput => ({
    kind: 'order',
    request: {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [longitude, 48] },
      properties: {
        order_name: name,
        project_name: 'archive',
        sku: 'ARCHIVE-DOWNLOAD',
        parameters: { outcome_id: outcomeId },
      },
    },
  });
  const check = (commands: CommandInput[], editedId: SubmissionId | null = null) =>
    world.queries.checkCommands(testScope, world.terms, { commands, editedId });
  const codesIn = (checked: readonly { name: string; issues: readonly PreparedIssue[] }[]) =>
    checked.map(({ name, issues }) => [name, ...issues.map(({ code }) => code)]);
  const addCommand = (id: string, input: CommandInput) => {
    const submissionId = submissionIdSchema.parse(id);
    createCommandTable(world.store).add({
      id: submissionId,
      scope: testScope,
      contractName: null,
      createdAt: now().toISOString(),
      input,
    });
    return submissionId;
  };

  it('are compared with the tasks of the contract: an exact repetition is told', () => {
    const tasks = createTaskTable({ store: world.store, now });
    expect(check([task()])).toEqual([]);
    tasks.put(testScope, taskRow(2, { target: first, ...window, task_name: sampleTask.task_name }));
    expect(codesIn(check([task()]))).toEqual([[sampleTask.task_name, 'sentBefore']]);
    expect(codesIn(check([task({ task_name: 'another' })]))).toEqual([['another', 'existing']]);
  });

  it('are compared with the drafts of the outbox, but not with the one that is edited', () => {
    const id = addCommand('a', task());
    expect(codesIn(check([task()]))).toEqual([[sampleTask.task_name, 'sentBefore']]);
    expect(check([task()], id)).toEqual([]);
    expect(world.queries.checkDrafts(testScope, world.terms, [id])).toEqual([]);
  });

  it('are compared with each other: one place that is swapped among others is told', () => {
    const ids = Array.from({ length: 6 }, (_, n) =>
      addCommand(`c${n}`, task({ task_name: `Plot ${n}` }, n === 4 ? [48, 10.08] : [10.02 + n / 50, 48])),
    );
    const checked = world.queries.checkDrafts(testScope, world.terms, ids);
    expect(codesIn(checked)).toEqual([['Plot 4', 'swapped']]);
    expect(checked[0]?.id).toBe('c4');
  });

  it('are compared with each other: the second of two equal ones is told', () => {
    const twins = [task(), task(), task({ task_name: 'Other' })];
    expect(codesIn(check(twins))).toEqual([
      [sampleTask.task_name, 'twin'],
      ['Other', 'duplicate'],
    ]);
  });

  it('say that an archive order is for a scene that was ordered before, whatever it is called and wherever it lies', () => {
    const orders = createOrderTable({ store: world.store, now });
    const raw = {
      ...orderRaw(3, { sku: 'ARCHIVE-DOWNLOAD', parameters: { outcome_id: 'capture-1' } }),
      geometry: first,
    };
    orders.put(testScope, readRow(wireOrderSchema, raw, 'order'));
    const [again, other] = [archive('Again', 'capture-1'), archive('Other', 'capture-2')];
    expect(codesIn(check([again, other]))).toEqual([['Again', 'sceneOrdered']]);
    expect(codesIn(check([archive('Far', 'capture-1', 60)]))).toEqual([['Far', 'sceneOrdered']]);
    expect(codesIn(check([other, archive('Twice', 'capture-2')]))).toEqual([['Twice', 'sceneTwice']]);
    expect(codesIn(check([other, archive('Elsewhere', 'capture-2', 60)]))).toEqual([
      ['Elsewhere', 'sceneTwice'],
    ]);
    expect(check([other, archive('Another', 'capture-3')])).toEqual([]);
  });

  it('say that a task has delivered the scene of an archive order, and that its area lies outside the scene', () => {
    const tasks = createTaskTable({ store: world.store, now });
    const row = taskRow(7, { task_name: 'Wheat', target: { type: 'Point', coordinates: [60, 10, 0] } });
    tasks.put(testScope, row);
    tasks.putCaptures(testScope, taskIdSchema.parse(7), [
      captureRow('capture-1', 'published'),
      captureRow('capture-2', 'queued'),
    ]);
    const scenes = createSceneTable({
      store: world.store,
      now,
      taskOfCapture: () => null,
      transferring: () => false,
    });
    const ring = [
      [10, 47.9],
      [10.1, 47.9],
      [10.1, 48.1],
      [10, 48.1],
      [10, 47.9],
    ];
    const rawOf = (sceneId: string) => ({
      scene_id: sceneId,
      timestamp: '2026-02-01T10:00:00Z',
      rasters: [],
      attachments: [],
      footprint: { type: 'Polygon', coordinates: [ring] },
    });
    for (const capture of ['capture-1', 'capture-2']) {
      const raw = rawOf(`scene of ${capture}`);
      scenes.put(testScope, captureIdSchema.parse(capture), { parsed: wireSceneSchema.parse(raw), raw });
    }
    expect(check([archive('Again', 'capture-1')])[0]?.issues).toEqual([
      expect.objectContaining({ code: 'sceneDelivered', values: { name: 'Wheat', from: 'task' } }),
    ]);
    expect(codesIn(check([archive('Far', 'capture-1', 60)]))).toEqual([
      ['Far', 'sceneDelivered', 'outsideScene'],
    ]);
    expect(check([archive('New', 'capture-2')])).toEqual([]);
    expect(codesIn(check([archive('Off', 'capture-2', 10.2)]))).toEqual([['Off', 'outsideScene']]);
    expect(check([archive('Unknown', 'capture-3', 10.2)])).toEqual([]);
    const orders = createOrderTable({ store: world.store, now });
    orders.put(
      testScope,
      readRow(wireOrderSchema, orderRaw(3, { sku: 'TSKPOI-M', parameters: window }), 'order'),
    );
    const delivered = readRow(
      wireOrderCaptureSchema,
      { capture_id: 'capture-3', status: 'published' },
      'capture',
    );
    createPartTable({ store: world.store, now, orders }).putCaptures(testScope, orderIdOf(3), [delivered]);
    expect(check([archive('Ordered', 'capture-3', 10.2)])[0]?.issues).toEqual([
      expect.objectContaining({ code: 'sceneDelivered', values: expect.objectContaining({ from: 'order' }) }),
    ]);
  });

  it('are told when their window has passed, or their place is at 0, 0', () => {
    const past = { start: '2025-03-02T00:00:00Z', end: '2025-03-16T00:00:00Z' };
    expect(codesIn(check([task(past), task({ task_name: 'Zero' }, [0, 0])]))).toEqual([
      [sampleTask.task_name, 'endPassed'],
      ['Zero', 'nullIsland'],
    ]);
  });
});

describe('the usual window', () => {
  const windows = (days: number[]) =>
    days.map((each) => ({
      product: '169',
      start: '2026-01-01T00:00:00Z',
      end: new Date(Date.UTC(2026, 0, 1 + each)).toISOString(),
    }));

  it('is the middle one of at least five', () => {
    expect(usualWindows(windows([1, 14, 14, 15, 300])).get('169')).toBe(14 * 86_400_000);
    expect(usualWindows(windows([14, 14, 14, 14])).get('169')).toBeUndefined();
  });
});

describe('the place of a row', () => {
  const placeRow = (name: string) => {
    const row = world.places.rows().find((each) => each.name === name);
    if (row === undefined) throw new Error(`no place ${name}`);
    return { placeId: row.placeId, version: row.version };
  };
  const move = (name: string, longitude: number) =>
    world.places.places.edit('move', [
      {
        do: 'update',
        ...placeRow(name),
        patch: { geometry: { kind: 'point', longitude, latitude: 48, altitudeMetres: 12 } },
      },
    ]);

  it('that was moved since is told, with its position to be used; the row stays where it is', async () => {
    await make();
    await move('Plot 1', 10.03);
    expect([codes(0), codes(1)]).toEqual([['placeMoved'], []]);
    const [row] = world.rows();
    expect(row).toMatchObject({ longitude: 10.02 });
    const patch = world.check().rows[0]?.issues[0]?.mend?.patch;
    if (row === undefined || patch === undefined || patch === null) throw new Error('nothing to use');
    await world.change(row, patch);
    expect(world.rows()[0]).toMatchObject({ longitude: 10.03, altitudeMetres: 12 });
    expect(codes(0)).toEqual([]);
  });

  it('that has another name or stands where it stood again is no news, nor is a row that was moved itself', async () => {
    await make();
    await world.places.places.edit('change', [
      { do: 'update', ...placeRow('Plot 2'), patch: { name: 'Mill' } },
    ]);
    await move('Plot 1', 10.03);
    await world.places.undo();
    const [, second] = world.rows();
    if (second === undefined) throw new Error('no row');
    await world.change(second, {
      geometry: { kind: 'point', longitude: 10.05, latitude: 48, altitudeMetres: null },
    });
    expect([codes(0), codes(1)]).toEqual([[], []]);
  });

  it('that was removed is told', async () => {
    await make();
    await world.places.places.edit('remove', [{ do: 'remove', ...placeRow('Plot 2') }]);
    expect([codes(0), codes(1)]).toEqual([[], ['placeGone']]);
  });
});
