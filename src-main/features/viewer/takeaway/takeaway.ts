import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import type { RasterInfo } from '../../../../src-preload/contract/library.ts';
import type {
  CropArea,
  CropRefusal,
  ExportedFile,
  PixelWindow,
} from '../../../../src-preload/contract/takeaway.ts';
import { applyAffine } from '../../../../src-shared/geometry/pixel-models.ts';
import { AppError } from '../../../core/app-error.ts';
import type { ExportsFolder } from '../../../core/exports-folder.ts';
import { bytesPerSample } from '../../../raster/raster-image.ts';
import { runCrop } from './crop-thread.ts';
import { cropWindow } from './crop-window.ts';
import { createQgisExports } from './qgis-exports.ts';

/** Returns the samples of a pixel that a crop has. Records of before this was stored tell a palette by the colours of its classes. */
function samplesOf({ samples, classes, bands, hasAlpha }: RasterInfo): number {
  const isOfPalette = classes?.some(({ colour }) => colour !== null) ?? false;
  return samples ?? (isOfPalette ? 1 : bands.length + (hasAlpha ? 1 : 0));
}

/** What `createTakeaway` needs. */
export interface TakeawayOptions {
  exports: ExportsFolder;
  /** Resolves with the path of a file on disk; rejects with NOT_FOUND. */
  pathOf(fileId: LibraryFileId): Promise<string>;
  rasterInfo(fileId: LibraryFileId): Promise<RasterInfo>;
}

/** Creates the functions that write crops of rasters and layer files of QGIS into the folder of exports. */
export function createTakeaway({ exports, pathOf, rasterInfo }: TakeawayOptions) {
  /** The crops of this session by file name, each with its raster and its window. */
  const crops = new Map<string, { fileId: LibraryFileId; window: PixelWindow }>();

  /** Finds a raster or a crop of it. The placement of a crop is that of its raster, moved to its corner. */
  async function findSource(
    fileId: LibraryFileId,
    crop: string | null,
  ): Promise<{ info: RasterInfo; path: string }> {
    const info = await rasterInfo(fileId);
    if (crop === null) return { info, path: await pathOf(fileId) };
    const path = await exports.find(crop);
    const cut = crops.get(crop);
    if (!cut || cut.fileId !== fileId) throw new AppError('NOT_FOUND', { what: crop });
    const { window } = cut;
    const { placement } = info;
    if (placement.kind !== 'placed' || placement.model.kind !== 'affine')
      return { info: { ...info, ...window }, path };
    const geoTransform = [...placement.model.geoTransform];
    [geoTransform[0], geoTransform[3]] = applyAffine(geoTransform, window.column, window.row);
    const model = { kind: 'affine' as const, geoTransform };
    return { info: { ...info, ...window, placement: { ...placement, model } }, path };
  }

  return {
    /** Resolves with the pixels of a crop and the size of its samples, or with the reason of a refusal. */
    async window(fileId: LibraryFileId, area: CropArea) {
      const info = await rasterInfo(fileId);
      const window = cropWindow(info, area);
      if (typeof window === 'string') return { kind: 'refused' as const, reason: window };
      const bands = samplesOf(info);
      const sizeBytes =
        window.widthPx * window.heightPx * bands * bytesPerSample({ bits: info.bitsPerSample });
      return { kind: 'window' as const, window, bands, sizeBytes };
    },
    /** Writes a crop; resolves with its file, or with the reason of a refusal. `onProgress` receives the fraction that is written. */
    async crop(
      { fileId, area, name }: { fileId: LibraryFileId; area: CropArea; name: string },
      onProgress: (fraction: number) => void,
      signal: AbortSignal,
    ): Promise<ExportedFile | CropRefusal> {
      const [info, path] = [await rasterInfo(fileId), await pathOf(fileId)];
      const window = cropWindow(info, area);
      if (typeof window === 'string') return window;
      let refusal: CropRefusal | null = null;
      const file = await exports
        .write(name, async (target) => {
          refusal = await runCrop({ path, target, window, bands: info.bands }, onProgress, signal);
          if (refusal !== null) throw new AppError('CANCELLED', {});
        })
        .catch((error: unknown) => {
          if (refusal === null) throw error;
          return refusal;
        });
      if (typeof file !== 'string') crops.set(file.name, { fileId, window });
      return file;
    },
    ...createQgisExports({ exports, find: findSource }),
  };
}

/** What `createTakeaway` returns. */
export type Takeaway = ReturnType<typeof createTakeaway>;
