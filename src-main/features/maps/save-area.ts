import { hasCode, isAppError } from '../../core/app-error.ts';
import type { AreaRow, AreaTable } from './area-table.ts';
import type { SavedTiles } from './saved/saved-tiles.ts';
import type { ServerTiles } from './server-tiles.ts';
import type { MapRow } from './source-table.ts';
import { rangesOfArea, type TilePlace, tilesOf } from './tile-grid.ts';

/** Fewer than a view may ask for, so that the map stays responsive meanwhile. */
const tilesAtOnce = 2;
const batchTiles = 100;
/** After so many pauses of the server in one tile, saving fails and the user has to resume it. */
const maxPauses = 5;

/** The options of `createSaveArea`. */
export interface SaveAreaOptions {
  areas: Pick<AreaTable, 'setProgress'>;
  saved: Pick<SavedTiles, 'areaMissing' | 'areaPut' | 'areaSums' | 'areaDescribe'>;
  tiles: Pick<ServerTiles, 'tile' | 'untilOpen'>;
  /** Called when the progress of an area has changed. */
  onChange: () => void;
}

/**
 * Creates the function that fetches the tiles of an area which its file does not have yet, batch by batch. It rejects with the
 * first error of a tile, after all requests have ended: nothing may write to an area that is removed.
 */
export function createSaveArea({ areas, saved, tiles, onChange }: SaveAreaOptions) {
  /** Fetches one tile; after a pause of the server it tries again. */
  async function fetchTile(row: MapRow, place: TilePlace, signal: AbortSignal): Promise<Uint8Array> {
    for (let pauses = 0; ; pauses += 1) {
      try {
        const { bytes } = await tiles.tile(row, place, signal);
        return bytes;
      } catch (error) {
        if (pauses >= maxPauses || signal.aborted || !isAppError(error) || hasCode(error, 'CANCELLED'))
          throw error;
        await tiles.untilOpen(row.id, signal);
      }
    }
  }

  async function saveBatch(area: AreaRow, row: MapRow, places: readonly TilePlace[], signal: AbortSignal) {
    const missing = await saved.areaMissing(area.id, places);
    const failure = new AbortController();
    const either = AbortSignal.any([signal, failure.signal]);
    const workers = Array.from({ length: tilesAtOnce }, async () => {
      try {
        for (let place = missing.pop(); place !== undefined; place = missing.pop()) {
          either.throwIfAborted();
          await saved.areaPut(area.id, place, await fetchTile(row, place, either));
        }
      } catch (error) {
        // Stops the other workers. The signal keeps the first reason only.
        failure.abort(error);
      }
    });
    await Promise.all(workers);
    failure.signal.throwIfAborted();
    areas.setProgress(area.id, await saved.areaSums(area.id));
    onChange();
  }

  return async (area: AreaRow, row: MapRow, signal: AbortSignal): Promise<void> => {
    await saved.areaDescribe(area.id, {
      name: area.name,
      format: 'png',
      type: 'baselayer',
      minzoom: String(area.minZoom),
      maxzoom: String(area.maxZoom),
      attribution: row.attribution,
      ...(area.box[0] < area.box[2] ? { bounds: area.box.join(',') } : {}),
    });
    let batch: TilePlace[] = [];
    for (const place of tilesOf(rangesOfArea(row.grid, area))) {
      batch.push(place);
      if (batch.length < batchTiles) continue;
      await saveBatch(area, row, batch, signal);
      batch = [];
    }
    if (batch.length > 0) await saveBatch(area, row, batch, signal);
  };
}
