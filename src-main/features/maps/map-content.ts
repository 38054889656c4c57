import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import type { MapRaster } from '../../../src-preload/contract/maps.ts';
import { AppError } from '../../core/app-error.ts';
import type { ResolvedFile } from '../../core/resolved-file.ts';
import type { AreaTable } from './area-table.ts';
import type { MapFiles } from './files/map-files.ts';
import type { MapStates } from './map-states.ts';
import type { MapRasters } from './rasters/map-rasters.ts';
import type { ReferenceLayers } from './reference/reference-layers.ts';
import type { SavedTiles } from './saved/saved-tiles.ts';
import type { ServerTiles } from './server-tiles.ts';
import type { MapRow, SourceTable } from './source-table.ts';
import { isTile, type TilePlace } from './tile-grid.ts';
import { named, unusable } from './unusable.ts';

/** A tile of a map, a picture or a vector tile; without bytes if the map has none there. */
export interface MapTile {
  bytes: Uint8Array;
  isVector: boolean;
  /** Seconds for which the page may cache it. */
  maxAgeSeconds: number;
}

const fileMaxAgeSeconds = 86_400;
const serverMaxAgeSeconds = 600;
const nothing = new Uint8Array();

interface MapContentOptions {
  sources: SourceTable;
  areas: AreaTable;
  files: MapFiles;
  rasters: MapRasters;
  reference: ReferenceLayers;
  saved: SavedTiles;
  servers: ServerTiles;
  states: MapStates;
}

/** Creates the functions that read maps: tiles of files and servers, and rasters. They store in `states` how it went. */
export function createMapContent(options: MapContentOptions) {
  const { sources, areas, files, rasters, reference, saved, servers, states } = options;
  const { record, recordError } = states;

  async function fileTile(row: MapRow, place: TilePlace): Promise<MapTile> {
    try {
      const bytes =
        row.kind === 'reference' ? await reference.tile(row.id, place) : await files.tile(row.address, place);
      const isEmpty = bytes === null || bytes.byteLength === 0;
      // A reference layer has no gaps: where it has no features, nothing is missing.
      record(row.id, { error: null, isEmpty: isEmpty && row.kind !== 'reference', isSavedOnly: false });
      const isVector = row.content === 'vector';
      return { bytes: bytes ?? nothing, isVector, maxAgeSeconds: fileMaxAgeSeconds };
    } catch (error) {
      recordError(row.id, error);
      throw error;
    }
  }

  async function serverTile(row: MapRow, place: TilePlace, signal: AbortSignal): Promise<MapTile> {
    const own = areas.idsOf(row.id);
    // The saved tile comes first: without a network, each request to the server would wait for its time limit.
    const kept = own.length === 0 ? null : await saved.areaTile(own, place);
    if (kept !== null && kept.byteLength > 0) {
      record(row.id, { error: null, isEmpty: false, isSavedOnly: true });
      return { bytes: kept, isVector: false, maxAgeSeconds: serverMaxAgeSeconds };
    }
    const { bytes, isStale } = await servers.tile(row, place, signal);
    record(row.id, { error: null, isEmpty: bytes.byteLength === 0, isSavedOnly: isStale });
    return { bytes, isVector: false, maxAgeSeconds: isStale ? 0 : serverMaxAgeSeconds };
  }

  /** Returns what the page needs to draw a GeoTIFF, and notices a file that is gone or was replaced. */
  async function openRaster(row: MapRow): Promise<MapRaster> {
    try {
      const { raster, text } = await rasters.open(row);
      if (text !== null) sources.describeRaster(row.id, text);
      record(row.id, { error: null, isEmpty: false, isSavedOnly: false });
      const { revision } = sources.get(row.id);
      return { ...raster, path: `/files/map-raster/${row.id}/${revision}` };
    } catch (error) {
      recordError(row.id, error);
      throw named(error, row.name);
    }
  }

  return {
    /** Returns a tile; empty bytes if the map has none there. Rejects with an `AppError`. */
    async tile(id: MapSourceId, place: TilePlace, signal: AbortSignal): Promise<MapTile> {
      const row = sources.get(id);
      if (!isTile(row.grid, place) || place.z < row.minZoom || place.z > row.maxZoom)
        return { bytes: nothing, isVector: false, maxAgeSeconds: fileMaxAgeSeconds };
      if (row.content === 'raster')
        return { bytes: nothing, isVector: false, maxAgeSeconds: fileMaxAgeSeconds };
      return row.recipe === null ? fileTile(row, place) : serverTile(row, place, signal);
    },

    /** Returns what the page needs to draw a GeoTIFF. @throws MAP_UNUSABLE if its file is gone or is no raster any more. */
    async raster(id: MapSourceId): Promise<MapRaster> {
      const row = sources.get(id);
      if (row.content !== 'raster') throw new AppError('NOT_FOUND', { what: `raster of ${id}` });
      return openRaster(row);
    },
    /** Returns the file that the page reads for a raster; when it turns out to be gone, that is stored in `states`. */
    rasterFile(id: MapSourceId): ResolvedFile {
      const row = sources.get(id);
      if (row.content !== 'raster') throw new AppError('NOT_FOUND', { what: `raster of ${id}` });
      return {
        ...rasters.file(row),
        seen(isThere) {
          if (!isThere) recordError(id, unusable('file-missing', row.address));
        },
      };
    },

    /** Reads a map without a server again, because its file may exist again. */
    async readAgain(row: MapRow) {
      if (row.kind === 'reference') {
        await reference.tile(row.id, { z: 0, x: 0, y: 0 });
        states.forget(row.id);
      } else if (row.content === 'raster') await openRaster(row);
      else {
        const facts = await files.inspect(row.address);
        states.forget(row.id);
        sources.describe(row.id, facts);
      }
    },
  };
}
