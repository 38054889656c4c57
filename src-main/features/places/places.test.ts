import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlacesHarness, type PlacesHarness } from '../../../testing/places-harness.ts';
import { placeAt, squareAt, unplaced } from '../../../testing/places-world.ts';

let world: PlacesHarness;
beforeEach(() => {
  world = createPlacesHarness();
});
afterEach(async () => {
  await world.end();
  expect(world.errors).toEqual([]);
});

const rowNamed = (name: string) => {
  const row = world.rows().find((each) => each.name === name);
  if (!row) throw new Error(`no place ${name}`);
  return row;
};

describe('an edit', () => {
  it('stores every field of a place, and says who made it when', async () => {
    const listId = await world.places.createList({ name: 'Wells' });
    const fields = {
      name: '  North\twell ',
      notes: 'dry in\nAugust',
      tags: ['water', 'water', ' old '],
      attributes: { depth: 12.5, lined: true, owner: null, 'a "key"': 'x' },
      source: { fileName: 'wells.csv', line: 7 },
    };
    const [placeId = world.newPlaceId()] = await world.add(
      listId,
      placeAt(16.5, 48.25, {
        ...fields,
        geometry: { kind: 'point', longitude: 16.5, latitude: 48.25, altitudeMetres: 180 },
      }),
    );
    const [stored] = world.queries.byIds([placeId]);
    expect(stored).toMatchObject({
      placeId,
      listId,
      name: 'North well',
      notes: 'dry in\nAugust',
      tags: ['water', 'old'],
      attributes: fields.attributes,
      source: fields.source,
      version: 1,
      updatedBy: 'ada',
      geometry: { kind: 'point', longitude: 16.5, latitude: 48.25, altitudeMetres: 180 },
    });
    expect(stored?.createdAt).toMatch(/^2026-03-01T12:/);
  });

  it('keeps an area over the antimeridian continuous, with its west in the main world', async () => {
    const listId = await world.places.createList({ name: 'Areas' });
    const [placeId = world.newPlaceId()] = await world.add(listId, squareAt(538, -1, 2));
    const [stored] = world.queries.byIds([placeId]);
    expect(stored?.geometry).toEqual({
      kind: 'area',
      rings: [
        [
          [178, -1],
          [180, -1],
          [180, 1],
          [178, 1],
        ],
      ],
    });
    expect(world.rows()[0]).toMatchObject({ kind: 'area', longitude: 179, latitude: 0, vertices: 4 });
  });

  it('makes all of its changes or none, and names the place that has changed meanwhile', async () => {
    const listId = await world.places.createList({ name: 'Piers' });
    await world.add(listId, placeAt(1, 1, { name: 'a' }), placeAt(2, 2, { name: 'b' }));
    const [a, b] = world.rows();
    if (!a || !b) throw new Error('no rows');
    await world.places.edit('change', [{ do: 'update', ...b, patch: { name: 'B' } }]);
    await expect(
      world.places.edit('change', [
        { do: 'update', ...a, patch: { name: 'A' } },
        { do: 'update', ...b, patch: { name: 'late' } },
      ]),
    ).rejects.toMatchObject({ code: 'CONFLICT', data: { detail: 'place-changed', name: 'B' } });
    expect(world.names()).toEqual(['a', 'B']);
    expect(world.places.history().undo).toMatchObject({ kind: 'change', count: 1, name: 'B' });
  });

  it('merges attributes by name, and bounds them', async () => {
    const listId = await world.places.createList({ name: 'Wells' });
    await world.add(listId, placeAt(1, 1, { name: 'w', attributes: { depth: 3, owner: 'x' } }));
    const patch = { attributes: { depth: 4, lined: false }, withoutAttributes: ['owner'] };
    await world.places.edit('change', [{ do: 'update', ...rowNamed('w'), patch }]);
    expect(rowNamed('w').attributes).toEqual({ depth: 4, lined: false });
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, i) => [`k${i}`, i]));
    await expect(
      world.places.edit('change', [{ do: 'update', ...rowNamed('w'), patch: { attributes: many } }]),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(rowNamed('w').attributes).toEqual({ depth: 4, lined: false });
  });

  it('forgets the text that could not be read once there is a position', async () => {
    const listId = await world.places.createList({ name: 'Wells' });
    await world.add(listId, unplaced({ name: 'w', positionText: '33S 1 2' }));
    expect(rowNamed('w')).toMatchObject({ kind: 'none', longitude: null, positionText: '33S 1 2' });
    const geometry = { kind: 'point', longitude: 3, latitude: 4, altitudeMetres: null } as const;
    await world.places.edit('move', [{ do: 'update', ...rowNamed('w'), patch: { geometry } }]);
    expect(rowNamed('w')).toMatchObject({ kind: 'point', longitude: 3, positionText: null });
  });

  it('that changes nothing is no step', async () => {
    const listId = await world.places.createList({ name: 'Wells' });
    await world.add(listId, placeAt(1, 1, { name: 'w' }));
    const before = world.places.history();
    const { step } = await world.places.edit('change', [
      { do: 'update', ...rowNamed('w'), patch: { name: 'w' } },
    ]);
    expect(step).toBeNull();
    expect(world.places.history()).toEqual(before);
    expect(rowNamed('w').version).toBe(1);
  });

  it('refuses a list that does not exist, and an id that does', async () => {
    const listId = await world.places.createList({ name: 'Wells' });
    const [placeId = world.newPlaceId()] = await world.add(listId, placeAt(1, 1, { name: 'w' }));
    await expect(world.add(listId, placeAt(2, 2, { placeId }))).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { detail: 'place-exists', name: 'w' },
    });
    await world.places.removeList(listId);
    await expect(world.add(listId, placeAt(2, 2))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the undo of a removal', () => {
  it('leaves a place with who changed it last, and when', async () => {
    const listId = await world.places.createList({ name: 'Wells' });
    const [placeId = world.newPlaceId()] = await world.add(listId, placeAt(1, 1, { name: 'w' }));
    const [before] = world.queries.byIds([placeId]);
    world.setAuthor('grace');
    await world.places.changeAll([placeId], { do: 'remove' });
    await world.undo();
    const [after] = world.queries.byIds([placeId]);
    expect(after).toEqual({ ...before, version: 2 });
    expect(after?.updatedBy).toBe('ada');
  });
});

describe('a list', () => {
  it('gets the colour that the fewest have, and is renamed and removed with its places', async () => {
    const [first, second] = [
      await world.places.createList({ name: 'One' }),
      await world.places.createList({ name: 'Two' }),
    ];
    const [one, two] = world.queries.lists();
    expect([one?.colour, two?.colour]).toEqual(['blue', 'orange']);
    await world.places.changeList(first, { name: 'Uno', notes: 'n' });
    await world.add(first, placeAt(10, 20), placeAt(-10, -20));
    await world.add(second, placeAt(0, 0, { name: 'stays' }));
    world.places.orderLists([second, first]);
    expect(world.queries.lists()).toMatchObject([
      { listId: second, name: 'Two', count: 1 },
      { listId: first, name: 'Uno', notes: 'n', count: 2, box: [-10, -20, 10, 20], version: 2 },
    ]);
    await world.places.removeList(first);
    expect(world.queries.lists().map(({ name }) => name)).toEqual(['Two']);
    expect(world.names()).toEqual(['stays']);
    await world.undo();
    expect(world.queries.lists()).toMatchObject([{ name: 'Two' }, { name: 'Uno', count: 2 }]);
  });

  it('is shown or hidden on the map without a step', async () => {
    const listId = await world.places.createList({ name: 'One' });
    await world.add(listId, placeAt(10, 20, { name: 'x' }));
    const before = world.places.history();
    world.places.showList(listId, false);
    expect(world.queries.onMap({ visibleOnly: true }).ids).toBe('');
    expect(world.queries.onMap({}).names).toBe('x');
    expect(world.places.history()).toEqual(before);
  });
});

describe('many places', () => {
  it('are removed, tagged, moved to a list and duplicated as one step each', async () => {
    const [from, to] = [
      await world.places.createList({ name: 'From' }),
      await world.places.createList({ name: 'To' }),
    ];
    const placeIds = await world.add(
      from,
      ...Array.from({ length: 300 }, (_, i) => placeAt(i / 10, 0, { name: `p${i}`, tags: ['old'] })),
    );
    expect((await world.places.changeAll(placeIds, { do: 'tag', add: ['new'], drop: ['old'] }))?.count).toBe(
      300,
    );
    expect(new Set(world.rows().map(({ tags }) => tags.join()))).toEqual(new Set(['new']));
    await world.places.changeAll(placeIds.slice(0, 10), { do: 'transfer', listId: to });
    expect(world.queries.lists().map(({ count }) => count)).toEqual([290, 10]);
    expect(world.places.history().undo).toMatchObject({ kind: 'transfer', count: 10, name: '' });
    await world.places.changeAll(placeIds.slice(0, 2), { do: 'duplicate' });
    expect(world.names().slice(-2)).toEqual(['p0', 'p1']);
    expect(new Set(world.rows().map(({ placeId }) => placeId)).size).toBe(302);
    const gone = world.newPlaceId();
    const patch = { notes: 'dry', attributes: { depth: 3 } };
    expect(
      await world.places.changeAll(placeIds.slice(0, 3), { do: 'change', as: 'fill', patch }),
    ).toMatchObject({
      kind: 'fill',
      count: 3,
    });
    expect(world.rows()[0]).toMatchObject(patch);
    await world.places.changeAll([...placeIds, gone], { do: 'remove' });
    expect(world.names()).toEqual(['p0', 'p1']);
    for (let i = 0; i < 5; i += 1) await world.undo();
    expect(world.queries.lists().map(({ count }) => count)).toEqual([300, 0]);
    expect(world.rows()[0]?.tags).toEqual(['old']);
  });

  it('are merged into the one that is kept', async () => {
    const listId = await world.places.createList({ name: 'Wells' });
    const [keep = world.newPlaceId(), ...others] = await world.add(
      listId,
      placeAt(1, 1, { name: 'Well', notes: 'mine', tags: ['a'], attributes: { depth: 3 } }),
      placeAt(1, 1, { name: 'well', notes: 'theirs', tags: ['b'], attributes: { depth: 4, owner: 'x' } }),
      placeAt(1, 1, { name: 'WELL', notes: 'mine', attributes: { depth: 5 } }),
    );
    await world.places.merge([{ keep, others }]);
    expect(world.rows()).toMatchObject([
      {
        placeId: keep,
        name: 'Well',
        notes: 'mine\n\ntheirs',
        tags: ['a', 'b'],
        attributes: { depth: 3, 'depth (2)': 4, 'depth (3)': 5, owner: 'x' },
      },
    ]);
    expect(world.places.history().undo).toMatchObject({ kind: 'merge', count: 3 });
    await world.undo();
    expect(world.names()).toEqual(['Well', 'well', 'WELL']);
  });

  it('have a text replaced as one step', async () => {
    const listId = await world.places.createList({ name: 'Wells' });
    await world.add(
      listId,
      placeAt(1, 1, { name: 'St. Anna', attributes: { owner: 'st. john', n: 1 } }),
      placeAt(2, 2, { name: 'other', tags: ['St. Anna'] }),
      placeAt(3, 3, { name: 'none' }),
    );
    const search = { filter: {}, column: 'all', find: 'st. ', matchCase: false, wholeCell: false } as const;
    expect(world.queries.matches(search)).toMatchObject({ places: 2, cells: 3 });
    const step = await world.places.replace({ ...search, with: 'Saint ' });
    expect(step).toMatchObject({ kind: 'replace', count: 2 });
    expect(world.rows().map(({ name, tags, attributes }) => [name, tags, attributes])).toEqual([
      ['Saint Anna', [], { owner: 'Saint john', n: 1 }],
      ['other', ['Saint Anna'], {}],
      ['none', [], {}],
    ]);
  });
});

describe('an import', () => {
  it('adds batches to a new list as one step', async () => {
    const { importId, listId } = await world.places.beginImport({ name: 'Survey', colour: 'teal' });
    for (let batch = 0; batch < 3; batch += 1)
      await world.places.addToImport(
        importId,
        Array.from({ length: 200 }, (_, i) => placeAt(batch, i / 10, { name: `${batch} ${i}` })),
      );
    expect(world.places.history().undo).toBeNull();
    expect(await world.places.finishImport(importId)).toMatchObject({ kind: 'import', count: 600, name: '' });
    expect(world.queries.lists()).toMatchObject([{ listId, name: 'Survey', colour: 'teal', count: 600 }]);
    await world.undo();
    expect(world.queries.lists()).toEqual([]);
    expect(world.rows()).toEqual([]);
    await world.redo();
    expect(world.queries.lists()).toMatchObject([{ listId, count: 600 }]);
  });

  it('counts the places that its list had already', async () => {
    const listId = await world.places.createList({ name: 'Mine' });
    const file = [placeAt(1, 1, { name: 'A' }), placeAt(1, 1, { name: 'B' }), placeAt(2, 1), placeAt(2, 1)];
    const importAll = async (to: Parameters<typeof world.places.beginImport>[0], added = file) => {
      const { importId } = await world.places.beginImport(to);
      await world.places.addToImport(importId, added);
      const target = world.places.importTarget(importId);
      await world.places.finishImport(importId);
      return world.queries.repeated(target);
    };
    // Places that are twice in one file are not those of an earlier import.
    expect(await importAll({ listId })).toBe(0);
    expect(await importAll({ listId })).toBe(4);
    expect(await importAll({ listId }, [placeAt(1, 1, { name: 'A' }), placeAt(1, 2, { name: 'A' })])).toBe(1);
    expect(await importAll({ name: 'Another' })).toBe(0);
    await world.undo();
    await world.undo();
    await world.undo();
    expect(await importAll({ listId })).toBe(4);
  });

  it('is undone after what was edited while it ran', async () => {
    const listId = await world.places.createList({ name: 'Mine' });
    const { importId } = await world.places.beginImport({ listId });
    await world.places.addToImport(importId, [placeAt(1, 1, { name: 'imported' })]);
    await world.add(listId, placeAt(2, 2, { name: 'typed' }));
    await expect(world.places.removeList(listId)).rejects.toMatchObject({ data: { detail: 'importing' } });
    await world.places.finishImport(importId);
    expect(world.places.history().undo).toMatchObject({ kind: 'import', name: 'Mine' });
    await world.undo();
    expect(world.names()).toEqual(['typed']);
  });

  it('is taken back as a whole when it is cancelled, when a batch fails, and when its page goes away', async () => {
    const listId = await world.places.createList({ name: 'Mine' });
    const [placeId = world.newPlaceId()] = await world.add(listId, placeAt(0, 0, { name: 'there' }));
    const begin = async () => {
      const { importId } = await world.places.beginImport({ listId });
      await world.places.addToImport(importId, [placeAt(1, 1, { name: 'imported' })]);
      return importId;
    };
    await world.places.cancelImport(await begin());
    expect(world.names()).toEqual(['there']);
    const failing = await begin();
    await expect(
      world.places.addToImport(failing, [placeAt(2, 2, { name: 'second' }), placeAt(3, 3, { placeId })]),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(world.names()).toEqual(['there']);
    await expect(world.places.finishImport(failing)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await begin();
    world.ring();
    await world.add(listId, placeAt(4, 4, { name: 'later' }));
    expect(world.names()).toEqual(['there', 'later']);
    expect(world.places.history().undo).toMatchObject({ kind: 'create' });
  });
});
