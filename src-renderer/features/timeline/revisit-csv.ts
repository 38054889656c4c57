import type { RevisitWithGaps } from '../../../src-preload/contract/timeline.ts';
import { type CsvCell, csvOf } from '../../kit/client/csv.ts';
import { waitingMs } from './revisit-bars.ts';

const dayMs = 86_400_000;
/** The rounding factor: days have five decimals, a little less than a second. */
const digits = 100_000;
const inDays = (ms: number) => Math.round((ms / dayMs) * digits) / digits;

/** The column names are for programs, so they are the same in every language. */
const headings = [
  'contract',
  'subject',
  'id',
  'name',
  'project',
  'asked_for',
  'asked_months',
  'asked_days',
  'times_of',
  'gap_start_utc',
  'gap_end_utc',
  'gap_days',
  'within_asked',
  'still_open',
];

/**
 * Returns one line per gap. The current gap has no end; its length is counted up to `nowMs`, milliseconds since 1970;
 * there is none if the last capture is dated after that.
 */
export function revisitCsv(
  rows: readonly RevisitWithGaps[],
  contractName: (contractId: string | null) => string,
  nowMs: number,
): string {
  const lines = rows.flatMap((row): CsvCell[][] => {
    const about: CsvCell[] = [
      contractName(row.contractId),
      row.subject.kind,
      String(row.subject.id),
      row.name,
      row.project,
      row.askedText,
      row.asked?.months ?? null,
      row.asked ? inDays(row.asked.ms) : null,
      row.timesOf,
    ];
    const says = (within: boolean | null) => (within === null ? null : within ? 'yes' : 'no');
    const gaps = row.gaps.map((gap): CsvCell[] => [
      ...about,
      gap.from,
      gap.to,
      inDays(Date.parse(gap.to) - Date.parse(gap.from)),
      says(gap.within),
      'no',
    ]);
    const waited = waitingMs(row, nowMs);
    if (waited === null) return gaps;
    const within = row.lateFrom === null ? null : nowMs <= Date.parse(row.lateFrom);
    return [...gaps, [...about, row.waitingSince, null, inDays(waited), says(within), 'yes']];
  });
  return csvOf(headings, lines);
}
