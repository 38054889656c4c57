import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Template } from '../../../src-preload/contract/templates.ts';
import { placeAt } from '../../../testing/places-world.ts';
import { templateContent } from '../../../testing/prepared-rows.ts';
import { createTemplatesHarness, type TemplatesHarness } from '../../../testing/templates-harness.ts';

const countRow = z.object({ n: z.number() });

let world: TemplatesHarness;
beforeEach(() => {
  world = createTemplatesHarness();
});
afterEach(() => world.end());

const save = (fields: Record<string, unknown> = {}): Promise<Template> =>
  world.templates.save(templateContent(fields), null);

describe('templates', () => {
  it('are stored by name, and change only from the version that was seen', async () => {
    await world.addPlaces(1);
    const rush = await save({ name: 'Rush' });
    await save({ name: 'Harvest' });
    expect(world.templates.list().templates.map(({ content }) => content.name)).toEqual(['Harvest', 'Rush']);
    const change = { templateId: rush.templateId, version: rush.version };
    const changed = await world.templates.save(templateContent({ name: 'Slow' }), change);
    expect(changed).toMatchObject({ version: 2, content: { name: 'Slow' }, updatedBy: 'ada' });
    await expect(world.templates.save(templateContent(), change)).rejects.toMatchObject({ code: 'CONFLICT' });
    world.templates.remove(rush.templateId);
    expect(world.templates.list().templates).toHaveLength(1);
  });

  it('with a field that no place has are refused, and so are broken patterns', async () => {
    await world.addPlaces(1);
    for (const namePattern of ['{id} {crop}', '{name'])
      await expect(save({ namePattern })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(world.templates.list().templates).toEqual([]);
  });

  it('that are damaged are counted, and stop no other one', async () => {
    await world.addPlaces(1);
    const { templateId } = await save();
    await save({ name: 'Other' });
    world.store.run(`UPDATE template SET content = '{' WHERE template_id = :templateId`, { templateId });
    expect(world.templates.list()).toMatchObject({ damaged: 1, templates: [{ content: { name: 'Other' } }] });
  });
});

describe('rows made of places', () => {
  it('that cannot be read are counted, and stop no other one', async () => {
    const ids = await world.addPlaces(3);
    const { templateId } = await save();
    await world.prepared.make(world.scope, templateId, ids);
    const [first] = world.rows();
    world.store.run(`UPDATE prepared SET image = '{' WHERE prepared_id = :preparedId`, {
      preparedId: first?.preparedId ?? '',
    });
    expect(world.check()).toMatchObject({ total: 2, damaged: 1 });
  });

  it('have the values of the template and names of their own, in the order of the selection', async () => {
    const [first, second, third] = await world.addPlaces(3);
    const { templateId } = await save({ namePattern: '{list} {number}: {id}' });
    if (!first || !second || !third) throw new Error('no places');
    expect(await world.prepared.make(world.scope, templateId, [third, first])).toBe(2);
    expect(world.names()).toEqual(['North 1: P-3', 'North 2: P-1']);
    expect(world.rows()[0]).toMatchObject({
      values: { project: 'Survey', start: '2026-03-02T00:00:00Z', end: '2026-03-16T00:00:00Z' },
      listName: 'North',
      longitude: 10.06,
    });
    await world.prepared.make(world.scope, templateId, [second]);
    expect(world.names()).toHaveLength(3);
  });

  it('are not made if no place of the selection has a field of the name', async () => {
    await world.addPlaces(1);
    const { templateId } = await save();
    const bare = await world.addPlaces(2, { attributes: {} });
    await expect(world.prepared.make(world.scope, templateId, bare)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(world.rows()).toEqual([]);
  });

  it('are kept back where only some places have it', async () => {
    const listId = await world.places.places.createList({ name: 'Mixed' });
    const ids = await world.places.add(
      listId,
      placeAt(1, 48, { name: 'a', attributes: { id: 1 } }),
      placeAt(2, 48, { name: 'b' }),
    );
    const { templateId } = await save();
    await world.prepared.make(world.scope, templateId, ids);
    expect(world.names()).toEqual(['1 a', 'b']);
    expect(world.check().rows.map(({ index, issues }) => [index, issues[0]?.code])).toEqual([
      [1, 'nameFields'],
    ]);
  });

  it('outlive the program', async () => {
    const ids = await world.addPlaces(700);
    const { templateId } = await save();
    await world.prepared.make(world.scope, templateId, ids);
    await world.restart();
    expect(world.check()).toMatchObject({ total: 700, rows: [], ready: [{ count: 700 }] });
  });
});

describe('edits of rows', () => {
  async function make(count = 3) {
    const ids = await world.addPlaces(count);
    const { templateId } = await save();
    await world.prepared.make(world.scope, templateId, ids);
    return world.rows();
  }

  it('are undone and done again, also after the end of the program', async () => {
    const [row] = await make();
    if (!row) throw new Error('no row');
    await world.change(row, { name: 'Changed', priority: 7 });
    expect(world.rows()[0]).toMatchObject({
      values: { name: 'Changed', priority: 7 },
      base: { priority: null },
    });
    await world.restart();
    expect(await world.undo()).toBe(0);
    expect(world.names()[0]).toBe('P-1 Plot 1');
    await world.redo();
    expect(world.names()[0]).toBe('Changed');
    await world.undo();
    await world.undo();
    expect(world.rows()).toEqual([]);
    await world.redo();
    expect(world.names()).toEqual(['P-1 Plot 1', 'P-2 Plot 2', 'P-3 Plot 3']);
  });

  it('put a removed row back to where it stood', async () => {
    const rows = await make();
    const [, second] = rows;
    if (!second) throw new Error('no row');
    await world.prepared.edit(world.scope, 'remove', [{ do: 'remove', preparedId: second.preparedId }]);
    expect(world.names()).toEqual(['P-1 Plot 1', 'P-3 Plot 3']);
    await world.undo();
    expect(world.names()).toEqual(rows.map(({ values }) => values.name));
    await world.prepared.clear(world.scope);
    expect(world.rows()).toEqual([]);
    await world.undo();
    expect(world.names()).toEqual(rows.map(({ values }) => values.name));
  });

  it('of an older version change nothing at all', async () => {
    const [first, second] = await make();
    if (!first || !second) throw new Error('no rows');
    await world.change(second, { name: 'Newer' });
    const update = (row: typeof first, name: string) =>
      ({ do: 'update', preparedId: row.preparedId, version: row.version, patch: { name } }) as const;
    await expect(
      world.prepared.edit(world.scope, 'paste', [update(first, 'x'), update(second, 'y')]),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(world.names()).toEqual(['P-1 Plot 1', 'Newer', 'P-3 Plot 3']);
  });

  it('that were interrupted are taken back at the next start', async () => {
    await make(450);
    // As a kill between two slices leaves it.
    world.store.run(`UPDATE prepared_step SET state = 'applying'`);
    await world.restart();
    // It waits for the recovery, which has left nothing to remove.
    expect(await world.prepared.clear(world.scope)).toBe(0);
    expect(world.rows()).toEqual([]);
    expect(world.prepared.history(world.scope).undo).toBeNull();
    expect(world.errors).toEqual([]);
  });

  it('bounds what can be undone', async () => {
    const [row] = await make(1);
    if (!row) throw new Error('no row');
    for (let n = 0; n < 120; n += 1)
      await world.change({ ...row, version: row.version + n }, { name: `Name ${n}` });
    const count = world.store.get(countRow, 'SELECT count(*) AS n FROM prepared_step')?.n;
    expect(count).toBe(100);
  });
});

describe('sending', () => {
  async function make(count: number) {
    const ids = await world.addPlaces(count);
    const { templateId } = await save();
    await world.prepared.make(world.scope, templateId, ids);
  }

  it('moves the rows without an error, and leaves the others', async () => {
    await make(3);
    const [, second] = world.rows();
    if (!second) throw new Error('no row');
    await world.change(second, { project: '' });
    const { revision } = world.check();
    expect(await world.prepared.send(world.scope, revision)).toMatchObject({ remaining: 1 });
    expect(world.sent.map((input) => input.kind === 'task' && input.request.task_name)).toEqual([
      'P-1 Plot 1',
      'P-3 Plot 3',
    ]);
    expect(world.names()).toEqual(['P-2 Plot 2']);
  });

  it('leaves the rows of which a cell shows a text that could not be read, until it is taken away', async () => {
    await make(3);
    const [, second] = world.rows();
    if (!second) throw new Error('no row');
    await world.change(second, { unread: { end: '1/2/27', position: '48, 10.4, 12 m xx' } });
    const { revision, rows, ready } = world.check();
    expect(rows.map(({ issues }) => issues.map(({ code, column }) => [code, column]))).toEqual([
      [['unread', 'position']],
    ]);
    expect(ready.map(({ count }) => count)).toEqual([2]);
    expect(await world.prepared.send(world.scope, revision)).toMatchObject({ remaining: 1 });
    const [kept] = world.rows();
    if (!kept) throw new Error('no row');
    expect(kept.values.unread).toEqual({ end: '1/2/27', position: '48, 10.4, 12 m xx' });
    await world.change(kept, { unread: { position: null } });
    expect(world.check().rows.map(({ issues }) => issues.map(({ column }) => column))).toEqual([['end']]);
    const [again] = world.rows();
    if (!again) throw new Error('no row');
    await world.change(again, { end: '2026-04-01T00:00:00Z', unread: { end: null } });
    expect(world.check().rows).toEqual([]);
  });

  it('is refused if the rows are others than those on the screen', async () => {
    await make(2);
    const { revision } = world.check();
    const [row] = world.rows();
    if (!row) throw new Error('no row');
    await world.change(row, { maxCaptures: 9 });
    await expect(world.prepared.send(world.scope, revision)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(world.sent).toEqual([]);
  });

  it('cannot be repeated by an undo', async () => {
    await make(2);
    const [row] = world.rows();
    if (!row) throw new Error('no row');
    await world.change(row, { priority: 3 });
    await world.prepared.send(world.scope, world.check().revision);
    expect(world.prepared.history(world.scope)).toEqual({ undo: null, redo: null });
    expect(world.rows()).toEqual([]);
  });

  it('that fails half-way has sent what is gone and keeps the others', async () => {
    await make(250);
    let slices = 0;
    world.beforeSlice(() => {
      slices += 1;
      if (slices === 3) throw new Error('the disk is full');
    });
    await expect(world.prepared.send(world.scope, world.check().revision)).rejects.toThrow('disk');
    expect([world.sent.length, world.rows().length]).toEqual([200, 50]);
    world.beforeSlice(() => undefined);
    await world.prepared.send(world.scope, world.check().revision);
    const names = world.sent.map((input) => (input.kind === 'task' ? input.request.task_name : ''));
    expect(new Set(names).size).toBe(250);
    expect(names).toHaveLength(250);
  });
});
