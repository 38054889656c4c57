import { beforeAll, describe, expect, it } from 'vitest';
import { placeIdSchema, placeListIdSchema } from '../../../src-preload/contract/ids.ts';
import type { PlaceList, PlaceRow } from '../../../src-preload/contract/place-values.ts';
import { wordsOf } from '../../../testing/i18n/words.ts';
import { clearedRows, filledRows, textsFrom } from '../../kit/ui/grid/block-edits.ts';
import { columnsOf, type PlaceTableColumn } from './place-columns.tsx';
import { placeRules, textsInto } from './table-edits.ts';

const listId = placeListIdSchema.parse('00000000-0000-4000-8000-0000000000aa');
const otherId = placeListIdSchema.parse('00000000-0000-4000-8000-0000000000bb');
const list = (id: typeof listId, name: string): PlaceList => ({
  listId: id,
  name,
  colour: 'teal',
  notes: '',
  visible: true,
  count: 1,
  box: null,
  version: 1,
  createdAt: '',
  createdBy: '',
  updatedAt: '',
  updatedBy: '',
});

let all: PlaceTableColumn[];
beforeAll(async () => {
  const t = await wordsOf('en');
  all = columnsOf(
    { t, language: 'en', format: 'dd', lists: [list(listId, 'Wells'), list(otherId, 'Piers')] },
    [
      { name: 'depth', isNumber: true, isDate: false },
      { name: 'owner', isNumber: false, isDate: false },
    ],
  );
});
const columns = (...keys: string[]) =>
  keys.map((key) => all.find((column) => column.key === key)).filter((c) => c !== undefined);

let count = 0;
function row(fields: Partial<PlaceRow> = {}): PlaceRow {
  count += 1;
  return {
    placeId: placeIdSchema.parse(`00000000-0000-4000-8000-${String(count).padStart(12, '0')}`),
    listId,
    version: 1,
    kind: 'point',
    longitude: 16,
    latitude: 48,
    altitudeMetres: null,
    vertices: null,
    positionText: null,
    name: 'well',
    notes: '',
    tags: [],
    attributes: {},
    source: null,
    createdAt: '',
    updatedAt: '',
    updatedBy: '',
    ...fields,
  };
}

describe('a block of texts', () => {
  it('is written to the right and down, adds rows at the end, and each cell is read by its column', () => {
    const [one, two] = [row(), row({ attributes: { depth: 3, owner: 'x' } })];
    const edit = textsInto(
      [one, two],
      columns('name', 'position', 'tags', 'attribute depth', 'attribute owner'),
      [
        ['North', '48.5, 16.5', 'a; b', '12,5', 'ada'],
        ['well', '48.00000, 16.00000', '', '', 'x'],
        ['New', '1 N 2 E', '', '7', ''],
        ['', ' ', '', '', ''],
      ],
      listId,
    );
    expect(edit.updates).toEqual([
      {
        row: one,
        patch: {
          name: 'North',
          tags: ['a', 'b'],
          attributes: { depth: 12.5, owner: 'ada' },
          geometry: { kind: 'point', longitude: 16.5, latitude: 48.5, altitudeMetres: null },
        },
      },
      { row: two, patch: { withoutAttributes: ['depth'] } },
    ]);
    expect(edit.added).toEqual([
      {
        name: 'New',
        attributes: { depth: 7 },
        geometry: { kind: 'point', longitude: 2, latitude: 1, altitudeMetres: null },
      },
    ]);
    expect(edit.notes.filter(({ note }) => note !== null)).toEqual([]);
  });

  it('loses nothing if a cell is invalid: it is marked with the reason, and the others are stored', () => {
    const edit = textsInto(
      [row()],
      columns('name', 'position', 'altitude', 'list'),
      [
        ['A', 'nowhere', '12', 'Piers'],
        ['B', '33S 600000 4000000', '', 'No list'],
        ['C', '5 N 6 E', 'high', ''],
      ],
      listId,
    );
    expect(edit.updates.map(({ patch }) => patch)).toEqual([
      {
        name: 'A',
        listId: otherId,
        geometry: { kind: 'point', longitude: 16, latitude: 48, altitudeMetres: 12 },
      },
    ]);
    // A place without a position stores the text that was typed as one.
    expect(edit.added).toEqual([
      { name: 'B', geometry: null, positionText: '33S 600000 4000000' },
      { name: 'C', geometry: { kind: 'point', longitude: 6, latitude: 5, altitudeMetres: null } },
    ]);
    expect(
      edit.notes.filter(({ note }) => note !== null).map((each) => [each.row, each.column, each.note?.text]),
    ).toEqual([
      [0, 'position', 'nowhere'],
      [1, 'position', '33S 600000 4000000'],
      [1, 'list', 'No list'],
      [2, 'altitude', 'high'],
      [2, 'list', ''],
    ]);
  });

  it('does not change cells that are not editable, and counts those that would have changed', () => {
    const area = row({ kind: 'area', vertices: 4 });
    const into = columns('position', 'kind');
    const same = textsFrom([area], into);
    expect(textsInto([area], into, same, listId)).toEqual({
      updates: [],
      added: [],
      notes: [],
      readOnlyCells: 0,
    });
    const edit = textsInto([area], into, [['1, 2', 'Point']], listId);
    expect(edit).toMatchObject({ updates: [], added: [], readOnlyCells: 1 });
    expect(edit.notes.map(({ note }) => note?.message)).toEqual(['validation.positionOfArea']);
  });

  it('has areas as well-known text, also for places that are areas already', () => {
    const polygon = 'POLYGON((1 1, 3 1, 3 3, 1 1))';
    const ring = [
      [1, 1],
      [3, 1],
      [3, 3],
    ];
    const texts = [
      ['A', polygon],
      ['B', 'POLYGON((0 0, 1 1, 1 0, 0 1, 0 0))'],
      ['C', `SRID=4326;${polygon}`],
    ];
    const rows = [row({ kind: 'area', vertices: 4 }), row()];
    const edit = textsInto(rows, columns('name', 'position'), texts, listId);
    expect(edit.updates.map(({ patch }) => patch)).toEqual([
      { name: 'A', geometry: { kind: 'area', rings: [ring] } },
      { name: 'B' },
    ]);
    expect(edit.added).toEqual([{ name: 'C', geometry: { kind: 'area', rings: [ring] } }]);
    expect(edit.notes.flatMap(({ note }) => note?.message ?? [])).toEqual(['validation.selfIntersection']);
    const several = [
      ['MULTIPOLYGON(((0 0, 1 0, 1 1, 0 0)),((5 5, 6 5, 6 6, 5 5)))'],
      ['LINESTRING(0 0, 1 1)'],
      [`SRID=32719;${polygon}`],
    ];
    const refused = textsInto([row(), row(), row()], columns('position'), several, listId);
    expect(refused.updates).toEqual([]);
    expect(refused.notes.map(({ note }) => note?.message)).toEqual([
      'validation.severalPlacesInCell',
      'validation.lineOfCell',
      'validation.sridOfCell',
    ]);
  });

  it('changes nothing in the rows from which it was copied', () => {
    const rows = [
      row({ name: 'a', tags: ['x', 'y'], notes: 'two\nlines', attributes: { depth: 3.25, owner: '007' } }),
      row({ kind: 'none', longitude: null, latitude: null, positionText: '33S 600000 4000000' }),
    ];
    expect(textsInto(rows, all, textsFrom(rows, all), listId)).toMatchObject({ updates: [], added: [] });
  });
});

it('copies the cells of one row into the others', () => {
  const source = row({ tags: ['t'], attributes: { owner: 'ada' } });
  const [one, area] = [row({ attributes: { depth: 1 } }), row({ kind: 'area', tags: ['t'], vertices: 4 })];
  const edit = filledRows(
    source,
    [one, area],
    columns('position', 'tags', 'attribute depth', 'attribute owner'),
    placeRules,
  );
  expect(edit.updates.map(({ patch }) => patch)).toEqual([
    { tags: ['t'], withoutAttributes: ['depth'], attributes: { owner: 'ada' } },
    { attributes: { owner: 'ada' } },
  ]);
});

it('clears the cells that are editable', () => {
  const [point, area] = [
    row({ tags: ['t'], attributes: { depth: 1 } }),
    row({ kind: 'area', name: '', vertices: 4, notes: 'n' }),
  ];
  expect(clearedRows([point, area], all, placeRules).map(({ patch }) => patch)).toEqual([
    { name: '', geometry: null, positionText: null, tags: [], withoutAttributes: ['depth'] },
    { notes: '' },
  ]);
});
