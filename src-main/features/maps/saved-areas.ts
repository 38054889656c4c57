import { type MapAreaId, mapAreaIdSchema } from '../../../src-preload/contract/ids.ts';
import type { AreaEstimate, AreaRequest, MapArea } from '../../../src-preload/contract/maps.ts';
import type { AreaSaver } from './area-saver.ts';
import type { AreaTable } from './area-table.ts';
import { shownArea } from './map-states.ts';
import type { SavedTiles } from './saved/saved-tiles.ts';
import type { ServerTiles } from './server-tiles.ts';
import type { SourceTable } from './source-table.ts';
import { commonBox, countTiles, rangesOfArea } from './tile-grid.ts';
import { named, unusable } from './unusable.ts';

/** More tiles than this would burden any provider, and fill the user's disk. */
const maxAreaTiles = 20_000;
/** The estimate for a tile of 256 pixels before one was fetched: street maps have less, aerial pictures more. */
const estimatedTileBytes = 20_000;

interface SavedAreasOptions {
  sources: SourceTable;
  areas: AreaTable;
  saved: SavedTiles;
  servers: ServerTiles;
  saver: AreaSaver;
  /** Returns 12 hexadecimal digits. */
  newId: () => string;
  /** Called when areas have changed. */
  onChange: () => void;
}

/** Creates the functions for the areas of servers' maps that are saved for use without a network. */
export function createSavedAreas(options: SavedAreasOptions) {
  const { sources, areas, saved, servers, saver, newId, onChange } = options;

  function planArea({ sourceId, box, minZoom, maxZoom }: AreaRequest) {
    const row = sources.get(sourceId);
    const within = commonBox(box, row.bounds);
    if (row.recipe === null || within === null) throw named(unusable('area-outside'), row.name);
    if (minZoom > maxZoom || minZoom < row.minZoom || maxZoom > row.maxZoom)
      throw named(unusable('area-zooms', `${row.minZoom}–${row.maxZoom}`), row.name);
    const tileCount = countTiles(rangesOfArea(row.grid, { box: within, minZoom, maxZoom }));
    return { row, box: within, tileCount };
  }

  return {
    estimateArea(request: AreaRequest): AreaEstimate {
      const { row, tileCount } = planArea(request);
      const mean = servers.meanBytes(row.id) ?? estimatedTileBytes;
      return { tileCount, bytes: Math.round(tileCount * mean), mostTiles: maxAreaTiles };
    },

    saveArea({ name, ...request }: AreaRequest & { name: string }): MapArea {
      const { row, box, tileCount } = planArea(request);
      if (!row.offlineAllowed) throw named(unusable('offline-not-allowed'), row.name);
      if (tileCount > maxAreaTiles) throw named(unusable('area-large', tileCount), row.name);
      const id = mapAreaIdSchema.parse(newId());
      const { minZoom, maxZoom } = request;
      areas.add({
        id,
        sourceId: row.id,
        name,
        box,
        minZoom,
        maxZoom,
        tileCount,
        doneCount: 0,
        missingCount: 0,
        bytes: 0,
        state: 'saving',
        error: null,
      });
      saver.start(areas.get(id), row);
      return shownArea(areas.get(id));
    },

    pauseArea: (id: MapAreaId) => saver.pause(id),

    resumeArea(id: MapAreaId) {
      const area = areas.get(id);
      const row = sources.get(area.sourceId);
      if (!row.offlineAllowed) throw named(unusable('offline-not-allowed'), row.name);
      servers.retry(row.id);
      if (area.state !== 'complete') saver.start(area, row);
    },

    async removeArea(id: MapAreaId) {
      areas.get(id);
      await saver.stop(id);
      areas.remove(id);
      onChange();
      await saved.areaRemove(id);
    },
  };
}
