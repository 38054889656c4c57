import type { LibraryFileId } from '../../../src-preload/contract/ids.ts';
import { importedConnectionId, type RasterInfo } from '../../../src-preload/contract/library.ts';
import { bandOfColour } from '../../../src-shared/raster/raster-bands.ts';
import { areBandsEntered } from '../../core/entered-facts.ts';
import type { RasterWorkerClient } from '../../raster/raster-worker-client.ts';
import type { FilesOnDisk } from './files-on-disk.ts';
import type { SceneTable } from './scene-table.ts';

/** What `createLibraryRasters` needs. */
export interface LibraryRastersOptions {
  table: Pick<SceneTable, 'get' | 'setRasterInfo'>;
  rasters: Pick<RasterWorkerClient, 'allowBuild' | 'build' | 'cancelBuild' | 'describe'>;
  files: Pick<FilesOnDisk, 'find'>;
  /** Called when the page must ask for rasters again. */
  changed: () => void;
  /** Called when a raster was described; no screen shows that. */
  described: () => void;
}

/** Creates the functions that describe the rasters of the library for drawing, and control the building of their overviews. */
export function createLibraryRasters({ table, rasters, files, changed, described }: LibraryRastersOptions) {
  return {
    /**
     * Returns what is needed to draw a raster, also before its overviews are built where it can be drawn without them. Throws
     * NOT_FOUND if it is not on disk, RASTER_UNDRAWABLE if it cannot be drawn, CANCELLED if the copy that it needs was cancelled.
     */
    async rasterInfo(id: LibraryFileId): Promise<RasterInfo> {
      const { file, path } = await files.find(id);
      const scene = table.get(file.librarySceneId);
      const { bands = [], name = '' } = scene.files.find(({ fileId }) => fileId === id) ?? {};
      const info = await rasters.describe({
        fileId: id,
        path,
        kept: file.rasterInfo,
        bands,
        areBandsEntered: areBandsEntered(scene.raw, name),
        whenBuilt(text) {
          table.setRasterInfo(id, text);
          // The page asks for the raster again, and draws from the overviews.
          changed();
        },
      });
      if (info.text !== null && info.text !== file.rasterInfo) {
        table.setRasterInfo(id, info.text);
        described();
        // The page learns the names of bands that only the file has: which of the scene's rasters it draws depends on them.
        if (bands.length === 0 && file.rasterInfo === null) changed();
      }
      const { bands: named, bitsPerSample } = info.raster;
      const isAsDocumented =
        bitsPerSample === 16 && named.length === 4 && bandOfColour(named, 'nir') !== null;
      const isServiceAnalytic =
        scene.connectionId !== importedConnectionId && (name === 'analytic' || isAsDocumented);
      const isReplaced =
        file.sizeBytes !== null && info.sizeBytes !== null && info.sizeBytes !== file.sizeBytes;
      return {
        ...info.raster,
        ...(isReplaced ? { isReplaced } : {}),
        isServiceAnalytic,
        fileId: id,
        librarySceneId: file.librarySceneId,
        fileName: file.fileName,
      };
    },
    overviewBuild: rasters.build,
    cancelOverviews: rasters.cancelBuild,
    /** Allows overviews to be built again after the build was cancelled or failed. */
    async buildOverviews(id: LibraryFileId): Promise<void> {
      await files.find(id);
      rasters.allowBuild(id);
      // The page asks for the raster again, which starts the build.
      changed();
    },
  };
}
