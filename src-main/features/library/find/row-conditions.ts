import type { SceneFilter, ValueRange } from '../../../../src-preload/contract/scene-filter.ts';
import type { Store } from '../../../store/store.ts';
import { createSameContent } from '../same-content.ts';
import { isOnDisk } from './scene-columns.ts';
import type { SceneIndex } from './scene-index.ts';
import type { ValueCodes } from './value-codes.ts';

/** Returns true for a row that matches a condition. */
export type RowTest = (row: number) => boolean;

/** Returns the condition of a range; null if it has no bounds. Bounds are rounded as the column is; a missing value (NaN) is in no range. */
function inRange(range: ValueRange | undefined, column: Float32Array): RowTest | null {
  if (range === undefined || (range.least === null && range.most === null)) return null;
  const least = Math.fround(range.least ?? Number.NEGATIVE_INFINITY);
  const most = Math.fround(range.most ?? Number.POSITIVE_INFINITY);
  return (row) => {
    const value = column[row] ?? Number.NaN;
    return value >= least && value <= most;
  };
}

function oneOf(
  values: readonly string[] | undefined,
  codes: ValueCodes,
  column: Uint32Array,
): RowTest | null {
  if (values === undefined || values.length === 0) return null;
  const wanted = new Uint8Array(codes.values.length);
  for (const value of values) wanted[codes.byValue.get(value) ?? 0] = 1;
  // A value that no scene has must not match scenes without a value.
  wanted[0] = 0;
  return (row) => wanted[column[row] ?? 0] === 1;
}

/** Returns the condition of a span of time; null if it has no ends. A scene with a period matches if that meets the span. */
function within(
  { from, to }: Pick<SceneFilter, 'from' | 'to'>,
  { time, until }: Pick<SceneIndex['columns'], 'time' | 'until'>,
): RowTest | null {
  if (from === undefined && to === undefined) return null;
  const least = from === undefined ? Number.NEGATIVE_INFINITY : Date.parse(from);
  const end = to === undefined ? Number.POSITIVE_INFINITY : Date.parse(to);
  return (row) => (until[row] ?? Number.NaN) >= least && (time[row] ?? Number.NaN) < end;
}

/** Returns the conditions of a filter that need the columns of the index only. Another filter of this kind is one more line. */
export function conditionsOf(filter: SceneFilter, { columns, ...index }: SceneIndex): RowTest[] {
  const tests = [
    filter.onDiskOnly === true ? (row: number) => isOnDisk(columns, row) : null,
    within(filter, columns),
    oneOf(filter.projects, index.projects, columns.project),
    oneOf(filter.satellites, index.satellites, columns.satellite),
    oneOf(filter.levels, index.levels, columns.level),
    inRange(filter.cloudCover, columns.clouds),
    inRange(filter.offNadir, columns.offNadir),
    inRange(filter.sunElevation, columns.sunElevation),
    inRange(filter.gsd, columns.gsd),
  ];
  return tests.filter((test) => test !== null);
}

/**
 * A condition that the database or another part of Nadir answers with the ids of scenes: the list keeps these, or all others. Null if the
 * filter does not use it. It is evaluated again for each query.
 */
export type IdCondition = (
  filter: SceneFilter,
) => { ids: readonly (string | number)[]; keeps: 'these' | 'others' } | null;

/** Returns the conditions by ids that are not about reviews. */
export const idConditionsWith = (flagged: (() => readonly string[]) | undefined): readonly IdCondition[] => [
  ({ librarySceneIds }) => (librarySceneIds === undefined ? null : { ids: librarySceneIds, keeps: 'these' }),
  ({ needsAttention }) => (needsAttention === true ? { ids: flagged?.() ?? [], keeps: 'these' } : null),
];

/** Returns the condition of scenes with a raster that lies on the disk more than once. */
export function sameContentCondition(store: Pick<Store, 'all'>): IdCondition {
  const { scenes } = createSameContent({ store });
  return ({ hasSameContent }) => (hasSameContent === true ? { ids: scenes(), keeps: 'these' } : null);
}
