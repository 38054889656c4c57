import type { TFunction } from 'i18next';
import type { Transfer } from '../../../src-preload/contract/delivery.ts';
import { errorText } from '../../kit/i18n/error-text.ts';
import {
  formatBytes,
  formatDuration,
  formatRate,
  formatUtc,
  formatUtcDay,
  formatUtcHour,
} from '../../kit/i18n/format.ts';

function needsHelp({ code }: NonNullable<Transfer['error']>): boolean {
  return code === 'DISK_FULL' || code === 'FOLDER_NOT_WRITABLE' || code === 'FOLDER_AWAY';
}

const dayMs = 86_400_000;

/** Formats the time of day, with the date if it is half a day or more away and the time alone would be ambiguous. */
function moment(language: string, iso: string, now: number): string {
  return Math.abs(Date.parse(iso) - now) < dayMs / 2
    ? formatUtcHour(language, iso)
    : formatUtc(language, iso);
}

/** Returns the amount, rate and remaining time of a transfer; or why it waits or failed, and what the user can do. */
export function transferText(
  t: TFunction,
  language: string,
  transfer: Transfer,
  now: number = Date.now(),
): string {
  const { doneBytes, totalBytes, bytesPerSecond, state, error, waitsUntil, restartedBecause } = transfer;
  const done = formatBytes(language, doneBytes);
  const amount =
    totalBytes === null ? done : t('downloads.amount', { done, total: formatBytes(language, totalBytes) });
  const anew = restartedBecause === null ? [] : [t(`downloads.restarted.${restartedBecause}`)];
  if (state === 'running' && bytesPerSecond !== null && bytesPerSecond > 0) {
    const parts = [amount, formatRate(language, bytesPerSecond)];
    if (totalBytes !== null) {
      const time = formatDuration(language, (totalBytes - doneBytes) / bytesPerSecond);
      parts.push(t('downloads.left', { time }));
    }
    if (transfer.ranges > 1) parts.push(t('downloads.connections', { count: transfer.ranges }));
    return [...parts, ...anew].join(' · ');
  }
  if (state === 'waiting' && error) {
    const { title, hint } = errorText(t, error);
    // A full disk, unlike a network, does not recover automatically, so the hint is shown at once.
    const parts = [needsHelp(error) ? `${title}. ${hint}` : title];
    if (waitsUntil !== null) parts.push(t('downloads.nextTry', { at: moment(language, waitsUntil, now) }));
    if (transfer.attempts > 1) parts.push(t('downloads.tries', { count: transfer.attempts }));
    return parts.join(' · ');
  }
  if (state === 'failed' && error) {
    const { title, hint } = errorText(t, error);
    return `${title}. ${hint}`;
  }
  if (state === 'done')
    return [t('downloads.state.done'), formatBytes(language, totalBytes ?? doneBytes)].join(' · ');
  const arrived = doneBytes === 0 && totalBytes === null ? [] : [amount];
  return [t(`downloads.state.${state}`), ...arrived, ...anew].join(' · ');
}

/** Returns which scene a file belongs to, as people name it: project, task or order, and the day of the capture. */
export function transferOrigin(
  language: string,
  { project, taskName, takenAt, sceneName }: Transfer,
): string {
  const known = [project, taskName, takenAt && formatUtcDay(language, takenAt)].filter(Boolean);
  return known.length > 0 ? known.join(' · ') : sceneName;
}

/** Returns the progress of a transfer from 0 to 100. */
export function transferPercent({ state, doneBytes, totalBytes }: Transfer): number {
  if (state === 'done') return 100;
  return totalBytes ? Math.min(100, (100 * doneBytes) / totalBytes) : 0;
}
