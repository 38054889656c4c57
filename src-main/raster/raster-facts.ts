import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import type { RasterPlacement } from '../../src-preload/contract/raster-placement.ts';
import { readAuxiliary } from './auxiliary-metadata.ts';
import { readPlaceFiles } from './placement/place-files.ts';
import { readPlaceAndOutline } from './placement/raster-place.ts';
import { readTiffDirectories } from './tiff-directory.ts';
import { checkTiffLayout } from './tiff-layout.ts';

const tags = { dateTime: 306, gdalMetadata: 42_112 } as const;
const maxMetadataCharacters = 256 * 1_024;

/** The facts about a raster that its directories contain. */
export interface RasterFacts {
  /** West, south, east and north in degrees; null without a placement. */
  box: [number, number, number, number] | null;
  /** Why it has no placement; null if it has one. */
  unplaced: Pick<Extract<RasterPlacement, { kind: 'unplaced' }>, 'reason' | 'detail'> | null;
  /** A closed ring in degrees; null where only the box is known. */
  outline: [number, number][] | null;
  /** The XML of GDAL's metadata; null if there is none, or if it is longer than any that states facts of an acquisition. */
  gdalMetadata: string | null;
  /** The tag DateTime, `2023:01:10 10:34:21`; null if there is none. */
  dateTime: string | null;
  /** The number of samples of a pixel. */
  bandCount: number;
}

/**
 * Reads the placement of a raster by itself and the files beside it, and checks that all blocks of its pixels are in the file, without reading a pixel. Resolves with null
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
    // Auxiliary metadata that cannot be read are told when the raster is drawn; the raster itself can be taken.
    const auxiliary = await readAuxiliary(path).catch(() => null);
    const files = await readPlaceFiles(path, auxiliary?.place ?? null);
    const { placement, outline } = await readPlaceAndOutline(directory, { widthPx, heightPx }, files);
    const [bandCount = 1] = await directory.numbers(277);
    const gdalMetadata = (await directory.text(tags.gdalMetadata)) ?? null;
    return {
      box: placement.kind === 'placed' ? [...placement.box] : null,
      unplaced: placement.kind === 'placed' ? null : { reason: placement.reason, detail: placement.detail },
      outline,
      gdalMetadata:
        gdalMetadata !== null && gdalMetadata.length > maxMetadataCharacters ? null : gdalMetadata,
      dateTime: (await directory.text(tags.dateTime)) ?? null,
      bandCount,
    };
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error;
    return null;
  } finally {
    await file.close();
  }
}
