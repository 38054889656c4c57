import { type AcquisitionPeriod, isoPeriod } from '../../../src-preload/contract/acquired.ts';
import { firstSatellite, periodField } from '../../core/foreign-time.ts';

/** SQLite may read the JSON before it has tested whether it is valid, and fails on one that is not. */
const stored = (edge: 'start' | 'end') => `(iif(json_valid(raw), raw, '{}') ->> '$.${periodField}.${edge}')`;
const isTime = (edge: 'start' | 'end') => `${stored(edge)} GLOB '????-??-??T??:??:??*Z'`;
/** True for a scene whose raw JSON has a period, as `readPeriod` reads it; `raw` is only read where there is no moment. */
const hasPeriod = `taken_at IS NULL AND ${isTime('start')} AND ${isTime('end')} AND ${stored('start')} <= ${stored('end')}
  AND substr(${stored('start')}, 1, 19) <> '${firstSatellite.slice(0, 19)}'`;
const bound = (edge: 'start' | 'end') =>
  `CASE WHEN taken_at IS NOT NULL THEN taken_at WHEN ${hasPeriod} THEN ${stored(edge)} END`;

const [start, end] = [stored('start'), stored('end')];
const isOfDays = `${start} GLOB '*T00:00:00*' AND ${end} GLOB '*T23:59:59*'`;
const isOfMonths = `${isOfDays} AND substr(${start}, 9, 2) = '01' AND date(substr(${end}, 1, 10), '+1 day') GLOB '*-01'`;
const isOfYears = `${isOfMonths} AND substr(${start}, 6, 2) = '01' AND substr(${end}, 6, 2) = '12'`;
const cut = (length: number) =>
  `iif(substr(${start}, 1, ${length}) = substr(${end}, 1, ${length}), substr(${start}, 1, ${length}),
      substr(${start}, 1, ${length}) || '/' || substr(${end}, 1, ${length}))`;

/**
 * The first and the last moment in which a scene may have been acquired: twice `taken_at`, or the period in the raw JSON. They are computed
 * from these two columns, so that nobody who writes a scene can forget them. The index finds scenes by time.
 *
 * The words by which scenes are found get the period as `isoPeriod` writes it; whoever stores a scene does that from now on.
 */
export const acquiredColumnsSql = `
    ALTER TABLE scene ADD COLUMN taken_from TEXT GENERATED ALWAYS AS (${bound('start')}) VIRTUAL;
    ALTER TABLE scene ADD COLUMN taken_until TEXT GENERATED ALWAYS AS (${bound('end')}) VIRTUAL;
    DROP INDEX scene_taken;
    CREATE INDEX scene_taken ON scene (taken_from);
    UPDATE scene SET folded = folded || ' ' || CASE WHEN ${isOfYears} THEN ${cut(4)} WHEN ${isOfMonths} THEN ${cut(7)} ELSE ${cut(10)} END
      WHERE ${hasPeriod};`;

/** Returns the word by which a scene is found by its time: the moment, or the period as ISO 8601 writes it. */
export const timeWord = (timestamp: string | null, period: AcquisitionPeriod | null): string | null =>
  timestamp ?? (period === null ? null : isoPeriod(period));
