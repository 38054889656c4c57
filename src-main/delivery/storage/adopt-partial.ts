import { type FileHandle, lstat, open, rename } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Block, Journal } from './journal.ts';

async function isSound(file: FileHandle, { start, end, crc }: Block): Promise<boolean> {
  if (crc === null) return true;
  const bytes = Buffer.alloc(end - start);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
  return bytesRead === bytes.length && crc32(bytes) === crc;
}

/**
 * Takes over what an older version began under the number of its row alone. Another Nadir at the same library may have written
 * into the same file, so it is left where it is unless every block of it is what the journal says.
 */
export async function adoptPartial(older: string, partial: string, { blocks }: Journal): Promise<void> {
  if (blocks.length === 0 || (await lstat(partial).catch(() => null)) !== null) return;
  // No link is followed, since the name can be guessed.
  const found = await lstat(older).catch(() => null);
  if (!found?.isFile()) return;
  const file = await open(older, 'r');
  try {
    for (const block of blocks) if (!(await isSound(file, block))) return;
  } finally {
    await file.close();
  }
  await rename(older, partial);
}
