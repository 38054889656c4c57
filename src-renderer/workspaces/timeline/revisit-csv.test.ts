import { parse } from 'papaparse';
import { expect, it } from 'vitest';
import { revisitWithGapsSchema } from '../../../src-preload/contract/timeline.ts';
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
