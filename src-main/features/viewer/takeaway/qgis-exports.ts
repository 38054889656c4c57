import { open, writeFile } from 'node:fs/promises';
import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import type { RasterInfo } from '../../../../src-preload/contract/library.ts';
import type { ExportedFile, QgisLayer } from '../../../../src-preload/contract/takeaway.ts';
import { naturalChannels } from '../../../../src-shared/raster/natural-channels.ts';
import { AppError, isAppError } from '../../../core/app-error.ts';
import type { ExportsFolder } from '../../../core/exports-folder.ts';
import { alphaOf, isConverted } from '../../../raster/raster-colours.ts';
import { readRasterImage } from '../../../raster/raster-image.ts';
import { readTiffDirectories } from '../../../raster/tiff-directory.ts';
import { canCalculate, type QgisRaster, qgisGroupFile, qgisLayerFile } from './qgis-layer.ts';

/** What `createQgisExports` needs. */
export interface QgisExportsOptions {
  exports: Pick<ExportsFolder, 'folder' | 'write'>;
  /** Resolves with a raster, or the crop of it with this name, and its path; rejects with NOT_FOUND. */
  find(fileId: LibraryFileId, crop: string | null): Promise<{ info: RasterInfo; path: string }>;
}

/** A layer of a group: a raster of the library, and its title. */
export interface QgisGroupLayer {
  fileId: LibraryFileId;
  title: string;
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
  {
    widthPx,
    heightPx,
    placement,
    hasAlpha,
    scales,
  }: Pick<RasterInfo, 'widthPx' | 'heightPx' | 'placement' | 'hasAlpha' | 'scales'>,
  path: string,
): Promise<QgisRaster> {
  const image = await samplesOf(path);
  const alpha = image === null || !hasAlpha ? null : alphaOf(image);
  return {
    path,
    widthPx,
    heightPx,
    placement,
    scales,
    isConverted: image !== null && isConverted(image),
    alphaBand: alpha === null ? null : alpha + 1,
  };
}

/** Returns the layer of a raster in the bands and the stretch with which the viewer first draws it. */
function naturalLayer(raster: Pick<RasterInfo, 'bands' | 'stretch' | 'scales'>, title: string): QgisLayer {
  const channels = naturalChannels(raster);
  const band = (channel: number) => (channels[channel]?.band ?? 0) + 1;
  const bounds = (channel: number): [number, number] => [...(channels[channel]?.ends ?? ([0, 255] as const))];
  return {
    renderer: {
      kind: 'composite',
      bands: [band(0), band(1), band(2)],
      bounds: [bounds(0), bounds(1), bounds(2)],
      gamma: 1,
    },
    resampling: 'nearest',
    hidesZeros: false,
    title,
  };
}

/** True for a text of numbers, bands as `"r@1"`, operators and names of functions; nothing else may be written into the file. */
const isFormula = (text: string) => /^(?:"r@\d{1,3}"|[\w\s().,+\-*/^<>=!])+$/.test(text);

/** Creates the functions that write layer files of QGIS into the folder of exports. */
export function createQgisExports({ exports, find }: QgisExportsOptions) {
  return {
    /**
     * Writes a layer file of QGIS with a group of rasters as the viewer first draws them, the first one on top. Returns the file and
     * which rasters are in it: those that are not on disk or cannot be drawn are left out. Throws NOT_FOUND if none is left.
     */
    async writeQgisGroup(
      rasters: readonly QgisGroupLayer[],
      name: string,
      onProgress: (fraction: number) => void,
      signal: AbortSignal,
    ): Promise<{ file: ExportedFile; fileIds: Set<LibraryFileId> }> {
      const layers: { raster: QgisRaster; layer: QgisLayer }[] = [];
      const fileIds = new Set<LibraryFileId>();
      for (const [n, { fileId, title }] of rasters.entries()) {
        if (signal.aborted) throw new AppError('CANCELLED', {});
        const found = await find(fileId, null).catch((error: unknown) => {
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
        onProgress((n + 1) / rasters.length);
      }
      if (layers.length === 0) throw new AppError('NOT_FOUND', { what: name });
      const group = name.replace(/\.qlr$/i, '');
      const file = await exports.write(name, (target) =>
        writeFile(target, qgisGroupFile(layers, group, exports.folder()), { flag: 'wx' }),
      );
      return { file, fileIds };
    },
    /** Writes a layer file of QGIS for a raster or a crop of it. Throws INVALID_INPUT if QGIS cannot compute the formula of the layer. */
    async writeQgisLayer(
      fileId: LibraryFileId,
      crop: string | null,
      layer: QgisLayer,
      name: string,
    ): Promise<ExportedFile> {
      const { info, path } = await find(fileId, crop);
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
