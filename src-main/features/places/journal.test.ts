import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { PlaceRow } from '../../../src-preload/contract/place-values.ts';
import type { PlaceChange } from '../../../src-preload/contract/places.ts';
import { longestTurn } from '../../../testing/longest-turn.ts';
import { createPlacesHarness, type PlacesHarness } from '../../../testing/places-harness.ts';
import { placeAt, squareAt } from '../../../testing/places-world.ts';
import type { Store } from '../../store/store.ts';
import { createJournal } from './journal.ts';
import { createListImages } from './list-images.ts';
import { createPlaceImages } from './place-images.ts';
import { createStepOperations } from './step-operations.ts';

let world: PlacesHarness;
beforeEach(() => {
  world = createPlacesHarness();
});
afterEach(async () => {
  await world.end();
  expect(world.errors).toEqual([]);
});

const entryRow = z.object({ n: z.number() });
const entriesIn = (store: Store) => store.get(entryRow, 'SELECT count(*) AS n FROM place_step_entry')?.n;

/** Everything of a place but what counts its changes. */
const contentOf = ({ version: _v, updatedAt: _a, updatedBy: _b, ...content }: PlaceRow) => content;
const contents = () => world.rows().map(contentOf);

async function some(count: number) {
  const listId = await world.places.createList({ name: 'List' });
  const placeIds = await world.add(
    listId,
    ...Array.from({ length: count }, (_, i) => placeAt(i / 100, 0, { name: `p${i}`, notes: 'n'.repeat(20) })),
  );
  return { listId, placeIds };
}

describe('undo and redo', () => {
  it('go through every kind of step, back and forth, and place each row where it stood', async () => {
    const { listId } = await some(3);
    const states = [contents()];
    const note = () => states.push(contents());
    const [first, second, third] = world.rows();
    if (!first || !second || !third) throw new Error('no rows');
    await world.places.edit('change', [{ do: 'update', ...first, patch: { name: 'renamed', tags: ['t'] } }]);
    note();
    await world.places.edit('remove', [{ do: 'remove', ...second }]);
    note();
    await world.add(listId, squareAt(5, 5, 1, { name: 'area' }));
    note();
    await world.places.edit('move', [
      {
        do: 'update',
        ...third,
        patch: { geometry: { kind: 'point', longitude: 9, latitude: 9, altitudeMetres: 1 } },
      },
    ]);
    note();
    await world.places.removeList(listId);
    note();
    for (const state of states.slice(0, -1).reverse()) {
      await world.undo();
      expect(contents()).toEqual(state);
    }
    for (const state of states.slice(1)) {
      await world.redo();
      expect(contents()).toEqual(state);
    }
  });

  it('count a change each, so that another computer sees which is the newest', async () => {
    await some(1);
    const versions = [world.rows()[0]?.version];
    const [row] = world.rows();
    if (!row) throw new Error('no row');
    await world.places.edit('change', [{ do: 'update', ...row, patch: { name: 'x' } }]);
    versions.push(world.rows()[0]?.version);
    await world.undo();
    versions.push(world.rows()[0]?.version);
    await world.redo();
    versions.push(world.rows()[0]?.version);
    expect(versions).toEqual([1, 2, 3, 4]);
  });

  it('survive a restart, and say what they would do', async () => {
    await some(3);
    const [row] = world.rows();
    if (!row) throw new Error('no row');
    await world.places.edit('move', [
      {
        do: 'update',
        ...row,
        patch: { geometry: { kind: 'point', longitude: 9, latitude: 9, altitudeMetres: null } },
      },
    ]);
    await world.undo();
    await world.restart();
    expect(world.places.history()).toMatchObject({
      undo: { kind: 'create', count: 3, name: '', by: 'ada' },
      redo: { kind: 'move', count: 1, name: 'p0' },
    });
    await world.redo();
    expect(world.rows()[0]?.longitude).toBe(9);
  });

  it('refuse a step that is not the last one, and forget what was undone after a new edit', async () => {
    const { listId } = await some(1);
    const stale = world.places.history().undo?.stepId ?? -1;
    await world.add(listId, placeAt(1, 1, { name: 'new' }));
    await expect(world.places.swap(stale, 'undo')).rejects.toMatchObject({
      data: { detail: 'another-step' },
    });
    await world.undo();
    await world.add(listId, placeAt(2, 2, { name: 'newer' }));
    expect(world.places.history().redo).toBeNull();
    expect(world.names()).toEqual(['p0', 'newer']);
  });

  it('leave a row as it is that something else has changed, and do the rest', async () => {
    await some(2);
    world.store.run(`UPDATE place SET name = 'by hand' WHERE name = 'p0'`);
    expect(await world.undo()).toBe(1);
    expect(world.names()).toEqual(['by hand']);
    expect(await world.redo()).toBe(1);
    expect(world.names()).toEqual(['by hand', 'p1']);
  });

  it('come back to the same places after any edits', async () => {
    const { listId } = await some(4);
    const change = fc.record({
      at: fc.nat(9),
      how: fc.constantFrom('name', 'move', 'remove', 'add', 'undo', 'redo'),
    });
    const edit = async (at: number, how: string) => {
      const row = world.rows()[at];
      if (how === 'add') return world.add(listId, placeAt(at, at, { name: `added ${at}` }));
      if (!row) return;
      const patch = how === 'name' ? { name: `${row.name}+` } : { notes: `${row.notes}${at}` };
      const made: PlaceChange = how === 'remove' ? { do: 'remove', ...row } : { do: 'update', ...row, patch };
      await world.places.edit('change', [made]);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (all) => {
        const before = contents();
        const depth = world.places.history().undo?.stepId ?? 0;
        for (const { at, how } of all) {
          if (how !== 'undo' && how !== 'redo') await edit(at, how);
          else if ((world.places.history()[how]?.stepId ?? 0) > depth) await world[how]();
        }
        while ((world.places.history().undo?.stepId ?? 0) > depth) await world.undo();
        expect(contents()).toEqual(before);
      }),
      { numRuns: 25 },
    );
  });
});

describe('a long step', () => {
  it('does not hold the program, and is undone in slices too', async () => {
    const { placeIds } = await some(1_500);
    const turns = [
      await longestTurn(() => world.places.changeAll(placeIds, { do: 'tag', add: ['x'], drop: [] })),
      await longestTurn(() => world.undo()),
      await longestTurn(() => world.places.changeAll(placeIds, { do: 'remove' })),
    ];
    expect(world.rows()).toEqual([]);
    expect(Math.max(...turns)).toBeLessThan(50);
  });

  /** The places with a store that fails after some writes, as with a disk that is full. */
  function failingJournal(writes: number) {
    let left = writes;
    const { store } = world;
    const failing: Store = {
      ...store,
      run(sql, params) {
        if (sql.startsWith('INSERT INTO place_step_entry') || sql.startsWith('UPDATE place_step_entry')) {
          left -= 1;
          if (left < 0) throw new Error('no room');
        }
        return store.run(sql, params);
      },
    };
    const places = createPlaceImages({ store: failing });
    const operations = createStepOperations({
      places,
      lists: createListImages({ store: failing }),
      now: () => new Date(),
      author: () => 'ada',
    });
    const journal = createJournal({
      store: failing,
      operations,
      now: () => new Date(),
      author: () => 'ada',
      // Each slice is over at once, so that a step is interrupted between two of them.
      monotonic: tick(),
      onChange: () => undefined,
      onError: () => undefined,
    });
    return { journal, operations, recovers: () => (left = Number.POSITIVE_INFINITY) };
  }
  const tick = () => {
    let at = 0;
    return () => (at += 100);
  };

  it('that fails in the middle leaves everything as it was', async () => {
    const { placeIds } = await some(150);
    const before = contents();
    const failing = failingJournal(120);
    const removal = placeIds.map((placeId) => failing.operations.place.operation(placeId, () => null));
    // The failure goes on while the step is taken back; the next one that works takes it back.
    await expect(failing.journal.run({ kind: 'remove' }, removal)).rejects.toThrow('no room');
    await failing.journal.close();
    await world.restart();
    await world.places.changeAll([], { do: 'remove' });
    expect(contents()).toEqual(before);
    expect(world.places.history().undo).toMatchObject({ kind: 'create' });
  });

  it('that is undone and interrupted stands as before the undo', async () => {
    const { placeIds } = await some(150);
    await world.places.changeAll(placeIds, { do: 'tag', add: ['x'], drop: [] });
    const before = contents();
    const stepId = world.places.history().undo?.stepId ?? -1;
    const failing = failingJournal(70);
    await expect(failing.journal.swap(stepId, 'undo')).rejects.toThrow('no room');
    expect(contents()).not.toEqual(before);
    await failing.journal.close();
    await world.restart();
    await world.places.changeAll([], { do: 'remove' });
    expect(contents()).toEqual(before);
    expect(world.places.history().undo?.stepId).toBe(stepId);
    await world.undo();
    expect(world.rows()[0]?.tags).toEqual([]);
  });

  it('of an import is taken back at the next start', async () => {
    const { listId } = await some(1);
    const { importId } = await world.places.beginImport({ listId });
    await world.places.addToImport(
      importId,
      Array.from({ length: 120 }, (_, i) => placeAt(i, 1, { name: 'i' })),
    );
    await world.restart();
    await world.add(listId, placeAt(2, 2, { name: 'next' }));
    expect(world.names()).toEqual(['p0', 'next']);
  });
});

describe('the journal', () => {
  it('is bounded by steps and by size, and deletes what it dropped', async () => {
    const { store } = world;
    const places = createPlaceImages({ store });
    const lists = createListImages({ store });
    const marks = { now: () => new Date(), author: () => 'ada' };
    const operations = createStepOperations({ places, lists, ...marks });
    const { placeIds } = await some(1);
    const [placeId = world.newPlaceId()] = placeIds;
    const bounded = (bounds: { steps: number; bytes: number }) =>
      createJournal({
        store,
        operations,
        ...marks,
        monotonic: () => performance.now(),
        bounds,
        onChange: () => undefined,
        onError: (error) => world.errors.push(error),
      });
    const rename = (journal: ReturnType<typeof bounded>, name: string, notes = '') =>
      journal.run({ kind: 'change' }, [
        operations.place.operation(placeId, (current) => current && { ...current, name, notes }),
      ]);
    const byCount = bounded({ steps: 3, bytes: 1e9 });
    for (let i = 0; i < 10; i += 1) await rename(byCount, `name ${i}`);
    await byCount.close();
    expect(entriesIn(store)).toBe(3);
    const bySize = bounded({ steps: 100, bytes: 3_000 });
    for (let i = 0; i < 5; i += 1) await rename(bySize, `long ${i}`, 'x'.repeat(2_000 + i));
    await bySize.close();
    expect(entriesIn(store)).toBe(1);
  });
});
