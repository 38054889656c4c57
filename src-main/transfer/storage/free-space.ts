import { statfs } from 'node:fs/promises';
import { AppError } from '../../core/app-error.ts';

/** Resolves with the free bytes for a file in this folder; null if the system does not report them. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null);
  return found === null ? null : found.bavail * found.bsize;
}

/** Throws DISK_FULL if the folder has no room for these bytes in addition to what other transfers there still need. */
export async function ensureFreeSpace(options: {
  folder: string;
  neededBytes: number;
  promisedBytes: number;
  freeBytes: (folder: string) => Promise<number | null>;
}): Promise<void> {
  const { folder, neededBytes, promisedBytes } = options;
  const free = await options.freeBytes(folder);
  if (free !== null && free < neededBytes + promisedBytes)
    throw new AppError('DISK_FULL', { path: folder, neededBytes });
}

const plentyBytes = 1_024 ** 3;
const cachedMs = 250;

/**
 * Caches the free space for a moment, because many small files in a row would ask for it; if there is little, the disk is asked
 * each time.
 */
export function cacheFreeSpace(
  freeBytes: (folder: string) => Promise<number | null>,
  now: () => number,
): (folder: string) => Promise<number | null> {
  const cached = new Map<string, { bytes: number; at: number }>();
  return async (folder) => {
    const last = cached.get(folder);
    if (last && now() - last.at < cachedMs) return last.bytes;
    cached.delete(folder);
    const bytes = await freeBytes(folder);
    if (bytes !== null && bytes >= plentyBytes) cached.set(folder, { bytes, at: now() });
    return bytes;
  };
}
