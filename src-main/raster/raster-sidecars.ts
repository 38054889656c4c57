import type { FileHandle } from 'node:fs/promises';
import { openBeside } from './beside-files.ts';
import { hasMaskFlags } from './gdal-metadata.ts';
import { checkSizes, type RasterImage, readRasterImage } from './raster-image.ts';
import { openTiff } from './raster-images.ts';
import { readTiffDirectories } from './tiff-directory.ts';
import { UndrawableError } from './undrawable.ts';

/** A mask in a file of its own. */
export interface MaskFile {
  file: FileHandle;
  image: RasterImage;
}

/**
 * Opens the mask beside a raster (`a.tif.msk`), which GDAL writes where it may not write into the file; null if there is none, or one
 * without GDAL's flags, which GDAL does not use. The caller closes it. Throws UndrawableError for a mask that cannot be read or has
 * another size: without it hidden pixels would be shown.
 */
export async function openMaskFile(path: string, raster: RasterImage): Promise<MaskFile | null> {
  const beside = await openBeside(`${path}.msk`);
  if (beside === null) return null;
  await beside.close();
  const file = await openTiff(`${path}.msk`).catch((cause: unknown) => {
    throw new UndrawableError('file-beside', '.msk', { cause });
  });
  try {
    const [directory] = await readTiffDirectories(file);
    if (directory === undefined) throw new UndrawableError('file-beside', '.msk');
    if (!(await hasMaskFlags(directory))) {
      await file.close();
      return null;
    }
    const image = await readRasterImage(directory);
    checkSizes(image);
    if (image.widthPx !== raster.widthPx || image.heightPx !== raster.heightPx)
      throw new UndrawableError('file-beside', '.msk');
    return { file, image };
  } catch (error) {
    await file.close();
    throw error instanceof UndrawableError
      ? new UndrawableError('file-beside', '.msk', { cause: error })
      : error;
  }
}
