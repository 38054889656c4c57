import { expect, it } from 'vitest';
import { placeIdSchema, placeListIdSchema } from '../../../src-preload/contract/ids.ts';
import type { Place, PlaceList } from '../../../src-preload/contract/place-values.ts';
import type { PlaceFacets } from '../../../src-preload/contract/places.ts';
import type { ExportedFeature } from '../../formats/exported-feature.ts';
import type { MainClient } from '../../kit/client/connect.ts';
import { exportFileName, type OutputRows } from '../../kit/export/list-export.ts';
import { placeSource } from './place-export.ts';

const listId = placeListIdSchema.parse('11111111-1111-4111-8111-111111111111');
const idOf = (n: number) => placeIdSchema.parse(`22222222-2222-4222-8222-${String(n).padStart(12, '0')}`);

const listIdOf = (n: number) =>
  placeListIdSchema.parse(`33333333-3333-4333-8333-${String(n).padStart(12, '0')}`);
const listOf = (id: PlaceList['listId'], name: string): PlaceList => ({
  listId: id,
  name,
  colour: 'blue',
  notes: '',
  createdBy: 'me',
  visible: true,
  count: 0,
  box: null,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  updatedBy: 'me',
});

const placeOf = (n: number, more: Partial<Place> = {}): Place => ({
  placeId: idOf(n),
  listId,
  version: 1,
  name: `Place ${n}`,
  notes: '',
  tags: [],
  positionText: null,
  attributes: {},
  source: null,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-02T00:00:00Z',
  updatedBy: 'me',
  geometry: { kind: 'point', longitude: 11, latitude: 48, altitudeMetres: null },
  ...more,
});

const facets: PlaceFacets = {
  attributes: [
    {
      name: 'id',
      count: 2,
      isNumber: true,
      isBoolean: false,
      isDate: false,
      ambiguousDay: null,
      ambiguousNumber: null,
    },
    {
      name: 'Tags',
      count: 1,
      isNumber: false,
      isBoolean: false,
      isDate: false,
      ambiguousDay: null,
      ambiguousNumber: null,
    },
    {
      name: 'Active',
      count: 1,
      isNumber: false,
      isBoolean: true,
      isDate: false,
      ambiguousDay: null,
      ambiguousNumber: null,
    },
  ],
  tags: [],
  kinds: { point: 3, area: 1, none: 0 },
};

/** A main process with these places, two on a page. */
function sourceWith(places: Place[], chosen: number[] = [], listNames: readonly string[] = []) {
  const client = {
    places: {
      exportPage: async ({ after }: { after: number | null }) => {
        const from = after ?? 0;
        const next = from + 2 < places.length ? from + 2 : null;
        return { places: places.slice(from, from + 2), next, total: places.length };
      },
      some: async ({ placeIds }: { placeIds: string[] }) =>
        places.filter(({ placeId }) => placeIds.includes(placeId)),
    },
  } satisfies { places: Partial<Record<keyof MainClient['places'], unknown>> };
  return placeSource({
    t: ((key: string) => key) as never,
    client: client as never,
    filter: listNames.length === 0 ? {} : { listIds: listNames.map((_, i) => listIdOf(i)) },
    lists: listNames.map((name, i) => listOf(listIdOf(i), name)),
    facets,
    total: places.length,
    chosen: new Set(chosen.map(idOf)),
  });
}

async function read(source: ReturnType<typeof sourceWith>, rows: OutputRows) {
  const features: ExportedFeature[] = [];
  for await (const page of source.pages(rows, new AbortController().signal)) features.push(...page.features);
  return features;
}

it('writes all pages, with attributes under their names unless a column of ours has that name', async () => {
  const source = sourceWith([
    placeOf(1, { attributes: { id: 7, Tags: 'theirs', Active: true }, tags: ['a', 'b'], notes: 'note' }),
    placeOf(2, { geometry: null, positionText: 'somewhere' }),
    placeOf(3, { geometry: { kind: 'point', longitude: 1, latitude: 2, altitudeMetres: 300 } }),
  ]);
  expect(source.columns.map(({ key }) => key)).toEqual([
    'list',
    'tags',
    'given_as',
    'created_at',
    'changed_at',
    'changed_by',
    'id',
    'Tags_2',
    'Active',
  ]);
  expect(source.columns.slice(-3).map(({ type }) => type)).toEqual(['real', 'text', 'boolean']);
  expect(source.places).toEqual({ points: 3, areas: 1 });
  const [first, second, third] = await read(source, 'listed');
  expect(first).toMatchObject({
    name: 'Place 1',
    notes: 'note',
    geometry: { kind: 'point', at: [11, 48] },
    attributes: { id: 7, Tags_2: 'theirs', tags: 'a, b', Active: true },
  });
  expect(second).toMatchObject({ geometry: null, attributes: { given_as: 'somewhere', id: null } });
  expect(third?.geometry).toEqual({ kind: 'point', at: [1, 2, 300] });
});

it('writes the selected places alone, areas with their holes', async () => {
  const rings = [
    [
      [0, 0],
      [1, 0],
      [1, 1],
    ],
  ] satisfies [number, number][][];
  const source = sourceWith([placeOf(1), placeOf(2, { geometry: { kind: 'area', rings } })], [2]);
  expect(source.counts).toEqual({ listed: 2, selected: 1 });
  expect(await read(source, 'selected')).toMatchObject([
    { name: 'Place 2', geometry: { kind: 'area', polygons: [rings] } },
  ]);
});

it.each([
  [[], 'places.csv', 'shell.workspace.places'],
  [['Wells: north/south'], 'places-Wells_ north_south.csv', 'Wells: north/south'],
  [['Wells', 'Ports'], 'places-Wells, Ports.csv', 'Wells, Ports'],
  [['..'], 'places.csv', '..'],
])('a file of the lists %j is named %s', (names, fileName, title) => {
  const source = sourceWith([], [], names);
  expect([exportFileName(source, 'csv'), source.title]).toEqual([fileName, title]);
});
