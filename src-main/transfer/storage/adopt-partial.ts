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
 * Moves a partial file of an older version, whose name had only the row's number, to its new name. Another Nadir with the same
 * library may have written into the same file, so it is left alone unless every block matches the journal.
 */
export async function adoptPartial(older: string, partial: string, { blocks }: Journal): Promise<void> {
  if (blocks.length === 0 || (await lstat(partial).catch(() => null)) !== null) return;
  // Links are not followed, because the name can be guessed.
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
