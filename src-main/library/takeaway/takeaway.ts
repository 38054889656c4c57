import { open, writeFile } from 'node:fs/promises';
import { naturalBands } from '../../../src-preload/codecs/raster-bands.ts';
import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import type { RasterInfo } from '../../../src-preload/contract/library.ts';
import type {
  CropArea,
  CropRefusal,
  ExportedFile,
  PixelWindow,
  QgisLayer,
} from '../../../src-preload/contract/takeaway.ts';
import { applyAffine } from '../../../src-preload/geometry/pixel-models.ts';
import { AppError, isAppError } from '../../app-error.ts';
import { alphaOf, isConverted } from '../raster-colours.ts';
import { bytesPerSample, readRasterImage } from '../raster-image.ts';
import { readTiffDirectories } from '../tiff-directory.ts';
import { runCrop } from './crop-thread.ts';
import { cropWindow } from './crop-window.ts';
import type { ExportsFolder } from './exports-folder.ts';
import { canCalculate, type QgisRaster, qgisGroupFile, qgisLayerFile } from './qgis-layer.ts';

/** What the application passes to the exports of rasters. */
export interface TakeawayOptions {
  exports: ExportsFolder;
  /** Resolves with the path of a file that is on the disk; rejects with NOT_FOUND. */
  pathOf(fileId: LibraryFileId): Promise<string>;
  rasterInfo(fileId: LibraryFileId): Promise<RasterInfo>;
}

async function samplesOf(path: string) {
  const file = await open(path, 'r');
  try {
    const [directory] = await readTiffDirectories(file);
    return directory ? await readRasterImage(directory) : null;
  } finally {
    await file.close();
  }
}

async function qgisRaster(
  { widthPx, heightPx, placement }: Pick<RasterInfo, 'widthPx' | 'heightPx' | 'placement'>,
  path: string,
): Promise<QgisRaster> {
  const image = await samplesOf(path);
  const alpha = image === null ? null : alphaOf(image);
  return {
    ...{ path, widthPx, heightPx, placement, isConverted: image !== null && isConverted(image) },
    alphaBand: alpha === null ? null : alpha + 1,
  };
}

/** A raster in the bands and the stretch of the viewer's first look. */
function naturalLayer({ bands, stretch }: Pick<RasterInfo, 'bands' | 'stretch'>, title: string): QgisLayer {
  const [red, green, blue] = naturalBands(bands)?.bands ?? [0, 0, 0];
  const bounds = (band: number) => stretch[band] ?? ([0, 255] as [number, number]);
  return {
    renderer: {
      kind: 'composite',
      bands: [red + 1, green + 1, blue + 1],
      bounds: [bounds(red), bounds(green), bounds(blue)],
      gamma: 1,
    },
    ...{ resampling: 'nearest', hidesZeros: false, title },
  };
}

/** Formulas have numbers, bands as `"r@1"`, operators and names of functions; nothing else may reach the file. */
const isFormula = (text: string) => /^(?:"r@\d{1,3}"|[\w\s().,+\-*/^<>=!])+$/.test(text);

/** Creates crops of rasters and layer files of QGIS, both in the folder of exports. */
export function createTakeaway({ exports, pathOf, rasterInfo }: TakeawayOptions) {
  /** The crops of this session, by their names: where they were cut out. */
  const crops = new Map<string, { fileId: LibraryFileId; window: PixelWindow }>();

  /** The place of a crop is that of its raster, moved to its corner. */
  async function rasterFor(
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
    async window(fileId: LibraryFileId, area: CropArea) {
      const info = await rasterInfo(fileId);
      const window = cropWindow(info, area);
      if (typeof window === 'string') return { kind: 'refused' as const, reason: window };
      const bands = info.bands.length + (info.hasAlpha ? 1 : 0);
      const sizeBytes =
        window.widthPx * window.heightPx * bands * bytesPerSample({ bits: info.bitsPerSample });
      return { kind: 'window' as const, window, bands, sizeBytes };
    },
    /** Writes a crop and returns it, or why it was refused. */
    async crop(
      { fileId, area, name }: { fileId: LibraryFileId; area: CropArea; name: string },
      progress: (share: number) => void,
      signal: AbortSignal,
    ): Promise<ExportedFile | CropRefusal> {
      const [info, path] = [await rasterInfo(fileId), await pathOf(fileId)];
      const window = cropWindow(info, area);
      if (typeof window === 'string') return window;
      let refusal: CropRefusal | null = null;
      const file = await exports
        .write(name, async (target) => {
          refusal = await runCrop({ path, target, window, bands: info.bands }, progress, signal);
          if (refusal !== null) throw new AppError('CANCELLED', {});
        })
        .catch((error: unknown) => {
          if (refusal === null) throw error;
          return refusal;
        });
      if (typeof file !== 'string') crops.set(file.name, { fileId, window });
      return file;
    },
    /**
     * Writes a layer file of QGIS with a group of rasters as the viewer first draws them, the first one on top. One that is not on the disk
     * or cannot be drawn is left out; NOT_FOUND if none is left.
     */
    async writeQgisGroup(
      rasters: readonly { fileId: LibraryFileId; title: string }[],
      name: string,
      progress: (share: number) => void,
      signal: AbortSignal,
    ): Promise<{ file: ExportedFile; fileIds: Set<LibraryFileId> }> {
      const layers: { raster: QgisRaster; layer: QgisLayer }[] = [];
      const fileIds = new Set<LibraryFileId>();
      for (const [n, { fileId, title }] of rasters.entries()) {
        if (signal.aborted) throw new AppError('CANCELLED', {});
        const found = await rasterFor(fileId, null).catch((error: unknown) => {
          if (isAppError(error)) return null;
          throw error;
        });
        if (found !== null) {
          layers.push({
            raster: await qgisRaster(found.info, found.path),
            layer: naturalLayer(found.info, title),
          });
          fileIds.add(fileId);
        }
        progress((n + 1) / rasters.length);
      }
      if (layers.length === 0) throw new AppError('NOT_FOUND', { what: name });
      const group = name.replace(/\.qlr$/i, '');
      const file = await exports.write(name, (target) =>
        writeFile(target, qgisGroupFile(layers, group, exports.folder()), { flag: 'wx' }),
      );
      return { file, fileIds };
    },
    /** Writes a layer file of QGIS for a raster or a crop of it. */
    async writeQgisLayer(
      fileId: LibraryFileId,
      crop: string | null,
      layer: QgisLayer,
      name: string,
    ): Promise<ExportedFile> {
      const { info, path } = await rasterFor(fileId, crop);
      const { renderer } = layer;
      if (
        renderer.kind === 'ramp' &&
        'formula' in renderer.of &&
        !(isFormula(renderer.of.formula) && canCalculate(info))
      )
        throw new AppError('INVALID_INPUT', { fields: { formula: ['validation.invalid'] } });
      const raster = await qgisRaster(info, path);
      return await exports.write(name, (target) =>
        writeFile(target, qgisLayerFile(raster, layer, exports.folder()), { flag: 'wx' }),
      );
    },
  };
}

/** What `createTakeaway` returns. */
export type Takeaway = ReturnType<typeof createTakeaway>;
