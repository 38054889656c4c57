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
  MapCopyId,
  MapPatch,
  MapProbe,
  MapRaster,
  MapSource,
  NewMap,
  ReferenceFeature,
  ReferenceText,
} from '../../src-preload/contract/maps.ts';
import { AppError, hasCode, isAppError, toStoredError } from '../app-error.ts';
import type { ResolvedFile } from '../core/resolved-file.ts';
import { type AreaSaver, mostAreaTiles } from './area-saver.ts';
import type { AreaRow, AreaTable } from './area-table.ts';
import type { FileCopies } from './file-copies.ts';
import type { MapFiles } from './files/map-files.ts';
import type { Legends } from './legends.ts';
import { createMapAdditions } from './map-additions.ts';
import type { MapKeys } from './map-keys.ts';
import type { MapRasters } from './rasters/map-rasters.ts';
import type { ReferenceLayers } from './reference/reference-layers.ts';
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
  rasters: MapRasters;
  copies: FileCopies;
  reference: ReferenceLayers;
  legends: Legends;
  saved: SavedTiles;
  servers: ServerTiles;
  saver: AreaSaver;
  probe: Probe;
  keys: MapKeys;
  /** Returns 12 hexadecimal digits. */
  newId: () => string;
  changed: () => void;
}

/** A tile of a map, a picture or a vector tile; without bytes if the map has none there. */
export interface MapTile {
  bytes: Uint8Array;
  isVector: boolean;
  /** Seconds for which the page may keep it. */
  maxAgeSeconds: number;
}

/** What was last seen of a map, besides what its pace knows. */
interface Seen {
  error: AppError | null;
  isEmpty: boolean;
  isSavedOnly: boolean;
}

/** The same trouble is told once: whoever reads the list again must not be told to read it again. */
const sameError = (a: AppError | null, b: AppError | null) =>
  a?.code === b?.code && JSON.stringify(a?.data) === JSON.stringify(b?.data);

/** How a tile of 256 pixels is estimated before one was seen: streets have less, pictures from the air more. */
const usualTileBytes = 20_000;
const fileMaxAgeSeconds = 86_400;
const serverMaxAgeSeconds = 600;
const nothing = new Uint8Array();

/** Creates the user's own maps: their list, their tiles and their saved areas. */
export function createMaps(options: MapsOptions) {
  const { sources, areas, files, saved, servers, saver, probe, keys, newId, changed } = options;
  const { rasters, copies, reference, legends } = options;
  const additions = createMapAdditions(options);
  const seen = new Map<MapSourceId, Seen>();

  function note(id: MapSourceId, next: Seen) {
    const last = seen.get(id);
    seen.set(id, next);
    const isSame =
      last !== undefined &&
      sameError(last.error, next.error) &&
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
    const { recipe, raster: _, ...source } = row;
    return {
      ...source,
      hasLegend: recipe?.legend != null,
      ...stateOf(row),
      attempt: servers.state(row.id).attempt,
      areas: all.filter(({ sourceId }) => sourceId === row.id).map(shownArea),
    };
  }

  async function fileTile(row: MapRow, place: TilePlace): Promise<MapTile> {
    try {
      const bytes =
        row.kind === 'reference' ? await reference.tile(row.id, place) : await files.tile(row.address, place);
      const isEmpty = bytes === null || bytes.byteLength === 0;
      // A reference layer has something everywhere: where it is empty nothing is missing.
      note(row.id, { error: null, isEmpty: isEmpty && row.kind !== 'reference', isSavedOnly: false });
      const isVector = row.content === 'vector';
      return { bytes: bytes ?? nothing, isVector, maxAgeSeconds: fileMaxAgeSeconds };
    } catch (error) {
      noteError(row.id, error);
      throw error;
    }
  }

  function noteError(id: MapSourceId, error: unknown) {
    if (isAppError(error) && !hasCode(error, 'CANCELLED'))
      note(id, { error, isEmpty: false, isSavedOnly: false });
  }

  /** What the page needs to draw a GeoTIFF; a file that is gone or was replaced by another is noticed here. */
  async function openRaster(row: MapRow): Promise<MapRaster> {
    try {
      const { raster, text } = await rasters.open(row);
      if (text !== null) sources.describeRaster(row.id, text);
      note(row.id, { error: null, isEmpty: false, isSavedOnly: false });
      const { revision } = sources.get(row.id);
      return { ...raster, path: `/files/map-raster/${row.id}/${revision}` };
    } catch (error) {
      noteError(row.id, error);
      throw named(error, row.name);
    }
  }

  async function readAgain(row: MapRow) {
    if (row.kind === 'reference') {
      await reference.tile(row.id, { z: 0, x: 0, y: 0 });
      seen.delete(row.id);
    } else if (row.content === 'raster') await openRaster(row);
    else {
      const facts = await files.inspect(row.address);
      seen.delete(row.id);
      sources.describe(row.id, facts);
    }
  }

  const added = (id: MapSourceId): MapSource => {
    changed();
    return shown(sources.get(id));
  };

  async function serverTile(row: MapRow, place: TilePlace, signal: AbortSignal): Promise<MapTile> {
    const own = areas.idsOf(row.id);
    // What was saved is shown at once: without a network, asking first would cost a time limit for each tile.
    const kept = own.length === 0 ? null : await saved.areaTile(own, place);
    if (kept !== null && kept.byteLength > 0) {
      note(row.id, { error: null, isEmpty: false, isSavedOnly: true });
      return { bytes: kept, isVector: false, maxAgeSeconds: serverMaxAgeSeconds };
    }
    const { bytes, isStale } = await servers.tile(row, place, signal);
    note(row.id, { error: null, isEmpty: bytes.byteLength === 0, isSavedOnly: isStale });
    return { bytes, isVector: false, maxAgeSeconds: isStale ? 0 : serverMaxAgeSeconds };
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
        return { bytes: nothing, isVector: false, maxAgeSeconds: fileMaxAgeSeconds };
      if (row.content === 'raster')
        return { bytes: nothing, isVector: false, maxAgeSeconds: fileMaxAgeSeconds };
      return row.recipe === null ? fileTile(row, place) : serverTile(row, place, signal);
    },

    addFile: async (path: string, signal: AbortSignal): Promise<MapSource> =>
      added(await additions.file(path, signal)),

    beginCopy: copies.begin,
    addCopy: copies.add,
    discardCopy: copies.discard,
    finishCopy: async (id: MapCopyId, signal: AbortSignal): Promise<MapSource> =>
      added(await additions.copy(id, signal)),

    beginReference: additions.beginReference,
    addReference: (id: MapSourceId, features: readonly ReferenceFeature[]) =>
      additions.addReference(id, features),
    finishReference: async (id: MapSourceId): Promise<MapSource> =>
      added(await additions.finishReference(id)),
    discardReference: additions.discardReference,

    async feature(id: MapSourceId, featureId: number): Promise<ReferenceText> {
      const row = sources.get(id);
      if (row.kind !== 'reference') throw new AppError('NOT_FOUND', { what: `feature of ${id}` });
      return reference.text(id, featureId);
    },

    async raster(id: MapSourceId): Promise<MapRaster> {
      const row = sources.get(id);
      if (row.content !== 'raster') throw new AppError('NOT_FOUND', { what: `raster of ${id}` });
      return openRaster(row);
    },

    /** Returns the file behind the address of a raster, and notices when it is gone. */
    rasterFile(id: MapSourceId): ResolvedFile {
      const row = sources.get(id);
      if (row.content !== 'raster') throw new AppError('NOT_FOUND', { what: `raster of ${id}` });
      return {
        ...rasters.file(row),
        seen(isThere) {
          if (!isThere) noteError(id, unusable('file-missing', row.address));
        },
      };
    },

    legend: (id: MapSourceId, signal: AbortSignal): Promise<Uint8Array> =>
      legends.picture(sources.get(id), signal),

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
        ...{ content: 'picture', isCopied: false, raster: null },
      });
      changed();
      return shown(sources.get(id));
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
      legends.forget(id);
      if (row.kind === 'reference') await reference.remove(id);
      if (row.content === 'raster') await rasters.forget(id);
      if (row.isCopied) await copies.remove(row.address);
    },

    async retry(id: MapSourceId) {
      const row = sources.get(id);
      if (row.recipe === null)
        await readAgain(row).catch((error: unknown) => {
          noteError(id, error);
          throw named(error, row.name);
        });
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
