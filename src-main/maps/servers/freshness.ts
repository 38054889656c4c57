/** Servers that say nothing about it change a tile rarely. */
const usualMs = 24 * 3_600_000;
/** A tile that is not there may come soon. */
const usualMissingMs = 3_600_000;
/** However long a server allows it, a tile is asked for again after this. */
const mostMs = 180 * 24 * 3_600_000;

/**
 * Returns until when a tile may be shown without asking again, in milliseconds since 1970, by `Cache-Control` and `Expires`
 * (RFC 9111); null if it must not be kept at all.
 */
export function freshUntil(
  headers: Readonly<Record<string, string>>,
  { now, isMissing }: { now: number; isMissing: boolean },
): number | null {
  const directives = new Map(
    (headers['cache-control'] ?? '')
      .toLowerCase()
      .split(',')
      .map((part) => part.trim().split('='))
      .map(([name = '', value = '']) => [name, value.replaceAll('"', '')]),
  );
  if (directives.has('no-store')) return null;
  if (directives.has('no-cache')) return now;
  const age = Number(directives.get('max-age') ?? Number.NaN);
  if (Number.isFinite(age) && age >= 0) return now + Math.min(mostMs, age * 1_000);
  const expires = Date.parse(headers.expires ?? '');
  const date = Date.parse(headers.date ?? '');
  if (!Number.isNaN(expires)) {
    // By the server's own clock: that of this computer may be wrong by hours.
    const lasts = expires - (Number.isNaN(date) ? now : date);
    return now + Math.max(0, Math.min(mostMs, lasts));
  }
  // Some servers write 0 or -1, which means that it has expired.
  if (headers.expires !== undefined) return now;
  return now + (isMissing ? usualMissingMs : usualMs);
}
