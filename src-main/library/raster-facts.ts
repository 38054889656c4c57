import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { readPlacement } from './placement/raster-place.ts';
import { readTiffDirectories } from './tiff-directory.ts';
import { checkTiffLayout } from './tiff-layout.ts';

/** The facts about a raster that its directories contain. `box` is west, south, east and north in degrees; null without a placement. */
export interface RasterFacts {
  box: [number, number, number, number] | null;
}

/**
 * Reads the placement of a raster, and checks that all blocks of its pixels are in the file, without reading a pixel. Resolves with null
 * for a file that is not a TIFF, is damaged, or can only be drawn by other programs. Rejects with the error of the system.
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
