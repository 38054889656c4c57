import { numberText } from '../../../../src-preload/contract/read-number.ts';
import type { ReadField } from '../../../kit/ui/grid/read-field.ts';

const timePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*(Z|UTC|[-+]\d{2}:?\d{2})?$/i;

const isZone = (text: string | undefined): text is string => text !== undefined && /^[-+]/.test(text);

/** Parses a time: `2026-03-02 10:30` or a day alone in UTC, or a time with an offset; null for empty text. */
export function readTime(text: string): ReadField<string | null> {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  const [, day = '', hours = '0', minutes = '00', zone] = timePattern.exec(trimmed) ?? [];
  const clock = `${hours.padStart(2, '0')}:${minutes}`;
  const utc = Date.parse(`${day}T${clock}:00Z`);
  // Date parsing turns a day that does not exist, such as 30 February, into a later one.
  const isDay = Number.isFinite(utc) && new Date(utc).toISOString().startsWith(`${day}T${clock}`);
  if (!isDay) return { problem: { message: 'validation.time' } };
  const at = isZone(zone) ? Date.parse(`${day}T${clock}:00${zone.replace(/^(...)(\d\d)$/, '$1:$2')}`) : utc;
  if (!Number.isFinite(at)) return { problem: { message: 'validation.time' } };
  return { value: new Date(at).toISOString().replace('.000Z', 'Z') };
}

/** Formats a time as `readTime` parses it; invalid text is returned unchanged. */
export function timeField(iso: string | null): string {
  const at = Date.parse(iso ?? '');
  return Number.isFinite(at) ? new Date(at).toISOString().slice(0, 16).replace('T', ' ') : (iso ?? '');
}

const everyPattern = /^(?:(\d{1,4})\s*d\p{L}*)?\s*(?:(\d{1,4})\s*h\p{L}*)?\s*(?:(\d{1,5})\s*m\p{L}*)?$/iu;

/** Parses a recurrence into minutes: `7` (days) or `7 d 12 h 30 min`; null for empty text. */
export function readEvery(text: string): ReadField<number | null> {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  const onlyDays = /^\d{1,4}$/.test(trimmed);
  const [, days = '0', hours = '0', minutes = '0'] =
    everyPattern.exec(onlyDays ? `${trimmed} d` : trimmed) ?? [];
  const whole = Number(days) * 1_440 + Number(hours) * 60 + Number(minutes);
  return whole > 0 && whole <= 5_256_000 ? { value: whole } : { problem: { message: 'validation.every' } };
}

/** Formats a recurrence as `readEvery` parses it. */
export function everyField(minutes: number | null): string {
  if (minutes === null) return '';
  const parts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  return parts.flatMap(([value, unit]) => (value === 0 ? [] : [`${numberText(value)} ${unit}`])).join(' ');
}
