import { basename, isAbsolute } from 'node:path';
import { type MapSourceId, mapSourceIdSchema } from '../../../src-preload/contract/ids.ts';
import type { MapCopyId } from '../../../src-preload/contract/maps.ts';
import { hasCode } from '../../core/app-error.ts';
import type { FileCopies } from './file-copies.ts';
import type { MapFiles } from './files/map-files.ts';
import { newMapDefaults } from './new-map.ts';
import type { MapRasters } from './rasters/map-rasters.ts';
import type { SourceTable } from './source-table.ts';
import { named, unusable } from './unusable.ts';

/** The options of `createFileAdditions`. */
export interface FileAdditionsOptions {
  sources: Pick<SourceTable, 'add'>;
  files: Pick<MapFiles, 'inspect'>;
  rasters: Pick<MapRasters, 'describe' | 'forget'>;
  copies: Pick<FileCopies, 'finish' | 'remove'>;
  /** Returns 12 hexadecimal digits. */
  newId: () => string;
}

interface FoundFile {
  path: string;
  /** The name that the user knows; the path of a copy does not have it. */
  name: string;
  isCopied: boolean;
}

const allZooms = { minZoom: 0, maxZoom: 24 } as const;

/** Returns true if the file is a TIFF by its first bytes, whatever its name says. */
const isTiff = (error: unknown) =>
  hasCode(error, 'MAP_UNUSABLE') && error.data.reason === 'other-format' && /TIFF$/.test(error.data.detail);

/** Creates the functions that add files of tiles and GeoTIFFs to the user's maps; they return the id of the map. */
export function createFileAdditions({ sources, files, rasters, copies, newId }: FileAdditionsOptions) {
  async function addRaster({ path, name, isCopied }: FoundFile, signal: AbortSignal) {
    const id = mapSourceIdSchema.parse(newId());
    try {
      const raster = await rasters.describe(id, path, signal);
      sources.add({
        ...newMapDefaults,
        ...allZooms,
        id,
        isCopied,
        raster,
        address: path,
        name,
        kind: 'geotiff',
        content: 'raster',
        attribution: '',
        bounds: null,
        tileSize: 256,
      });
      return id;
    } catch (error) {
      await rasters.forget(id);
      throw named(error, name);
    }
  }

  async function add(file: FoundFile, signal: AbortSignal): Promise<MapSourceId> {
    const { path, name, isCopied } = file;
    const facts = await files.inspect(path).catch((error: unknown) => {
      if (isTiff(error)) return null;
      throw named(error, name);
    });
    if (facts === null) return addRaster(file, signal);
    const id = mapSourceIdSchema.parse(newId());
    sources.add({ ...newMapDefaults, id, address: path, isCopied, ...facts, name: facts.name || name });
    return id;
  }

  return {
    /** Adds the file at a path; it stays where it is. @throws MAP_UNUSABLE if it cannot be read. */
    async addPath(path: string, signal: AbortSignal): Promise<MapSourceId> {
      const name = basename(path);
      if (!isAbsolute(path)) throw named(unusable('file-missing', path), name);
      return add({ path, name, isCopied: false }, signal);
    },
    /** Ends a copy and adds it. If it cannot be read as a map, it is deleted. */
    async addCopy(copyId: MapCopyId, signal: AbortSignal): Promise<MapSourceId> {
      const { path, name } = await copies.finish(copyId);
      try {
        return await add({ path, name, isCopied: true }, signal);
      } catch (error) {
        await copies.remove(path);
        throw error;
      }
    },
  };
}
