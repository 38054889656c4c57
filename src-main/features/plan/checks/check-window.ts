import type { PreparedIssue, PreparedPatch } from '../../../../src-preload/contract/prepared.ts';
import { noonSunOf } from '../../../../src-shared/geometry/sun.ts';
import { nextHour, timeText } from '../prepare-places.ts';
import { type CheckContext, type CheckedRequest, issueOf } from './check-types.ts';

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** A shorter window is risky: a satellite may pass once a day, and half of the days are cloudy. */
const minWindowMs = dayMs;
const usualFactor = 4;
/** A draft often waits for some hours before it is sent. */
const startToleranceMs = dayMs;
const wholeDays = (ms: number) => Math.max(1, Math.round(ms / dayMs));
/** Of a short window the tenths are kept: 42.5 hours are not 2 days. */
const shownDays = (ms: number) => (ms < 10 * dayMs ? Math.round((10 * ms) / dayMs) / 10 : wholeDays(ms));
const defaultMs = 14 * dayMs;
/** At lower latitudes the sun rises on every day of the year. */
const polarDegrees = 66;

const lasting = (startMs: number, ms: number): PreparedPatch => ({
  start: timeText(startMs),
  end: timeText(startMs + ms),
});

/** Checks the window of a row: its length, also against the usual one of the contract, and whether it has passed. */
export function checkWindow(row: CheckedRequest, { nowMs, usualWindowMs }: CheckContext): PreparedIssue[] {
  const { startMs, endMs, image, ordered } = row;
  // A time that cannot be read is an issue of its field.
  if (!Number.isFinite(startMs) || !Number.isFinite(endMs)) return [];
  const ms = endMs - startMs;
  if (ms <= 0)
    return [
      issueOf('endBeforeStart', {
        column: 'end',
        mend:
          ms < 0 && startMs > nowMs && endMs > nowMs
            ? { kind: 'swapTimes', patch: { start: image.values.end, end: image.values.start } }
            : null,
      }),
    ];
  const issues: PreparedIssue[] = [];
  if (endMs <= nowMs)
    issues.push(
      issueOf('endPassed', {
        column: 'end',
        values: { days: wholeDays(ms) },
        mend: { kind: 'moveWindow', patch: lasting(nextHour(nowMs), ms > minuteMs ? ms : defaultMs) },
      }),
    );
  else if (startMs < nowMs - startToleranceMs)
    issues.push(
      issueOf('startPassed', { column: 'start', values: { count: Math.floor((nowMs - startMs) / dayMs) } }),
    );
  const usual = usualWindowMs(ordered);
  const mend =
    usual !== null && usual >= minWindowMs
      ? { kind: 'usualWindow' as const, patch: { end: timeText(startMs + usual) } }
      : null;
  if (ms < minWindowMs)
    issues.push(
      issueOf('windowShort', {
        column: 'end',
        values: { hours: Math.max(1, Math.round(ms / 3_600_000)) },
        mend,
      }),
    );
  else if (usual !== null && (ms * usualFactor < usual || ms > usual * usualFactor))
    issues.push(
      issueOf('windowUnusual', {
        column: 'end',
        values: { days: shownDays(ms), usual: shownDays(usual) },
        mend,
      }),
    );
  const every = image.values.everyMinutes;
  if (every !== null && every * minuteMs > ms) issues.push(issueOf('recurrenceLong', { column: 'every' }));
  return issues;
}

/** Warns if the sun rises at the place on no day of the window: an image would be dark. */
export function checkSun({ at, startMs, endMs }: CheckedRequest): PreparedIssue[] {
  if (at === null || Math.abs(at.latitude) < polarDegrees || !(endMs > startMs)) return [];
  const { highestDegrees } = noonSunOf([at.longitude, at.latitude], { fromMs: startMs, toMs: endMs });
  if (highestDegrees > 0) return [];
  return [issueOf('polarNight', { column: 'start' })];
}
