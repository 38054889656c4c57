import { statfs } from 'node:fs/promises';
import { AppError } from '../app-error.ts';

/** Bytes that a file in this folder could have, as far as the system says; null where it does not. */
export async function freeBytesOf(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null);
  return found === null ? null : found.bavail * found.bsize;
}

/** DISK_FULL when the folder has no room for what is needed beside what others there still need. */
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
const goodForMs = 250;

/** Many small files in a row ask once; where there is little room the disk is asked each time. */
export function cacheFreeSpace(
  freeBytes: (folder: string) => Promise<number | null>,
  now: () => number,
): (folder: string) => Promise<number | null> {
  const known = new Map<string, { bytes: number; at: number }>();
  return async (folder) => {
    const last = known.get(folder);
    if (last && now() - last.at < goodForMs) return last.bytes;
    known.delete(folder);
    const bytes = await freeBytes(folder);
    if (bytes !== null && bytes >= plentyBytes) known.set(folder, { bytes, at: now() });
    return bytes;
  };
}
