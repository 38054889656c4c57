import type { MapAreaId } from '../../src-preload/contract/ids.ts';
import { hasCode, isAppError, toStoredError } from '../app-error.ts';
import type { AreaRow, AreaTable } from './area-table.ts';
import type { SavedTiles } from './saved/saved-tiles.ts';
import type { ServerTiles } from './server-tiles.ts';
import type { MapRow } from './source-table.ts';
import { rangesOfArea, type TilePlace, tilesOf } from './tile-grid.ts';

/** More tiles than this at once would be a burden for any provider, and a disk full of them for the user. */
export const mostAreaTiles = 20_000;
/** Fewer than a view may ask for, so that the map stays quick meanwhile. */
const tilesAtOnce = 2;
const batchTiles = 100;
/** How often the server may have to be left alone before the area is given up until the user says so. */
const mostPauses = 5;

interface AreaSaverOptions {
  areas: AreaTable;
  saved: Pick<SavedTiles, 'areaMissing' | 'areaPut' | 'areaSums' | 'areaDescribe'>;
  tiles: Pick<ServerTiles, 'tile' | 'untilOpen'>;
  changed: () => void;
  onError: (error: unknown) => void;
}

/**
 * Saves areas, tile by tile. What is saved is in the file of the area, so that it goes on where it stopped, whatever stopped it.
 * While the server has to be left alone it waits, and after some pauses it stops and says why.
 */
export function createAreaSaver({ areas, saved, tiles, changed, onError }: AreaSaverOptions) {
  const running = new Map<MapAreaId, { abort: AbortController; ended: Promise<void> }>();

  /** Fetches one tile, and again after each pause of the server. */
  async function fetchTile(row: MapRow, place: TilePlace, signal: AbortSignal): Promise<Uint8Array> {
    for (let pauses = 0; ; pauses += 1) {
      try {
        const { bytes } = await tiles.tile(row, place, signal);
        return bytes;
      } catch (error) {
        if (pauses >= mostPauses || signal.aborted || !isAppError(error) || hasCode(error, 'CANCELLED'))
          throw error;
        await tiles.untilOpen(row.id, signal);
      }
    }
  }

  async function saveBatch(area: AreaRow, row: MapRow, places: readonly TilePlace[], signal: AbortSignal) {
    const left = await saved.areaMissing(area.id, places);
    const failure = new AbortController();
    const both = AbortSignal.any([signal, failure.signal]);
    const workers = Array.from({ length: tilesAtOnce }, async () => {
      try {
        for (let place = left.pop(); place !== undefined; place = left.pop()) {
          both.throwIfAborted();
          await saved.areaPut(area.id, place, await fetchTile(row, place, both));
        }
      } catch (error) {
        // The others end too: only the first reason is kept, as that of the signal.
        failure.abort(error);
      }
    });
    // All have ended before the failure of one is told: nothing may write to an area that is removed.
    await Promise.all(workers);
    failure.signal.throwIfAborted();
    areas.setProgress(area.id, await saved.areaSums(area.id));
    changed();
  }

  async function save(area: AreaRow, row: MapRow, signal: AbortSignal) {
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
  }

  async function run(area: AreaRow, row: MapRow, signal: AbortSignal) {
    try {
      await save(area, row, signal);
      areas.setState(area.id, 'complete');
    } catch (error) {
      if (signal.aborted) return;
      if (!isAppError(error)) onError(error);
      areas.setState(area.id, 'failed', toStoredError(error));
    }
  }

  async function stop(id: MapAreaId) {
    const known = running.get(id);
    known?.abort.abort();
    await known?.ended;
  }

  return {
    /** Begins or goes on; the second call for an area does nothing. */
    start(area: AreaRow, row: MapRow) {
      if (running.has(area.id)) return;
      const abort = new AbortController();
      areas.setState(area.id, 'saving');
      const ended = run(area, row, abort.signal)
        .catch(onError)
        .finally(() => {
          running.delete(area.id);
          if (!abort.signal.aborted) changed();
        });
      running.set(area.id, { abort, ended });
      changed();
    },
    /** Resolves when nothing of it is under way any more. */
    async pause(id: MapAreaId) {
      const wasRunning = running.has(id);
      await stop(id);
      if (!wasRunning) return;
      areas.setState(id, 'paused');
      changed();
    },
    stop,
    async close() {
      await Promise.all([...running.keys()].map(stop));
    },
  };
}

/** Saves areas. */
export type AreaSaver = ReturnType<typeof createAreaSaver>;
