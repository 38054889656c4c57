import { expect, it } from 'vitest';
import { importText, placesOf } from '../../testing/page/import-harness.ts';
import { csvOf } from '../kit/client/csv.ts';

it('texts that the CSV of Nadir made inert are imported as they were written, and are counted', async () => {
  const texts = ['+591 71234567', "'=1", 'lat 3,-5, tel. +591', 'a;=1', '- first\n- second', 'O’Higgins'];
  const csv = csvOf(
    ['name', 'lat', 'lon', 'crew'],
    texts.map((text, i) => [`-${text}`, { number: `-17.${i}` }, { number: '-66.1' }, text]),
  );
  const read = await importText(csv);
  expect(read.features.map(({ attributes }) => Object.values(attributes ?? {}).at(-1))).toEqual(texts);
  expect(placesOf(read).map(([name]) => name)).toEqual(texts.map((text) => `-${text.replace('\n', ' ')}`));
  expect(read.outcome.notes).toContainEqual({ message: 'validation.inertTexts', values: { count: 10 } });
});

it('a coordinate that a spreadsheet marked as text by an apostrophe is a coordinate', async () => {
  expect(placesOf(await importText("name,lat,lon\nQuay,'-17.4,'-66.1"))).toEqual([['Quay', -66.1, -17.4]]);
});
