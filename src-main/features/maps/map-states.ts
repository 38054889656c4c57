import type { MapSourceId } from '../../../src-preload/contract/ids.ts';
import type { MapArea, MapSource } from '../../../src-preload/contract/maps.ts';
import { type AppError, hasCode, isAppError, toStoredError } from '../../core/app-error.ts';
import type { AreaRow, AreaTable } from './area-table.ts';
import { isUnreached, type ServerTiles } from './server-tiles.ts';
import type { MapRow } from './source-table.ts';

/** The result of the last reading of a map. The pace of its server knows more. */
interface LastReading {
  error: AppError | null;
  isEmpty: boolean;
  isSavedOnly: boolean;
}

/** Returns true for the same error. An error is published once: reading the list again must not cause another reading. */
const sameError = (a: AppError | null, b: AppError | null) =>
  a?.code === b?.code && JSON.stringify(a?.data) === JSON.stringify(b?.data);

/** Returns a saved area as the page shows it. */
export const shownArea = ({ sourceId: _, ...area }: AreaRow): MapArea => area;

interface MapStatesOptions {
  areas: Pick<AreaTable, 'list'>;
  servers: Pick<ServerTiles, 'state'>;
  /** Called when the state of a map has changed. */
  onChange: () => void;
}

/** Creates the states of maps since the start: whether they could be read, and how the page shows them. */
export function createMapStates({ areas, servers, onChange }: MapStatesOptions) {
  const readings = new Map<MapSourceId, LastReading>();

  function record(id: MapSourceId, next: LastReading) {
    const last = readings.get(id);
    readings.set(id, next);
    const isSame =
      last !== undefined &&
      sameError(last.error, next.error) &&
      last?.isEmpty === next.isEmpty &&
      last?.isSavedOnly === next.isSavedOnly;
    if (!isSame) onChange();
  }

  function recordError(id: MapSourceId, error: unknown) {
    if (isAppError(error) && !hasCode(error, 'CANCELLED'))
      record(id, { error, isEmpty: false, isSavedOnly: false });
  }

  function stateOf(row: MapRow): Pick<MapSource, 'state' | 'error' | 'retryAt'> {
    const pace = servers.state(row.id);
    const last = readings.get(row.id);
    const error = pace.error ?? last?.error ?? null;
    const retryAt = pace.retryAt === null ? null : new Date(pace.retryAt).toISOString();
    const storedError = error === null ? null : toStoredError(error);
    if (error !== null && last?.isSavedOnly === true && isUnreached(error))
      return { state: 'saved-only', error: storedError, retryAt };
    if (error !== null) return { state: 'failing', error: storedError, retryAt };
    if (last === undefined) return { state: 'idle', error: null, retryAt: null };
    return { state: last.isEmpty ? 'nothing-here' : 'ok', error: null, retryAt: null };
  }

  return {
    record,
    /** Stores an error of a map, unless the work was only cancelled. */
    recordError,
    /** Forgets the state of a map. */
    forget(id: MapSourceId) {
      readings.delete(id);
    },
    /** Returns a map as the page shows it. */
    shown(row: MapRow, all: readonly AreaRow[] = areas.list()): MapSource {
      const { recipe, raster: _, ...source } = row;
      return {
        ...source,
        hasLegend: recipe?.legend != null,
        ...stateOf(row),
        attempt: servers.state(row.id).attempt,
        areas: all.filter(({ sourceId }) => sourceId === row.id).map(shownArea),
      };
    },
  };
}
/** The states of maps since the start. */
export type MapStates = ReturnType<typeof createMapStates>;
