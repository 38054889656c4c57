/** What time it is at a service, told by the `Date` of its answers. The clock of this machine may be wrong by hours. */
export interface ServiceClock {
  observe(origin: string, headers: Readonly<Record<string, string>>): void;
  /** Milliseconds since 1970, up to about a second late and never early; null before the first answer. */
  now(origin: string): number | null;
}

/** `monotonic`: milliseconds from any start that no setting of the clock moves. */
export function createServiceClock({ monotonic }: { monotonic: () => number }): ServiceClock {
  const seen = new Map<string, { serviceMs: number; at: number }>();
  return {
    observe(origin, { date, age }) {
      // A cached answer tells the time at which it was made.
      if (date === undefined || (age !== undefined && age !== '0')) return;
      // Date.parse takes nearly anything for a date: an HTTP date has words and colons.
      const serviceMs = /^[a-z]+,? .*\d:\d\d/i.test(date) ? Date.parse(date) : Number.NaN;
      if (!Number.isNaN(serviceMs)) seen.set(origin, { serviceMs, at: monotonic() });
    },
    now(origin) {
      const last = seen.get(origin);
      return last === undefined ? null : last.serviceMs + (monotonic() - last.at);
    },
  };
}
