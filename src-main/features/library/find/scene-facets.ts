import {
  mostFacetValues,
  type SceneFacets,
  type SceneFilter,
} from '../../../../src-preload/contract/scene-filter.ts';
import type { SceneIndex } from './scene-index.ts';
import type { ValueCodes } from './value-codes.ts';

const day = 86_400_000;
/** Up to so many days are counted by day, and up to so many months by month. */
const maxDays = 124;
const maxMonths = 480;
/** Times before and after these years are mistakes of the sender, and would make the histogram useless. */
const firstYear = 1957;
const lastYear = 2200;

type Unit = SceneFacets['histogram']['unit'];
interface Span {
  from: string;
  to: string;
}

/** Returns the whole number of the day, month or year of a time; consecutive ones follow each other. */
function numberOf(unit: Unit, ms: number): number {
  if (unit === 'day') return Math.floor(ms / day);
  const date = new Date(ms);
  return unit === 'month' ? date.getUTCFullYear() * 12 + date.getUTCMonth() : date.getUTCFullYear();
}

/** Returns when the day, month or year of a number begins. */
function startOf(unit: Unit, number: number): number {
  if (unit === 'day') return number * day;
  return unit === 'month' ? Date.UTC(Math.floor(number / 12), number % 12) : Date.UTC(number, 0);
}

function unitFor(first: number, last: number): Unit {
  if (numberOf('day', last) - numberOf('day', first) < maxDays) return 'day';
  return numberOf('month', last) - numberOf('month', first) < maxMonths ? 'month' : 'year';
}

/**
 * Returns the numbers of rows by day, month or year, whichever gives a readable number of bars. A scene with a period is in each bar that it
 * meets, so that each bar has as many scenes as the filter by its time finds.
 */
export function histogramOf(
  { time, until }: Pick<SceneIndex['columns'], 'time' | 'until'>,
  rows: Uint32Array,
  span: Span | null,
): SceneFacets['histogram'] {
  const least = span ? Date.parse(span.from) : Date.UTC(firstYear);
  const most = span ? Date.parse(span.to) - 1 : Date.UTC(lastYear);
  let [first, last, undated] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  for (const row of rows) {
    const [from = Number.NaN, to = Number.NaN] = [time[row], until[row]];
    if (Number.isNaN(from)) undated += 1;
    else if (to >= least && from <= most) {
      first = Math.min(first, Math.max(from, least));
      last = Math.max(last, Math.min(to, most));
    }
  }
  if (span !== null) [first, last] = [least, most];
  if (first > last) return { unit: 'month', start: new Date(0).toISOString(), counts: [], undated };
  const unit = unitFor(first, last);
  const start = numberOf(unit, first);
  // How many scenes begin with each bar, less those that have ended before it.
  const changes = new Array<number>(numberOf(unit, last) - start + 2).fill(0);
  for (const row of rows) {
    const [from = Number.NaN, to = Number.NaN] = [time[row], until[row]];
    if (!(to >= first && from <= last)) continue;
    const [begin, after] = [
      numberOf(unit, Math.max(from, first)) - start,
      numberOf(unit, Math.min(to, last)) - start + 1,
    ];
    changes[begin] = (changes[begin] ?? 0) + 1;
    changes[after] = (changes[after] ?? 0) - 1;
  }
  let current = 0;
  const counts = changes.slice(0, -1).map((change) => {
    current += change;
    return current;
  });
  return { unit, start: new Date(startOf(unit, start)).toISOString(), counts, undated };
}

/** Returns how many rows have each value, the most frequent first. */
function countedValues({ values }: ValueCodes, column: Uint32Array, rows: Uint32Array) {
  const counts = new Uint32Array(values.length);
  for (const row of rows) {
    const code = column[row] ?? 0;
    counts[code] = (counts[code] ?? 0) + 1;
  }
  return values
    .map((value, code) => ({ value, count: counts[code] ?? 0 }))
    .filter(({ count }, code) => code > 0 && count > 0)
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, mostFacetValues);
}

const without = (filter: SceneFilter, ...fields: (keyof SceneFilter)[]): SceneFilter =>
  Object.fromEntries(Object.entries(filter).filter(([name]) => !fields.some((field) => field === name)));

/** Returns how many scenes have each value that a filter could add. `find` returns the rows of a filter; each column is counted without its own term. */
export function facetsOf(
  index: SceneIndex,
  find: (filter: SceneFilter) => Uint32Array,
  { filter, span }: { filter: SceneFilter; span: Span | null },
): Omit<SceneFacets, 'factsRead' | 'reviews' | 'tags'> {
  const { columns } = index;
  return {
    total: find(filter).length,
    histogram: histogramOf(columns, find(without(filter, 'from', 'to')), span),
    projects: countedValues(index.projects, columns.project, find(without(filter, 'projects'))),
    satellites: countedValues(index.satellites, columns.satellite, find(without(filter, 'satellites'))),
    levels: countedValues(index.levels, columns.level, find(without(filter, 'levels'))),
  };
}
