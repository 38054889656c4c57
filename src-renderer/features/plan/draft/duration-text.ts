import { readWholeNumber } from '../../../../src-preload/contract/read-number.ts';

export const durationUnits = ['hours', 'days', 'weeks', 'months'] as const;
/** A unit in which the form offers a duration. Durations in other units are shown as ISO 8601 text. */
export type DurationUnit = (typeof durationUnits)[number];

const patterns: Record<DurationUnit, RegExp> = {
  hours: /^PT(\d+)H$/,
  days: /^P(\d+)D$/,
  weeks: /^P(\d+)W$/,
  months: /^P(\d+)M$/,
};
const isoOf: Record<DurationUnit, (count: number) => string> = {
  hours: (count) => `PT${count}H`,
  days: (count) => `P${count}D`,
  weeks: (count) => `P${count}W`,
  months: (count) => `P${count}M`,
};

/** A typed number that is not yet valid, with its unit. */
const unreadPattern = /^(.*)\|(hours|days|weeks|months)$/s;

const isUnit = (text: string | undefined): text is DurationUnit =>
  durationUnits.some((unit) => unit === text);

/** Returns what the duration field shows: a number with its unit, or ISO 8601 text if one unit cannot express it. */
export function shownDuration(text: string): { count: string; unit: DurationUnit | null } {
  const unread = unreadPattern.exec(text);
  if (unread && isUnit(unread[2])) return { count: unread[1] ?? '', unit: unread[2] };
  for (const unit of durationUnits) {
    const count = patterns[unit].exec(text)?.[1];
    if (count !== undefined) return { count, unit };
  }
  return { count: text, unit: text === '' ? 'days' : null };
}

/**
 * Returns the stored text of a number and its unit: the ISO 8601 duration, or both as typed if the number is invalid. ISO 8601 may be typed
 * as well.
 */
export function durationText(count: string, unit: DurationUnit): string {
  const typed = count.trim();
  if (typed === '' || /^P/i.test(typed)) return typed.toUpperCase();
  const read = readWholeNumber(typed);
  return read && 'value' in read && read.value > 0 && read.value < 100_000
    ? isoOf[unit](read.value)
    : `${count}|${unit}`;
}

/**
 * Parses the text of a duration field. ISO 8601 text is returned unchanged; for any other text the result is the problem with its count.
 */
export function readDuration(
  text: string,
): { value: string } | { problem: { message: string; values?: Record<string, string | number> } } {
  const unread = unreadPattern.exec(text);
  if (!unread) return { value: text };
  const read = readWholeNumber(unread[1] ?? '');
  return read && 'problem' in read ? read : { problem: { message: 'validation.duration' } };
}
