import type { MapAreaId } from '../../../src-preload/contract/ids.ts';
import { isAppError, toStoredError } from '../../core/app-error.ts';
import type { AreaRow, AreaTable } from './area-table.ts';
import { createSaveArea, type SaveAreaOptions } from './save-area.ts';
import type { MapRow } from './source-table.ts';

interface AreaSaverOptions extends SaveAreaOptions {
  areas: AreaTable;
  /** Receives errors that are no `AppError`. */
  onError: (error: unknown) => void;
}

/**
 * Creates the saver of areas. The file of an area says which tiles it has, so saving continues where it stopped, for whatever
 * reason. While the server is left alone the saver waits; after some pauses it stops and stores the error.
 */
export function createAreaSaver({ areas, saved, tiles, onChange, onError }: AreaSaverOptions) {
  const saveArea = createSaveArea({ areas, saved, tiles, onChange });
  const running = new Map<MapAreaId, { abort: AbortController; ended: Promise<void> }>();

  async function run(area: AreaRow, row: MapRow, signal: AbortSignal) {
    try {
      await saveArea(area, row, signal);
      areas.setState(area.id, 'complete');
    } catch (error) {
      if (signal.aborted) return;
      if (!isAppError(error)) onError(error);
      areas.setState(area.id, 'failed', toStoredError(error));
    }
  }

  /** Resolves when the work on an area has ended; its state stays as it is. */
  async function stop(id: MapAreaId) {
    const work = running.get(id);
    work?.abort.abort();
    await work?.ended;
  }

  return {
    /** Starts or continues to save an area; does nothing if that is under way. */
    start(area: AreaRow, row: MapRow) {
      if (running.has(area.id)) return;
      const abort = new AbortController();
      areas.setState(area.id, 'saving');
      const ended = run(area, row, abort.signal)
        .catch(onError)
        .finally(() => {
          running.delete(area.id);
          if (!abort.signal.aborted) onChange();
        });
      running.set(area.id, { abort, ended });
      onChange();
    },
    /** Stops the work on an area and stores that it is paused. */
    async pause(id: MapAreaId) {
      const wasRunning = running.has(id);
      await stop(id);
      if (!wasRunning) return;
      areas.setState(id, 'paused');
      onChange();
    },
    stop,
    async close() {
      await Promise.all([...running.keys()].map(stop));
    },
  };
}

/** The saver of areas. */
export type AreaSaver = ReturnType<typeof createAreaSaver>;
