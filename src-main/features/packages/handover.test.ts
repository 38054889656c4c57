import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { createHandoverWorld, type HandoverWorld } from '../../../testing/handover-world.ts';
import { placeAt } from '../../../testing/places-world.ts';
import { templateContent } from '../../../testing/prepared-rows.ts';

let ana: HandoverWorld;
let ben: HandoverWorld;
beforeEach(() => {
  ana = createHandoverWorld('Ana');
  ben = createHandoverWorld('Ben');
});
afterEach(async () => {
  await ana.end();
  await ben.end();
});

const versionOf = (of: HandoverWorld, id: string) => of.items.read('place', id)?.version ?? 0;
const nameIn = (of: HandoverWorld, id: string) => of.items.read('place', id)?.content;

async function rename(of: HandoverWorld, id: string, name: string) {
  const placeId = placeIdSchema.parse(id);
  await of.world.places.places.edit('change', [
    { do: 'update', placeId, version: versionOf(of, id), patch: { name } },
  ]);
}

/** Everything of Ana's is at Ben's too, and neither has changed anything since. */
async function shared() {
  const listId = await ana.world.places.places.createList({ name: 'North' });
  const [one, two] = await ana.world.places.add(
    listId,
    placeAt(10, 48, { name: 'One' }),
    placeAt(11, 48, { name: 'Two' }),
  );
  if (one === undefined || two === undefined) throw new Error('no places');
  const template = await ana.world.templates.save(templateContent({ namePattern: '{name}' }), null);
  await ana.world.prepared.make(ana.world.scope, template.templateId, [one, two]);
  const draft = ana.addDraft();
  const opening = await ben.open(await ana.make());
  const summary = await opening.summary();
  const report = await ben.accept(opening);
  return { listId, one, two, draft, templateId: template.templateId, summary, report };
}

describe('a package', () => {
  it('carries lists, places, templates, prepared tasks and drafts, each with its id', async () => {
    const { summary, report } = await shared();
    expect(summary).toMatchObject({
      maker: 'Ana',
      undecided: 0,
      groups: { new: 7, changed: 0, conflict: 0, here: 0 },
    });
    expect(summary.alreadyIn).toEqual([]);
    expect(report).toMatchObject({
      alreadyIn: [],
      outcome: { added: 7, replaced: 0, kept: 0 },
      discardedCount: 0,
    });
    for (const kind of ['list', 'place', 'template', 'prepared', 'draft'] as const) {
      expect(ben.ids(kind)).toEqual(ana.ids(kind));
      for (const id of ana.ids(kind))
        expect(ben.items.read(kind, id)?.content).toEqual(ana.items.read(kind, id)?.content);
    }
  });

  it('that comes back unchanged has nothing to ask, and says under which contract its rows are', async () => {
    await shared();
    const { groups, counts, alreadyIn } = await (await ana.open(await ben.make())).summary();
    expect(alreadyIn).toEqual([{ scope: ana.world.scope, contractName: null, count: 3 }]);
    expect(groups).toEqual({ new: 0, changed: 0, conflict: 0, here: 0 });
    expect(counts.same).toMatchObject({ list: 1, place: 2, template: 1, prepared: 2, draft: 1 });
  });

  it('tells what was changed there, here and on both sides', async () => {
    const { one, two } = await shared();
    await rename(ana, one, 'One of Ana');
    await rename(ana, two, 'Two of Ana');
    await rename(ben, two, 'Two of Ben');
    const opening = await ben.open(await ana.make());
    const rows = [
      ...(await opening.rows('changed', all)).rows,
      ...(await opening.rows('conflict', all)).rows,
    ];
    expect(rows.map(({ itemId, state, decision, fields }) => [itemId, state, decision, fields])).toEqual([
      [one, 'changed-there', 'theirs', ['name']],
      [two, 'conflict', null, ['name']],
    ]);
    expect(await opening.differences('place', two)).toEqual([
      { field: 'name', mine: 'Two of Ben', theirs: 'Two of Ana' },
    ]);
    await expect(ben.accept(opening)).rejects.toMatchObject({ data: { detail: 'package-undecided' } });
    expect(nameIn(ben, one)).toMatchObject({ name: 'One' });
    await opening.decide('place', two, 'both');
    await ben.accept(opening);
    expect([...ben.world.places.names()].sort()).toEqual(['One of Ana', 'Two of Ana (Ana)', 'Two of Ben']);
    // Ana learns that Ben has kept his.
    const back = await (await ana.open(await ben.make())).rows('changed', all);
    expect(back.rows.map(({ itemId, state }) => [itemId, state])).toEqual([[two, 'changed-there']]);
  });

  it('says what its maker has removed, and removes it only if that is decided', async () => {
    const { one, two } = await shared();
    await ana.world.places.places.changeAll([placeIdSchema.parse(one), placeIdSchema.parse(two)], {
      do: 'remove',
    });
    await rename(ben, two, 'Two of Ben');
    const opening = await ben.open(await ana.make());
    expect((await opening.rows('changed', all)).rows).toMatchObject([
      { itemId: one, state: 'removed-there', decision: 'mine' },
    ]);
    expect((await opening.rows('conflict', all)).rows).toMatchObject([{ itemId: two, state: 'conflict' }]);
    await opening.decideAll('conflict', 'mine');
    await opening.decideAll('changed', 'theirs');
    await ben.accept(opening);
    expect(ben.world.places.names()).toEqual(['Two of Ben']);
  });

  it('adds a list that was declined if its places were not, and says so', async () => {
    const listId = await ana.world.places.places.createList({ name: 'North' });
    await ana.world.places.add(listId, placeAt(10, 48, { name: 'One' }));
    const opening = await ben.open(await ana.make());
    await opening.decide('list', listId, 'mine');
    expect((await opening.rows('new', all)).rows).toMatchObject([
      { kind: 'list', decision: 'mine', isNeeded: true },
      { kind: 'place' },
    ]);
    expect((await opening.summary()).outcome).toMatchObject({ added: 2, kept: 0 });
    expect(await ben.accept(opening)).toMatchObject({
      outcome: { added: 2, kept: 0 },
      restoredLists: ['North'],
      discarded: [],
      discardedCount: 0,
    });
    expect([ben.ids('list'), ben.world.places.names()]).toEqual([[listId], ['One']]);
    // What is here is that of the package, so nothing has to be asked when it comes again.
    const { groups } = await (await ben.open(await ana.make())).summary();
    expect(groups).toEqual({ new: 0, changed: 0, conflict: 0, here: 0 });
  });

  it('is accepted as one step, which one undo takes back', async () => {
    await shared();
    expect(ben.world.places.places.history().undo).toMatchObject({ kind: 'hand-over', count: 2 });
    await ben.world.places.undo();
    expect([ben.ids('list'), ben.ids('place')]).toEqual([[], []]);
  });

  it('is accepted not at all if something was changed here meanwhile', async () => {
    const { one, two } = await shared();
    await rename(ana, one, 'One of Ana');
    await rename(ana, two, 'Two of Ana');
    ana.addDraft({ task_name: 'later' });
    const opening = await ben.open(await ana.make());
    await rename(ben, two, 'Two of Ben');
    await expect(ben.accept(opening)).rejects.toMatchObject({ data: { detail: 'package-stale' } });
    expect(ben.world.places.names()).toEqual(['One', 'Two of Ben']);
    expect(ben.ids('draft').length).toBe(1);
    // Nothing of it is remembered either.
    expect((await (await ben.open(await ana.make())).summary()).undecided).toBe(1);
  });

  it('is accepted not at all if its end fails, prepared rows included', async () => {
    const listId = await ana.world.places.places.createList({ name: 'North' });
    const placeIds = await ana.world.places.add(listId, placeAt(10, 48, { name: 'One' }));
    const { templateId } = await ana.world.templates.save(templateContent({ namePattern: '{name}' }), null);
    await ana.world.prepared.make(ana.world.scope, templateId, placeIds);
    ana.addDraft();
    const opening = await ben.open(await ana.make());
    ben.ports.drafts.put = () => {
      throw new Error('the disk is full');
    };
    await expect(ben.accept(opening)).rejects.toThrow('full');
    for (const kind of ['list', 'place', 'template', 'prepared', 'draft'] as const)
      expect(ben.ids(kind)).toEqual([]);
    expect(ben.world.prepared.history(ben.world.scope)).toEqual({ undo: null, redo: null });
    expect(ben.records.interrupted()).toEqual([]);
  });

  it('that was interrupted by the end of the program is taken back at the next start', async () => {
    const listId = await ana.world.places.places.createList({ name: 'North' });
    const placeIds = await ana.world.places.add(listId, placeAt(10, 48, { name: 'One' }));
    const { templateId } = await ana.world.templates.save(templateContent({ namePattern: '{name}' }), null);
    await ana.world.prepared.make(ana.world.scope, templateId, placeIds);
    const opening = await ben.open(await ana.make());
    // The program ends after the prepared rows, before the last transaction.
    ben.ports.places.acceptHanded = async (_name, batches) => {
      for await (const _ of batches);
      throw new Error('ended');
    };
    ben.ports.prepared.takeBack = () => Promise.reject(new Error('ended'));
    await expect(ben.accept(opening)).rejects.toThrow('ended');
    expect(ben.ids('prepared').length).toBe(1);
    ben.ports.prepared.takeBack = async (stepId) => {
      await ben.world.prepared.takeBack(stepId);
    };
    expect(await ben.acceptance.recover()).toBe(1);
    expect(ben.ids('prepared')).toEqual([]);
    expect(await ben.acceptance.recover()).toBe(0);
  });
});

describe('a draft that was handed over', () => {
  it('says who prepared it, who received it and since when it is in other hands', async () => {
    const { draft } = await shared();
    expect(ana.records.events(draft).map(({ what, by }) => [what, by])).toEqual([
      ['prepared', 'Ana'],
      ['handed-over', 'Ana'],
    ]);
    expect(ben.records.events(draft).map(({ what, by }) => [what, by])).toEqual([
      ['prepared', 'Ana'],
      ['handed-over', 'Ana'],
      ['received', 'Ben'],
    ]);
    expect(ben.records.since(draft)).not.toBeNull();
    expect(ben.records.since('another')).toBeNull();
  });

  it('cannot be replaced once it was sent, and its sending is told to where it came from', async () => {
    const { draft } = await shared();
    ben.store.run(
      `UPDATE command SET state = 'sent', remote_id = '4711', began_at = '2026-03-02T00:00:00Z' WHERE id = :draft`,
      { draft },
    );
    expect((await (await ben.open(await ana.make())).rows('here', all)).rows).toMatchObject([
      { itemId: draft, state: 'sent-here', options: ['mine'] },
    ]);
    await ana.accept(await ana.open(await ben.make()));
    expect(ana.records.sentBy(draft)).toMatchObject([
      { by: 'Ben', remoteId: '4711', kind: 'task', instance: 'Ben' },
    ]);
    // Ana links her draft to what Ben has sent: her packages still say that it was Ben.
    ana.store.run(`UPDATE command SET state = 'sent', remote_id = '4711' WHERE id = :draft`, { draft });
    const reports = (await (await ben.open(await ana.make())).sentLines()).map(({ by, remoteId, at }) => ({
      by,
      remoteId,
      at,
    }));
    expect(reports).toEqual([{ by: 'Ben', remoteId: '4711', at: '2026-03-02T00:00:00Z' }]);
  });
});

const all = { offset: 0, limit: 100 };
