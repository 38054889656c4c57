import type { PauseReason } from '../../../src-preload/contract/delivery.ts';
import type { DownloadSettings } from '../../../src-preload/contract/settings.ts';

/** Returns the local time as `HH:mm`. */
export function clockTime(at: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Returns true from `from` (inclusive) to `to` (exclusive); the period crosses midnight if `to` is earlier. */
function isWithin(now: string, from: string, to: string): boolean {
  return from <= to ? now >= from && now < to : now >= from || now < to;
}

/**
 * Returns why and how far the settings limit downloads now; null if they do not. A metered connection counts before quiet
 * hours.
 */
export function pauseReasonNow(
  settings: DownloadSettings,
  now: string,
  metered: boolean,
): PauseReason | null {
  if (settings.pauseWhenMetered && metered) return { because: 'metered', bytesPerSecond: 0, until: null };
  const { quietHours: quiet, bytesPerSecond: limit } = settings;
  if (!quiet || !isWithin(now, quiet.from, quiet.to)) return null;
  if (limit !== null && limit <= quiet.bytesPerSecond) return null;
  return { because: 'quiet-hours', bytesPerSecond: quiet.bytesPerSecond, until: quiet.to };
}

/** Returns the present limits of downloads. */
export function limitsNow(settings: DownloadSettings, pauseReason: PauseReason | null) {
  const { bytesPerSecond, connectionsPerFile, filesAtOnce } = settings;
  return {
    bytesPerSecond: pauseReason ? pauseReason.bytesPerSecond : bytesPerSecond,
    connectionsPerFile,
    filesAtOnce,
  };
}
