import { numberText } from '../../i18n/read-number.ts';
import type { ReadField } from '../../ui/grid/read-field.ts';

const timePattern =
  /^(\d{4}-\d{2}-\d{2})(?:[T ]+(\d{1,2}):(\d{2})(?::\d{2}(?:\.\d+)?)?)?\s*(Z|UTC|[-+]\d{2}:?\d{2})?$/i;

const isZone = (text: string | undefined): text is string => text !== undefined && /^[-+]/.test(text);

/** Reads a time in UTC, `2026-03-02 10:30` or a day alone, or with another offset; null for an empty text. */
export function readTime(text: string): ReadField<string | null> {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  const [, day = '', hours = '0', minutes = '00', zone] = timePattern.exec(trimmed) ?? [];
  const clock = `${hours.padStart(2, '0')}:${minutes}`;
  const utc = Date.parse(`${day}T${clock}:00Z`);
  // A day that does not exist, such as the 30th of February, is read as a later one.
  const isDay = Number.isFinite(utc) && new Date(utc).toISOString().startsWith(`${day}T${clock}`);
  if (!isDay) return { problem: { message: 'validation.time' } };
  const at = isZone(zone) ? Date.parse(`${day}T${clock}:00${zone.replace(/^(...)(\d\d)$/, '$1:$2')}`) : utc;
  if (!Number.isFinite(at)) return { problem: { message: 'validation.time' } };
  return { value: new Date(at).toISOString().replace('.000Z', 'Z') };
}

/** Writes a time as `readTime` reads it; a text that is no time stays as it is. */
export function timeField(iso: string | null): string {
  const at = Date.parse(iso ?? '');
  return Number.isFinite(at) ? new Date(at).toISOString().slice(0, 16).replace('T', ' ') : (iso ?? '');
}

const everyPattern = /^(?:(\d{1,4})\s*d\p{L}*)?\s*(?:(\d{1,4})\s*h\p{L}*)?\s*(?:(\d{1,5})\s*m\p{L}*)?$/iu;

/** Reads a recurrence in minutes: `7`, which are days, or `7 d 12 h 30 min`; null for an empty text. */
export function readEvery(text: string): ReadField<number | null> {
  const trimmed = text.trim();
  if (trimmed === '') return { value: null };
  const onlyDays = /^\d{1,4}$/.test(trimmed);
  const [, days = '0', hours = '0', minutes = '0'] =
    everyPattern.exec(onlyDays ? `${trimmed} d` : trimmed) ?? [];
  const whole = Number(days) * 1_440 + Number(hours) * 60 + Number(minutes);
  return whole > 0 && whole <= 5_256_000 ? { value: whole } : { problem: { message: 'validation.every' } };
}

/** Writes a recurrence as `readEvery` reads it. */
export function everyField(minutes: number | null): string {
  if (minutes === null) return '';
  const parts = [
    [Math.floor(minutes / 1_440), 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [minutes % 60, 'min'],
  ] as const;
  return parts.flatMap(([value, unit]) => (value === 0 ? [] : [`${numberText(value)} ${unit}`])).join(' ');
}
