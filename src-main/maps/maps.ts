import { basename, isAbsolute } from 'node:path';
import {
  type MapAreaId,
  type MapSourceId,
  mapAreaIdSchema,
  mapSourceIdSchema,
} from '../../src-preload/contract/ids.ts';
import type {
  AreaEstimate,
  AreaRequest,
  MapAddress,
  MapArea,
  MapPatch,
  MapProbe,
  MapSource,
  NewMap,
} from '../../src-preload/contract/maps.ts';
import { type AppError, hasCode, isAppError, toStoredError } from '../app-error.ts';
import { type AreaSaver, mostAreaTiles } from './area-saver.ts';
import type { AreaRow, AreaTable } from './area-table.ts';
import type { MapFiles } from './files/map-files.ts';
import { serverRowOf } from './handed-maps.ts';
import type { MapKeys } from './map-keys.ts';
import type { SavedTiles } from './saved/saved-tiles.ts';
import { isUnreached, type ServerTiles } from './server-tiles.ts';
import type { Probe } from './servers/probe-address.ts';
import type { MapRow, SourceTable } from './source-table.ts';
import { commonBox, countTiles, isTile, rangesOfArea, type TilePlace } from './tile-grid.ts';
import { named, unusable } from './unusable.ts';

interface MapsOptions {
  sources: SourceTable;
  areas: AreaTable;
  files: MapFiles;
  saved: SavedTiles;
  servers: ServerTiles;
  saver: AreaSaver;
  probe: Probe;
  keys: MapKeys;
  /** Returns 12 hexadecimal digits. */
  newId: () => string;
  changed: () => void;
}

/** A picture of a map, or nothing if the map has none there. */
export interface MapTile {
  bytes: Uint8Array;
  /** Seconds for which the page may keep it. */
  maxAgeSeconds: number;
}

/** What was last seen of a map, besides what its pace knows. */
interface Seen {
  error: AppError | null;
  isEmpty: boolean;
  isSavedOnly: boolean;
}

/** How a tile of 256 pixels is estimated before one was seen: streets have less, pictures from the air more. */
const usualTileBytes = 20_000;
const fileMaxAgeSeconds = 86_400;
const serverMaxAgeSeconds = 600;
const nothing = new Uint8Array();

/** Creates the user's own maps: their list, their tiles and their saved areas. */
export function createMaps(options: MapsOptions) {
  const { sources, areas, files, saved, servers, saver, probe, keys, newId, changed } = options;
  const seen = new Map<MapSourceId, Seen>();

  function note(id: MapSourceId, next: Seen) {
    const last = seen.get(id);
    seen.set(id, next);
    const isSame =
      last?.error?.data === next.error?.data &&
      last?.error?.code === next.error?.code &&
      last?.isEmpty === next.isEmpty &&
      last?.isSavedOnly === next.isSavedOnly;
    if (!isSame) changed();
  }

  function stateOf(row: MapRow): Pick<MapSource, 'state' | 'error' | 'retryAt'> {
    const pace = servers.state(row.id);
    const last = seen.get(row.id);
    const error = pace.error ?? last?.error ?? null;
    const retryAt = pace.retryAt === null ? null : new Date(pace.retryAt).toISOString();
    const known = error === null ? null : toStoredError(error);
    if (error !== null && last?.isSavedOnly === true && isUnreached(error))
      return { state: 'saved-only', error: known, retryAt };
    if (error !== null) return { state: 'failing', error: known, retryAt };
    if (last === undefined) return { state: 'idle', error: null, retryAt: null };
    return { state: last.isEmpty ? 'nothing-here' : 'ok', error: null, retryAt: null };
  }

  const shownArea = ({ sourceId: _, ...area }: AreaRow): MapArea => area;

  function shown(row: MapRow, all: readonly AreaRow[] = areas.list()): MapSource {
    const { recipe: _, ...source } = row;
    return {
      ...source,
      ...stateOf(row),
      attempt: servers.state(row.id).attempt,
      areas: all.filter(({ sourceId }) => sourceId === row.id).map(shownArea),
    };
  }

  async function fileTile(row: MapRow, place: TilePlace): Promise<MapTile> {
    try {
      const bytes = await files.tile(row.address, place);
      note(row.id, { error: null, isEmpty: bytes === null, isSavedOnly: false });
      return { bytes: bytes ?? nothing, maxAgeSeconds: fileMaxAgeSeconds };
    } catch (error) {
      if (isAppError(error) && !hasCode(error, 'CANCELLED'))
        note(row.id, { error, isEmpty: false, isSavedOnly: false });
      throw error;
    }
  }

  async function serverTile(row: MapRow, place: TilePlace, signal: AbortSignal): Promise<MapTile> {
    const own = areas.idsOf(row.id);
    // What was saved is shown at once: without a network, asking first would cost a time limit for each tile.
    const kept = own.length === 0 ? null : await saved.areaTile(own, place);
    if (kept !== null && kept.byteLength > 0) {
      note(row.id, { error: null, isEmpty: false, isSavedOnly: true });
      return { bytes: kept, maxAgeSeconds: serverMaxAgeSeconds };
    }
    const { bytes, isStale } = await servers.tile(row, place, signal);
    note(row.id, { error: null, isEmpty: bytes.byteLength === 0, isSavedOnly: isStale });
    return { bytes, maxAgeSeconds: isStale ? 0 : serverMaxAgeSeconds };
  }

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
    list(): MapSource[] {
      const all = areas.list();
      return sources.list().map((row) => shown(row, all));
    },

    /** Returns a tile; empty bytes if the map has none there. Throws an AppError. */
    async tile(id: MapSourceId, place: TilePlace, signal: AbortSignal): Promise<MapTile> {
      const row = sources.get(id);
      if (!isTile(row.grid, place) || place.z < row.minZoom || place.z > row.maxZoom)
        return { bytes: nothing, maxAgeSeconds: fileMaxAgeSeconds };
      return row.recipe === null ? fileTile(row, place) : serverTile(row, place, signal);
    },

    async addFile(path: string): Promise<MapSource> {
      const name = basename(path);
      if (!isAbsolute(path)) throw named(unusable('file-missing', path), name);
      const facts = await files.inspect(path).catch((error: unknown) => {
        throw named(error, name);
      });
      const id = mapSourceIdSchema.parse(newId());
      sources.add({
        ...{ id, address: path, layer: null, grid: 'mercator', opacity: 1, visible: true, hosts: [] },
        ...{ needsKey: false, offlineAllowed: false, revision: 1, recipe: null },
        ...facts,
        name: facts.name === '' ? name : facts.name,
      });
      changed();
      return shown(sources.get(id));
    },

    async probe(draft: MapAddress, signal: AbortSignal): Promise<MapProbe> {
      return (await probe(draft, signal)).probe;
    },

    async addAddress(draft: NewMap, signal: AbortSignal): Promise<MapSource> {
      const found = await probe(draft, signal).catch((error: unknown) => {
        throw named(error, draft.name);
      });
      if (draft.minZoom > draft.maxZoom)
        throw named(unusable('zoom-range', `${draft.minZoom}–${draft.maxZoom}`), draft.name);
      const id = mapSourceIdSchema.parse(newId());
      // First, because a map whose key is not kept would fail for ever.
      if (found.key !== null) await keys.set(id, found.key, draft.keyForSession);
      const { bounds, grid, hosts, layer } = found.probe;
      sources.add({
        ...{
          id,
          kind: draft.kind,
          name: draft.name,
          address: found.address,
          layer,
          attribution: draft.attribution,
        },
        ...{
          minZoom: draft.minZoom,
          maxZoom: draft.maxZoom,
          bounds,
          grid,
          tileSize: 256,
          opacity: 1,
          visible: true,
        },
        ...{ hosts, needsKey: found.key !== null, offlineAllowed: false, revision: 1, recipe: found.recipe },
      });
      changed();
      return shown(sources.get(id));
    },

    /**
     * Reads what was handed over: servers by what the package says, files by what they are. Nothing is stored yet. Throws
     * MAP_UNUSABLE.
     */
    readHanded: (
      handed: readonly { id: string; content: unknown; path: string | null }[],
    ): Promise<MapRow[]> =>
      Promise.all(
        handed.map(async ({ id, content, path }) => {
          if (path === null) return serverRowOf(id, content);
          const facts = await files.inspect(path).catch((error: unknown) => {
            throw named(error, basename(path));
          });
          return {
            ...{
              address: path,
              layer: null,
              grid: 'mercator' as const,
              opacity: 1,
              visible: true,
              hosts: [],
            },
            ...{ needsKey: false, offlineAllowed: false, revision: 1, recipe: null, ...facts },
            ...{ id: mapSourceIdSchema.parse(id), name: facts.name === '' ? basename(path) : facts.name },
          };
        }),
      ),
    /** Adds such maps on top, within a transaction of the caller. */
    addHanded(rows: readonly MapRow[]) {
      for (const row of rows) sources.add(row);
    },

    update(id: MapSourceId, patch: MapPatch): MapSource {
      sources.update(id, patch);
      changed();
      return shown(sources.get(id));
    },

    move(id: MapSourceId, to: number) {
      sources.move(id, to);
      changed();
    },

    async remove(id: MapSourceId) {
      const row = sources.get(id);
      const own = areas.idsOf(id);
      await Promise.all(own.map(saver.stop));
      sources.remove(id);
      servers.forget(id);
      seen.delete(id);
      changed();
      for (const area of own) await saved.areaRemove(area);
      if (row.recipe !== null) await saved.forget(id);
      if (row.needsKey) await keys.clear(id);
    },

    async retry(id: MapSourceId) {
      const row = sources.get(id);
      if (row.recipe === null) {
        const facts = await files.inspect(row.address).catch((error: unknown) => {
          if (isAppError(error)) note(id, { error, isEmpty: false, isSavedOnly: false });
          throw named(error, row.name);
        });
        seen.delete(id);
        sources.describe(id, facts);
      }
      servers.retry(id);
      changed();
    },

    estimateArea(request: AreaRequest): AreaEstimate {
      const { row, tileCount } = planArea(request);
      const mean = servers.meanBytes(row.id) ?? usualTileBytes;
      return { tileCount, bytes: Math.round(tileCount * mean), mostTiles: mostAreaTiles };
    },

    saveArea({ name, ...request }: AreaRequest & { name: string }): MapArea {
      const { row, box, tileCount } = planArea(request);
      if (!row.offlineAllowed) throw named(unusable('offline-not-allowed'), row.name);
      if (tileCount > mostAreaTiles) throw named(unusable('area-large', tileCount), row.name);
      const id = mapAreaIdSchema.parse(newId());
      const { minZoom, maxZoom } = request;
      areas.add({
        ...{ id, sourceId: row.id, name, box, minZoom, maxZoom, tileCount },
        ...{ doneCount: 0, missingCount: 0, bytes: 0, state: 'saving', error: null },
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
      changed();
      await saved.areaRemove(id);
    },
  };
}

/** The user's own maps. */
export type Maps = ReturnType<typeof createMaps>;
