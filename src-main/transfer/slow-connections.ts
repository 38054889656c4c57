import type { PartSizes } from './part-sizes.ts';
import type { RangeConnection } from './range-connection.ts';

/** A range that will be complete sooner than this stays with its connection. */
const minStealMs = 2_000;
/** After this long without a byte, while others receive, another connection takes over the range. */
const silentMs = 2_000;
/** Below this age the rate is computed over the whole life of the connection. */
const youngMs = 1_000;

/** Returns how long the connection still needs for its lease, in ms; infinite if it receives nothing. */
function remainingMs(connection: RangeConnection, now: number): number {
  const { lease, startedAt, receivedBytes } = connection;
  const leftBytes = lease.end === null ? 0 : lease.end - lease.at;
  const isYoung = now - startedAt < youngMs;
  const bytesPerSecond = isYoung
    ? (receivedBytes / Math.max(1, now - startedAt)) * 1_000
    : connection.bytesPerSecond;
  if (leftBytes === 0) return 0;
  return bytesPerSecond <= 0
    ? isYoung
      ? 0
      : Number.POSITIVE_INFINITY
    : (leftBytes / bytesPerSecond) * 1_000;
}

/**
 * Returns the connection whose lease would be complete last, and the byte from which another one may take over; null if that is
 * not worth it.
 */
export function findRangeToSteal(
  parts: PartSizes,
  connections: Iterable<RangeConnection>,
  now: number,
): { connection: RangeConnection; from: number } | null {
  let slowest: RangeConnection | null = null;
  let longestMs = minStealMs;
  for (const connection of connections) {
    if (connection.isPaused || connection.exchange === null) continue;
    const ms = remainingMs(connection, now);
    if (ms > longestMs) [slowest, longestMs] = [connection, ms];
  }
  const { at = 0, end = null } = slowest?.lease ?? {};
  if (slowest === null || end === null) return null;
  const leftBytes = end - at;
  const stolenBytes = Math.floor(leftBytes / 2);
  if (stolenBytes < parts.minStolenBytes || leftBytes - stolenBytes < parts.minStolenBytes) return null;
  return { connection: slowest, from: end - stolenBytes };
}

/**
 * Returns the connections that delay the others: they receive nothing, or very little compared with the fastest. To be called
 * when no range is free any more.
 */
export function slowConnections(
  connections: ReadonlySet<RangeConnection>,
  fastestBytesPerSecond: number,
  now: number,
): RangeConnection[] {
  return [...connections].filter((connection) => {
    if (connection.isPaused || connection.lease.end === null) return false;
    if (now - connection.lastByteAt >= silentMs) return true;
    return (
      now - connection.startedAt >= 2 * silentMs &&
      connection.bytesPerSecond < fastestBytesPerSecond / 10 &&
      remainingMs(connection, now) > 2 * minStealMs
    );
  });
}

/** Creates the function that updates the rate of each connection; to be called at regular intervals. */
export function createRateMeter(now: () => number): (connections: ReadonlySet<RangeConnection>) => void {
  const samples = new Map<RangeConnection, { bytes: number; at: number }>();
  return (connections) => {
    for (const connection of samples.keys()) if (!connections.has(connection)) samples.delete(connection);
    for (const connection of connections) {
      const last = samples.get(connection) ?? { bytes: 0, at: connection.startedAt };
      const elapsedMs = now() - last.at;
      if (elapsedMs <= 0) continue;
      const { receivedBytes, bytesPerSecond } = connection;
      const latest = ((receivedBytes - last.bytes) / elapsedMs) * 1_000;
      connection.bytesPerSecond = bytesPerSecond === 0 ? latest : bytesPerSecond * 0.5 + latest * 0.5;
      samples.set(connection, { bytes: receivedBytes, at: now() });
    }
  };
}
