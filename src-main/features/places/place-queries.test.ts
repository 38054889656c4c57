import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PlaceListId } from '../../../src-preload/contract/ids.ts';
import { unpackDegrees, unpackIds, unpackRings } from '../../../src-preload/contract/packed-places.ts';
import type { AttributeTest, PlaceFilter, PlaceSort } from '../../../src-preload/contract/places.ts';
import { createPlacesHarness, type PlacesHarness } from '../../../testing/places-harness.ts';
import { placeAt, squareAt, unplaced } from '../../../testing/places-world.ts';

let world: PlacesHarness;
let listId: PlaceListId;
beforeEach(async () => {
  world = createPlacesHarness();
  listId = await world.places.createList({ name: 'List', colour: 'teal' });
});
afterEach(() => world.end());

const terms = (filter: PlaceFilter = {}, sort: PlaceSort = 'added', descending = false) => ({
  filter,
  sort,
  descending,
  offset: 0,
  limit: 100,
});
const found = (filter: PlaceFilter) => world.queries.page(terms(filter)).rows.map(({ name }) => name);
const sorted = (sort: PlaceSort, descending = false) =>
  world.queries.page(terms({}, sort, descending)).rows.map(({ name }) => name);

describe('a filter', () => {
  it('finds words in names, notes, tags and attributes, without case and accents', async () => {
    await world.add(
      listId,
      placeAt(1, 1, { name: 'São Paulo', notes: 'by the river' }),
      placeAt(2, 2, { name: 'b', tags: ['River'] }),
      placeAt(3, 3, { name: 'c', attributes: { owner: 'Río', depth: 12.5 } }),
      placeAt(4, 4, { name: '100%_' }),
    );
    expect(found({ search: 'sao river' })).toEqual(['São Paulo']);
    expect(found({ search: 'RIVER' })).toEqual(['São Paulo', 'b']);
    expect(found({ search: 'rio' })).toEqual(['c']);
    expect(found({ search: '12.5' })).toEqual(['c']);
    expect(found({ search: '%_' })).toEqual(['100%_']);
  });

  it('is by tag, kind and list', async () => {
    const other = await world.places.createList({ name: 'Other' });
    await world.add(listId, placeAt(1, 1, { name: 'a', tags: ['x'] }), squareAt(2, 2, 1, { name: 'b' }));
    await world.add(other, unplaced({ name: 'c', tags: ['x', 'y'] }));
    expect(found({ tag: 'x' })).toEqual(['a', 'c']);
    expect(found({ kind: 'area' })).toEqual(['b']);
    expect(found({ kind: 'none' })).toEqual(['c']);
    expect(found({ listIds: [other] })).toEqual(['c']);
    expect(found({ listIds: [] })).toEqual([]);
    world.places.showList(other, false);
    expect(found({ visibleOnly: true })).toEqual(['a', 'b']);
  });

  it('is by an attribute: its text, its number, its day, or that it is empty', async () => {
    await world.add(
      listId,
      placeAt(1, 1, { name: 'a', attributes: { depth: 5, seen: '2026-03-05T10:00:00Z', 'odd "name"': 'x' } }),
      placeAt(2, 2, { name: 'b', attributes: { depth: 12.5, seen: '2026-03-04', lined: true } }),
      placeAt(3, 3, { name: 'c', attributes: { depth: 'deep_5%', seen: '', lined: false } }),
      placeAt(4, 4, { name: 'd' }),
    );
    const by = (name: string, test: AttributeTest, value = '') => found({ attribute: { name, test, value } });
    expect(by('depth', 'contains', '5')).toEqual(['a', 'b', 'c']);
    expect(by('depth', 'contains', 'DEEP_5%')).toEqual(['c']);
    expect(by('depth', 'contains', 'p_')).toEqual(['c']);
    expect(by('depth', 'contains', '%')).toEqual(['c']);
    expect(by('depth', 'equals', '5.0')).toEqual(['a']);
    expect(by('depth', 'equals', 'Deep_5%')).toEqual(['c']);
    expect(by('depth', 'atLeast', '6')).toEqual(['b']);
    expect(by('depth', 'atMost', '12.5')).toEqual(['a', 'b']);
    expect(by('seen', 'atMost', '2026-03-05')).toEqual(['a', 'b']);
    expect(by('seen', 'atLeast', '2026-03-05')).toEqual(['a']);
    expect(by('seen', 'empty')).toEqual(['c', 'd']);
    expect(by('lined', 'equals', 'true')).toEqual(['b']);
    expect(by('odd "name"', 'contains', 'X')).toEqual(['a']);
    expect(by('depth', 'atLeast', ' ')).toEqual(['a', 'b', 'c', 'd']);
  });

  it('compares days and numbers that are texts, as the other values of their attribute are written', async () => {
    const texts = [
      ['a', '03/04/2026', '12,5'],
      ['b', '15/10/2026', '1.250,75'],
      ['c', '31/12/2026', '7'],
      ['d', '', 'none'],
      ['e', 'later', '1.234'],
    ] as const;
    await world.add(
      listId,
      ...texts.map(([name, seen, size], i) => placeAt(i, 1, { name, attributes: { seen, size } })),
    );
    const by = (name: string, test: AttributeTest, value: string, day?: string) =>
      found({ attribute: { name, test, value, ...(day === undefined ? {} : { day }) } });
    expect(by('seen', 'atLeast', '01/06/2026')).toEqual(['b', 'c']);
    expect(by('seen', 'atLeast', '2026-06-01')).toEqual(['b', 'c']);
    expect(by('seen', 'atLeast', '1 jun 2026', '2026-06-01')).toEqual(['b', 'c']);
    expect(by('seen', 'atMost', '2026-04')).toEqual(['a']);
    expect(by('seen', 'atMost', '15.10.2026')).toEqual(['a', 'b']);
    expect(by('seen', 'equals', '2026-04-03')).toEqual(['a']);
    expect(by('size', 'atLeast', '10')).toEqual(['a', 'b', 'e']);
    expect(by('size', 'atLeast', '12,6')).toEqual(['b', 'e']);
    expect(by('size', 'atMost', '12.5')).toEqual(['a', 'c']);
    expect(by('size', 'equals', '1250.75')).toEqual(['b']);
    expect(sorted({ attribute: 'seen' })).toEqual(['a', 'b', 'c', 'e', 'd']);
    expect(sorted({ attribute: 'size' })).toEqual(['c', 'a', 'e', 'b', 'd']);
  });

  it('reads days that can be two in the order of the region, and says which attribute has such', async () => {
    await world.add(
      listId,
      placeAt(1, 1, { name: 'a', attributes: { seen: '03/04/2026', size: '1,234' } }),
      placeAt(2, 1, { name: 'b', attributes: { seen: '05/02/2026', size: '2,5' } }),
      placeAt(3, 1, { name: 'c', attributes: { seen: '04/04/2026', size: '' } }),
    );
    const seenSince = (isDayFirst: boolean) =>
      found({
        region: { isDayFirst, isCommaDecimal: false },
        attribute: { name: 'seen', test: 'atLeast', value: '2026-03-15' },
      });
    expect(seenSince(true)).toEqual(['a', 'c']);
    expect(seenSince(false)).toEqual(['b', 'c']);
    const told = world.queries.facets({}).attributes.map(({ name, ambiguousDay, ambiguousNumber }) => ({
      name,
      ambiguousDay,
      ambiguousNumber,
    }));
    expect(told).toEqual([
      { name: 'seen', ambiguousDay: '03/04/2026', ambiguousNumber: null },
      { name: 'size', ambiguousDay: null, ambiguousNumber: null },
    ]);
  });

  it.each([
    ['east of the antimeridian', [-181, -1, -179, 1]],
    ['the same from the west', [179, -1, 181, 1]],
    ['a turn further', [539, -1, 541, 1]],
  ] as const)('is by what is in view, %s', async (_name, box) => {
    await world.add(
      listId,
      placeAt(179.5, 0, { name: 'west' }),
      placeAt(-179.5, 0, { name: 'east' }),
      squareAt(179.9, 0, 0.2, { name: 'over' }),
      placeAt(0, 0, { name: 'elsewhere' }),
      placeAt(179.5, 40, { name: 'north' }),
      unplaced({ name: 'nowhere' }),
    );
    expect(found({ box: [...box] })).toEqual(['west', 'east', 'over']);
    expect(found({ box: [-400, -90, 400, 90] })).toEqual(['west', 'east', 'over', 'elsewhere', 'north']);
  });
});

describe('an order', () => {
  it('is by name as a person counts, by position, and by any attribute, with nothing last', async () => {
    await world.add(
      listId,
      placeAt(3, 1, { name: 'P10', attributes: { 'how "deep"': 2, $: 'b' } }),
      placeAt(1, 3, { name: 'P2', attributes: { 'how "deep"': 10 } }),
      unplaced({ name: 'p3', attributes: { $: 'A' } }),
    );
    expect(sorted('name')).toEqual(['P2', 'p3', 'P10']);
    expect(sorted('name', true)).toEqual(['P10', 'p3', 'P2']);
    expect(sorted('longitude')).toEqual(['P2', 'P10', 'p3']);
    expect(sorted('latitude', true)).toEqual(['P2', 'P10', 'p3']);
    expect(sorted({ attribute: 'how "deep"' })).toEqual(['P10', 'P2', 'p3']);
    expect(sorted({ attribute: 'how "deep"' }, true)).toEqual(['P2', 'P10', 'p3']);
    expect(sorted({ attribute: '$' })).toEqual(['p3', 'P10', 'P2']);
    expect(sorted({ attribute: 'no such' })).toEqual(['P10', 'P2', 'p3']);
  });

  it('is the same for pages, positions and ids', async () => {
    await world.add(
      listId,
      ...Array.from({ length: 25 }, (_, i) => placeAt(i, 0, { name: `p${(i * 7) % 25}` })),
    );
    const all = world.queries.page({ ...terms({}, 'name'), limit: 25 });
    expect(all.total).toBe(25);
    const paged = [0, 10, 20].flatMap(
      (offset) => world.queries.page({ ...terms({}, 'name'), offset, limit: 10 }).rows,
    );
    expect(paged).toEqual(all.rows);
    const ids = all.rows.map(({ placeId }) => placeId);
    expect(unpackIds(world.queries.ids({ ...terms({}, 'name'), limit: 25 }))).toEqual(ids);
    expect(ids.map((placeId) => world.queries.position({ ...terms({}, 'name'), placeId }))).toEqual([
      ...ids.keys(),
    ]);
    expect(world.queries.position({ ...terms({ search: 'p1' }), placeId: world.newPlaceId() })).toBeNull();
  });
});

it('an attribute is a column of days while each of its values is a day that exists', async () => {
  const days = () =>
    world.queries
      .facets({})
      .attributes.filter(({ isDate }) => isDate)
      .map(({ name }) => name);
  await world.add(
    listId,
    placeAt(1, 1, { attributes: { seen: '2026-03-05', mixed: '2026-03-05', code: '2026-03-05-A' } }),
    placeAt(2, 2, { attributes: { seen: null, mixed: 'soon', wrong: '2026-02-30', number: 20_260_305 } }),
    placeAt(3, 3, { attributes: { seen: '2026-03-04T10:00:00Z', short: '2026' } }),
  );
  expect(days()).toEqual(['seen']);
});

const unambiguous = { ambiguousDay: null, ambiguousNumber: null };

it('the facets are the columns and values that occur, the columns in the order of adding', async () => {
  await world.add(
    listId,
    placeAt(1, 1, { tags: ['x'], attributes: { depth: 1, owner: 'a' } }),
    placeAt(2, 2, { tags: ['x', 'y'], attributes: { lined: true, depth: null } }),
    squareAt(3, 3, 1),
  );
  expect(world.queries.facets({})).toEqual({
    attributes: [
      { name: 'depth', count: 2, isNumber: true, isBoolean: false, isDate: false, ...unambiguous },
      { name: 'owner', count: 1, isNumber: false, isBoolean: false, isDate: false, ...unambiguous },
      { name: 'lined', count: 1, isNumber: false, isBoolean: true, isDate: false, ...unambiguous },
    ],
    tags: [
      { tag: 'x', count: 2 },
      { tag: 'y', count: 1 },
    ],
    kinds: { point: 2, area: 1, none: 0 },
  });
});

it('the map gets points and rings with the colours of their lists', async () => {
  const red = await world.places.createList({ name: 'Red', colour: 'red' });
  const [a, b] = await world.add(
    listId,
    placeAt(1.5, -2.25, { name: 'a' }),
    squareAt(179, 0, 2, { name: 'b' }),
  );
  const [c] = await world.add(red, placeAt(3, 4, { name: 'c\u001fd' }), unplaced());
  const drawn = world.queries.onMap({});
  expect(unpackIds(drawn.ids)).toEqual([a, c]);
  expect(unpackIds(drawn.names)).toEqual(['a', 'c d']);
  expect([unpackDegrees(drawn.longitudes), unpackDegrees(drawn.latitudes)]).toEqual([
    [1.5, 3],
    [-2.25, 4],
  ]);
  expect(drawn.colours).toBe('40');
  expect(unpackIds(drawn.ringIds)).toEqual([b]);
  expect(drawn.rings.split('|').map(unpackRings)).toEqual([[[179, 0, 181, 0, 181, 2, 179, 2]]]);
  expect([drawn.ringColours, drawn.ringNames]).toEqual(['4', 'b']);
});

it('an export reads every place once, in pages that very many vertices make shorter', async () => {
  const ring = Array.from({ length: 9_000 }, (_, i) => [i / 1_000, Math.sin(i)] as [number, number]);
  await world.add(
    listId,
    ...Array.from({ length: 12 }, (_, i) =>
      placeAt(i, 0, { name: `p${i}`, geometry: { kind: 'area', rings: [ring] } }),
    ),
  );
  await world.add(listId, placeAt(1, 1, { name: 'last' }));
  const names: string[] = [];
  const lengths: number[] = [];
  for (let after: number | null = null; ; ) {
    const page = world.queries.exportPage({ filter: { listIds: [listId] }, after, limit: 1_000 });
    names.push(...page.places.map(({ name }) => name));
    lengths.push(page.places.length);
    expect(page.total).toBe(13);
    if (page.next === null) break;
    after = page.next;
  }
  expect(names).toEqual([...Array.from({ length: 12 }, (_, i) => `p${i}`), 'last']);
  expect(lengths).toEqual([6, 6, 1]);
});

it('nothing that is damaged stops a list, a search, the map or an export', async () => {
  const damage = [
    `tags = '{'`,
    `attributes = 'x'`,
    `kind = 'eaten'`,
    `list_id = 'no list'`,
    `place_id = 'no id'`,
    `attributes = '{"a": []}'`,
  ];
  await world.add(
    listId,
    ...damage.map((_, i) => placeAt(i, 0, { name: `p${i}`, tags: ['x'], attributes: { depth: i } })),
    placeAt(50, 0, { name: 'well', tags: ['x'], attributes: { depth: 50 } }),
  );
  for (const [i, sql] of damage.entries()) world.store.run(`UPDATE place SET ${sql} WHERE name = 'p${i}'`);
  expect(found({})).toEqual(['well']);
  expect(found({ tag: 'x', search: 'well' })).toEqual(['well']);
  expect(sorted({ attribute: 'depth' })).toEqual(['well']);
  expect(world.queries.facets({}).tags).toEqual([{ tag: 'x', count: 6 }]);
  expect(
    world.queries.exportPage({ filter: {}, after: null, limit: 10 }).places.map(({ name }) => name),
  ).toEqual(['well']);
  expect(unpackIds(world.queries.onMap({}).names)).toContain('well');
  expect(
    world.queries.matches({ filter: {}, column: 'all', find: 'well', matchCase: true, wholeCell: true })
      .places,
  ).toBe(1);
  world.store.run(`UPDATE place_list SET colour = 'no colour'`);
  expect(world.queries.lists()).toMatchObject([{ colour: 'grey' }]);
  // What can still be read of them is in the step that removes them.
  await world.places.removeList(listId);
  expect(world.queries.lists()).toEqual([]);
});
