/** The period of a recurrent task (`3 days, 00:00:00`, `3 00:00:00`, `12:00:00`, interface §2.6), null for what is not one. */
export function recurrenceMs(text: string | null): number | null {
  const match = /^(?:(\d{1,5})(?: days?,)? )?(\d{1,2}):(\d{2}):(\d{2})$/.exec(text?.trim() ?? '');
  if (!match) return null;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000;
  return ms > 0 ? ms : null;
}

/** The same of an order (`P7D`, `PT12H`, observed Orders): days, hours and minutes. */
export function isoPeriodMs(text: unknown): number | null {
  const match = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(String(text ?? ''));
  if (!match) return null;
  const [weeks = 0, days = 0, hours = 0, minutes = 0] = match.slice(1).map((part) => Number(part ?? 0));
  const ms = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000;
  return ms > 0 ? ms : null;
}
