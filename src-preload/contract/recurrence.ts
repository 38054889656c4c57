const two = (value: number) => String(value).padStart(2, '0');
const parts = (minutes: number) => ({
  days: Math.floor(minutes / 1_440),
  hours: Math.floor(minutes / 60) % 24,
  rest: minutes % 60,
});

/** Returns a recurrence in minutes as `%d %H:%M:%S` (service §2.6). */
export function expectedAgeText(minutes: number): string {
  const { days, hours, rest } = parts(minutes);
  return `${days} ${two(hours)}:${two(rest)}:00`;
}

/** Returns a recurrence in minutes as an ISO 8601 duration (service §10.4): `P7D`, `P1DT12H30M`. */
export function periodText(minutes: number): string {
  const { days, hours, rest } = parts(minutes);
  const time = `${hours === 0 ? '' : `${hours}H`}${rest === 0 ? '' : `${rest}M`}`;
  return `P${days === 0 ? '' : `${days}D`}${time === '' ? '' : `T${time}`}`;
}
