import type { TFunction } from 'i18next';
import { beforeAll, expect, it } from 'vitest';
import { wordsOf } from '../../../testing/i18n/words.ts';
import { sceneOf } from '../../../testing/page/samples.ts';
import { gridColumns } from '../../kit/lists/table/table-columns.ts';
import { sheetPlaces } from '../places/field-sheet/sheet-place.ts';
import { sceneExport } from './scene-export.ts';

const period = { start: '2025-07-01T00:00:00.000Z', end: '2025-07-31T23:59:59.999Z' };
const ofJuly = sceneOf({ timestamp: null, period });
const ofMoment = sceneOf();

let t: TFunction;
beforeAll(async () => {
  t = await wordsOf('en');
});

it('a file has the period of a scene in two columns and no moment, as a STAC Item has it', () => {
  expect(sceneExport.attributesOf(ofJuly)).toMatchObject({
    acquired: null,
    acq_start: period.start,
    acq_end: period.end,
  });
  expect(sceneExport.attributesOf(ofMoment)).toMatchObject({
    acquired: '2026-03-02T10:30:00Z',
    acq_start: null,
    acq_end: null,
  });
  const keys = sceneExport.columns(t).map(({ key }) => key);
  expect(keys.slice(0, 3)).toEqual(['acquired', 'acq_start', 'acq_end']);
});

it('the table shows the period in the column of the time', () => {
  const columns = gridColumns(sceneExport, {
    shown: [{ key: 'acquired', label: '', width: 100 }],
    sorts: {},
    words: { t, language: 'en', format: 'dd' },
  });
  expect(columns[0]?.text(ofJuly)).toBe('Jul 2025');
  expect(columns[0]?.text(ofMoment)).toBe('Mar 2, 2026, 10:30 UTC');
  expect(columns[0]?.text(sceneOf({ timestamp: null }))).toBe('');
});

it('a field sheet names the period, also without its two columns', async () => {
  const feature = {
    name: 'a',
    notes: '',
    attributes: sceneExport.attributesOf(ofJuly),
    geometry: { kind: 'point' as const, at: [10, 50] as const },
  };
  const columns = sceneExport.columns(t).filter(({ isOnSheet }) => isOnSheet);
  const words = { language: 'en', time: String, number: String, truth: String };
  const { places } = await sheetPlaces([feature], columns, { words, signal: new AbortController().signal });
  expect(places[0]?.facts[0]).toEqual(['Acquisition time', 'Jul 2025']);
});
