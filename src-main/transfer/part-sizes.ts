const mebi = 1_024 * 1_024;

/** How large files are split among connections. Tests use smaller sizes, to test in a second what otherwise takes gigabytes. */
export interface PartSizes {
  /** A file below this size is downloaded by one connection. */
  severalFromBytes: number;
  minPartBytes: number;
  maxPartBytes: number;
  /** Neither part of a split range may be smaller than this. */
  minStolenBytes: number;
  /** How often the connections are checked. */
  tickMs: number;
}

export const defaultPartSizes: PartSizes = {
  severalFromBytes: 16 * mebi,
  minPartBytes: 4 * mebi,
  maxPartBytes: 32 * mebi,
  minStolenBytes: mebi,
  tickMs: 250,
};

/** Returns how many bytes one connection leases: few enough that the checksum keeps up and that all connections end together. */
export function partBytes(
  parts: PartSizes,
  leftBytes: number,
  totalBytes: number,
  connections: number,
): number {
  if (totalBytes < parts.severalFromBytes || connections <= 1) return Number.MAX_SAFE_INTEGER;
  return Math.max(parts.minPartBytes, Math.min(parts.maxPartBytes, Math.ceil(leftBytes / (2 * connections))));
}
