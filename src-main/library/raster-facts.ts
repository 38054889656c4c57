import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { readPlacement } from './placement/raster-place.ts';
import { readTiffDirectories } from './tiff-directory.ts';
import { checkTiffLayout } from './tiff-layout.ts';

/** What is known of a raster from its directories alone. `box` is west, south, east and north in degrees; null without a place. */
export interface RasterFacts {
  box: [number, number, number, number] | null;
}

/**
 * Reads where a raster lies, and checks that all blocks of its pixels are in the file; reads no pixel. Resolves with null for a file
 * that is no TIFF or is damaged, also for one that only other programs can draw. Rejects with the error of the system.
 */
export async function readRasterFacts(path: string): Promise<RasterFacts | null> {
  const file = await open(
    path,
    constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0),
  );
  try {
    const info = await file.stat();
    if (!info.isFile()) return null;
    await checkTiffLayout(file, info.size);
    const [directory] = await readTiffDirectories(file);
    if (directory === undefined) return null;
    const [widthPx = 0] = await directory.numbers(256);
    const [heightPx = 0] = await directory.numbers(257);
    if (!(widthPx > 0 && heightPx > 0)) return null;
    const placement = await readPlacement(directory, { widthPx, heightPx });
    return { box: placement.kind === 'placed' ? [...placement.box] : null };
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    return null;
  } finally {
    await file.close();
  }
}
