import { parse } from 'papaparse';
import { expect, it } from 'vitest';
import { revisitWithGapsSchema } from '../../../src-preload/contract/timeline.ts';
import { revisitBars } from './revisit-bars.ts';
import { revisitCsv } from './revisit-csv.ts';

const row = revisitWithGapsSchema.parse({
  contractId: 'cont.1',
  subject: { kind: 'order', id: '000383' },
  name: '=HYPERLINK("http://x")',
  project: 'Reef, north',
  start: null,
  end: null,
  askedText: 'P7D',
  asked: { months: 0, ms: 604_800_000 },
  open: true,
  isAhead: false,
  captureCount: 2,
  gapCount: 1,
  medianMs: 1,
  longestMs: 1,
  withinCount: 0,
  waitingSince: '2026-03-10T12:00:00.000Z',
  dueAt: '2026-03-17T12:00:00.000Z',
  lateFrom: '2026-03-17T20:24:00.000Z',
  timesOf: 'captures',
  gaps: [{ from: '2026-03-01T00:00:00.000Z', to: '2026-03-10T12:00:00.000Z', within: false }],
});

it('has a line for each gap and one for the open gap, without formulas', () => {
  const text = revisitCsv([row], (id) => `Contract ${id}`, Date.parse('2026-03-11T12:00:00Z'));
  const { data } = parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(data).toHaveLength(2);
  expect(data[0]).toMatchObject({
    contract: 'Contract cont.1',
    subject: 'order',
    id: '000383',
    project: 'Reef, north',
    name: `'=HYPERLINK("http://x")`,
    asked_for: 'P7D',
    asked_days: '7',
    gap_days: '9.5',
    within_asked: 'no',
    still_open: 'no',
    gap_end_utc: '2026-03-10T12:00:00.000Z',
  });
  expect(data[1]).toMatchObject({
    gap_start_utc: '2026-03-10T12:00:00.000Z',
    gap_end_utc: '',
    gap_days: '1',
    within_asked: 'yes',
    still_open: 'yes',
  });
});

it('has no line of an open gap while the last capture is dated ahead', () => {
  const text = revisitCsv([row], () => '', Date.parse('2026-03-01T12:00:00Z'));
  const { data } = parse<Record<string, string>>(text, { header: true, skipEmptyLines: true });
  expect(data.map(({ gap_days }) => gap_days)).toEqual(['9.5']);
});

it('draws bars in the order of time, and none of a wait that has not begun', () => {
  const bars = (now: string) => revisitBars(row, Date.parse(now));
  expect(bars('2026-03-11T12:00:00Z').open).toEqual([null, 1]);
  // The plot would draw nothing of times that go back.
  expect(bars('2026-03-01T12:00:00Z').times).toEqual([Date.parse('2026-03-10T12:00:00Z') / 1_000]);
  expect(bars('2026-03-01T12:00:00Z').beyond).toEqual([9.5]);
});
