import { expect, it } from 'vitest';
import type { ExportedFeature } from '../../formats/exported-feature.ts';
import { textsOf } from './list-export.ts';
import { type ReadPage, readListed } from './read-listed.ts';

const featureOf = (name: string): ExportedFeature => ({ name, notes: '', attributes: {}, geometry: null });

interface World {
  rows: string[];
  /** Rows that count in the total but cannot be read. */
  damaged?: ReadonlySet<string>;
  before?: (offset: number) => void;
}

async function read(world: World, signal = new AbortController().signal): Promise<ReadPage[]> {
  const pages: ReadPage[] = [];
  const listed = readListed({
    pageRows: 10,
    async load({ offset, limit }) {
      world.before?.(offset);
      const rows = world.rows.slice(offset, offset + limit).filter((row) => !world.damaged?.has(row));
      return { total: world.rows.length, rows };
    },
    keyOf: (row) => row,
    toFeatures: async (rows) => rows.map(featureOf),
    signal,
  });
  for await (const page of listed) pages.push(page);
  return pages;
}

const namesOf = (pages: readonly ReadPage[]) =>
  pages.flatMap(({ features }) => features.map(({ name }) => name));
const rowsOf = (count: number) => Array.from({ length: count }, (_, i) => `row ${i}`);

it('reads all rows once, a page at a time, with how far it is', async () => {
  const pages = await read({ rows: rowsOf(25) });
  expect(namesOf(pages)).toEqual(rowsOf(25));
  expect(pages.map(({ read: done, total }) => [done, total])).toEqual([
    [10, 25],
    [20, 25],
    [25, 25],
  ]);
  expect(namesOf(await read({ rows: [] }))).toEqual([]);
});

it('goes on past rows that cannot be read', async () => {
  const pages = await read({ rows: rowsOf(15), damaged: new Set(['row 3', 'row 12']) });
  expect(namesOf(pages)).toHaveLength(13);
  expect(pages.at(-1)?.total).toBe(15);
});

it.each([
  ['a row is added', (rows: string[]) => rows.unshift('new')],
  ['a row is removed', (rows: string[]) => rows.shift()],
  ['a row moves to the front', (rows: string[]) => rows.unshift(rows.pop() ?? '')],
])('says that the list has changed if %s meanwhile', async (_, change) => {
  const rows = rowsOf(25);
  const before = (offset: number) => {
    if (offset === 10) change(rows);
  };
  await expect(read({ rows, before })).rejects.toMatchObject({ code: 'CONFLICT' });
});

it('ends when it is aborted', async () => {
  const ended = new AbortController();
  const before = (offset: number) => {
    if (offset === 10) ended.abort();
  };
  await expect(read({ rows: rowsOf(25), before }, ended.signal)).rejects.toThrow(/abort/i);
});

it('asks again for texts that did not fit into an answer', async () => {
  const asked: number[][] = [];
  const texts = await textsOf([1, 2, 3, 4, 5], async (ids) => {
    asked.push([...ids]);
    return ids.slice(0, 2).map((id) => (id === 4 ? null : `text ${id}`));
  });
  expect(texts).toEqual(['text 1', 'text 2', 'text 3', null, 'text 5']);
  expect(asked).toEqual([[1, 2, 3, 4, 5], [3, 4, 5], [5]]);
  await expect(textsOf([1], async () => [])).rejects.toThrow();
});
