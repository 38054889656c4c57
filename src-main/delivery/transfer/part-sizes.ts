const mebi = 1_024 * 1_024;

/** How large files are divided among connections. Tests use smaller sizes, to see in a second what takes gigabytes otherwise. */
export interface PartSizes {
  /** A file below this size is downloaded by one connection. */
  severalFromBytes: number;
  minPartBytes: number;
  maxPartBytes: number;
  /** Neither side of a range that is split may be smaller than this. */
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

/** How many bytes one connection leases: few enough that the checksum keeps up and that all connections end together. */
export function partBytes(
  parts: PartSizes,
  leftBytes: number,
  totalBytes: number,
  connections: number,
): number {
  if (totalBytes < parts.severalFromBytes || connections <= 1) return Number.MAX_SAFE_INTEGER;
  return Math.max(parts.minPartBytes, Math.min(parts.maxPartBytes, Math.ceil(leftBytes / (2 * connections))));
}
