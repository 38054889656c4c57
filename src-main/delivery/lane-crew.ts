import type { Lane } from './download-range.ts';

const mebi = 1_024 * 1_024;
/** How large files are divided; tests take smaller ones, to see in a second what takes gigabytes otherwise. */
export interface PartSizes {
  /** Below this a file is brought by one connection. */
  severalFromBytes: number;
  minPartBytes: number;
  maxPartBytes: number;
  minStolenBytes: number;
  /** Between two looks at how the connections do. */
  tickMs: number;
}
export const usualParts: PartSizes = {
  severalFromBytes: 16 * mebi,
  minPartBytes: 4 * mebi,
  maxPartBytes: 32 * mebi,
  minStolenBytes: mebi,
  tickMs: 250,
};
/** A part that will be there sooner is left to the one who brings it. */
const worthStealingMs = 2_000;
/** Silent for so long while others work: its part goes to another connection. */
const soonMs = 2_000;

/** How much one connection takes on: small enough that the checksum keeps up and that all end together. */
export function partBytes(
  parts: PartSizes,
  leftBytes: number,
  totalBytes: number,
  connections: number,
): number {
  if (totalBytes < parts.severalFromBytes || connections <= 1) return Number.MAX_SAFE_INTEGER;
  return Math.max(parts.minPartBytes, Math.min(parts.maxPartBytes, Math.ceil(leftBytes / (2 * connections))));
}

function leftMs(lane: Lane, now: number): number {
  const left = lane.claim.end === null ? 0 : lane.claim.end - lane.claim.at;
  const young = now - lane.startedAt < 1_000;
  const rate = young ? (lane.bytes / Math.max(1, now - lane.startedAt)) * 1_000 : lane.rate;
  if (left === 0) return 0;
  return rate <= 0 ? (young ? 0 : Number.POSITIVE_INFINITY) : (left / rate) * 1_000;
}

/** The lane whose part would be ready last, and from where on another may bring it; null where that is not worth it. */
export function worthStealing(
  parts: PartSizes,
  lanes: Iterable<Lane>,
  now: number,
): { lane: Lane; at: number } | null {
  let slowest: Lane | null = null;
  let longest = worthStealingMs;
  for (const lane of lanes) {
    if (lane.held || lane.exchange === null) continue;
    const ms = leftMs(lane, now);
    if (ms > longest) [slowest, longest] = [lane, ms];
  }
  const { at = 0, end = null } = slowest?.claim ?? {};
  if (slowest === null || end === null) return null;
  const left = end - at;
  const taken = Math.floor(left / 2);
  if (taken < parts.minStolenBytes || left - taken < parts.minStolenBytes) return null;
  return { lane: slowest, at: end - taken };
}

/** Lanes that keep the others waiting: nothing else is left to do, and they bring nothing, or next to nothing. */
export function stragglers(lanes: ReadonlySet<Lane>, otherRate: number, now: number): Lane[] {
  return [...lanes].filter((lane) => {
    if (lane.held || lane.claim.end === null) return false;
    if (now - lane.lastByteAt >= soonMs) return true;
    const rate = lane.rate;
    return (
      now - lane.startedAt >= 2 * soonMs && rate < otherRate / 10 && leftMs(lane, now) > 2 * worthStealingMs
    );
  });
}

/** Called in even steps: how fast each is of late. */
export function createSpeedometer(now: () => number) {
  const before = new Map<Lane, { bytes: number; at: number }>();
  return (lanes: ReadonlySet<Lane>) => {
    for (const lane of before.keys()) if (!lanes.has(lane)) before.delete(lane);
    for (const lane of lanes) {
      const last = before.get(lane) ?? { bytes: 0, at: lane.startedAt };
      const elapsed = now() - last.at;
      if (elapsed <= 0) continue;
      const latest = ((lane.bytes - last.bytes) / elapsed) * 1_000;
      lane.rate = lane.rate === 0 ? latest : lane.rate * 0.5 + latest * 0.5;
      before.set(lane, { bytes: lane.bytes, at: now() });
    }
  };
}
