/** The current time at a service, from the `Date` headers of its answers. The clock of this machine may be wrong by hours. */
export interface ServiceClock {
  observe(origin: string, headers: Readonly<Record<string, string>>): void;
  /** Milliseconds since 1970, at most about a second late and never early; null before the first answer. */
  now(origin: string): number | null;
}

/** Creates the clock. `monotonic` returns milliseconds from any start; changes of the system clock must not affect it. */
export function createServiceClock({ monotonic }: { monotonic: () => number }): ServiceClock {
  const seen = new Map<string, { serviceMs: number; at: number }>();
  return {
    observe(origin, { date, age }) {
      // The `Date` of a cached answer is the time when it was made, not now.
      if (date === undefined || (age !== undefined && age !== '0')) return;
      // Date.parse accepts nearly anything as a date; an HTTP date has words and colons.
      const serviceMs = /^[a-z]+,? .*\d:\d\d/i.test(date) ? Date.parse(date) : Number.NaN;
      if (!Number.isNaN(serviceMs)) seen.set(origin, { serviceMs, at: monotonic() });
    },
    now(origin) {
      const last = seen.get(origin);
      return last === undefined ? null : last.serviceMs + (monotonic() - last.at);
    },
  };
}
