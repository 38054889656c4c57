/** True for a day (`2026-02-28`) that exists: `Date.parse` takes 30 February for 2 March. */
export function isCalendarDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}
