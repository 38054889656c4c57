/** How long a tile is fresh if its server does not say; such servers rarely change a tile. */
const defaultMs = 24 * 3_600_000;
/** The same for a place without a tile, which the server may add soon. */
const defaultMissingMs = 3_600_000;
/** The longest time, whatever a server allows. */
const maxMs = 180 * 24 * 3_600_000;

/**
 * Returns until when a tile may be shown without another request, in milliseconds since 1970, by `Cache-Control` and `Expires`
 * (RFC 9111); null if it must not be cached.
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
  const maxAgeSeconds = Number(directives.get('max-age') ?? Number.NaN);
  if (Number.isFinite(maxAgeSeconds) && maxAgeSeconds >= 0)
    return now + Math.min(maxMs, maxAgeSeconds * 1_000);
  const expires = Date.parse(headers.expires ?? '');
  const date = Date.parse(headers.date ?? '');
  if (!Number.isNaN(expires)) {
    // Both times are of the server's clock: that of this computer may be wrong by hours.
    const lifetimeMs = expires - (Number.isNaN(date) ? now : date);
    return now + Math.max(0, Math.min(maxMs, lifetimeMs));
  }
  // Some servers write 0 or -1, which means that the tile has expired.
  if (headers.expires !== undefined) return now;
  return now + (isMissing ? defaultMissingMs : defaultMs);
}
