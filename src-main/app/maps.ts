import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { connectionIdSchema, type MapSourceId } from '../../src-preload/contract/ids.ts';
import type { Implementer } from '../core/implementer.ts';
import { createAreaSaver } from '../features/maps/area-saver.ts';
import { createAreaTable } from '../features/maps/area-table.ts';
import { createFileCopies } from '../features/maps/file-copies.ts';
import { createMapFiles } from '../features/maps/files/map-files.ts';
import { createLegends } from '../features/maps/legends.ts';
import type { MapKeys } from '../features/maps/map-keys.ts';
import { createMaps } from '../features/maps/maps.ts';
import { mapsProcedures } from '../features/maps/maps-procedures.ts';
import { createMapRasters } from '../features/maps/rasters/map-rasters.ts';
import { createReferenceLayers } from '../features/maps/reference/reference-layers.ts';
import { createSavedTiles } from '../features/maps/saved/saved-tiles.ts';
import { createServerTiles } from '../features/maps/server-tiles.ts';
import { createBoundedFetch } from '../features/maps/servers/fetch-bounded.ts';
import { createProbe } from '../features/maps/servers/probe-address.ts';
import { createSourceTable } from '../features/maps/source-table.ts';
import { createLegendRoute, createRasterFiles, createTileRoute } from '../features/maps/tile-route.ts';
import { resolveHost } from '../service/http/network-place.ts';
import type { Store } from '../store/store.ts';
import type { Vault } from '../vault/vault.ts';
import type { AppContext } from './app-context.ts';
import type { HttpModule } from './http.ts';
import { createMapRasterReader } from './map-raster-reader.ts';

interface MapsModuleOptions {
  context: AppContext;
  store: Store;
  http: HttpModule;
  vault: Vault;
}

/** Returns the keys of maps, which the vault stores beside the credentials of connections, under names that no connection has. */
function keysIn(vault: Vault): MapKeys {
  const nameOf = (id: MapSourceId) => connectionIdSchema.parse(`map.${id}`);
  return {
    get: async (id) => (await vault.get(nameOf(id)))?.clientSecret ?? null,
    set: (id, key, forSession) => vault.set(nameOf(id), { clientId: 'map', clientSecret: key }, forSession),
    clear: (id) => vault.clear(nameOf(id)),
  };
}

function later(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms).unref();
  return () => clearTimeout(timer);
}

/** Creates the user's own maps: files, servers, and their saved tiles. */
export function createMapsModule({ context, store, http, vault }: MapsModuleOptions) {
  const { folder, now, closing, publish, redactor, onError, onUnreadable } = context;
  const onChange = () => publish('maps');
  const keys = keysIn(vault);
  const files = createMapFiles();
  const saved = createSavedTiles({ folder, now: Date.now });
  const fetch = createBoundedFetch({ httpClient: http.clientFor('maps') });
  const servers = createServerTiles({
    fetch,
    saved,
    keys,
    redactor,
    onChange,
    later,
    now: Date.now,
    random: Math.random,
    onError: onError('map cache'),
  });
  const areas = createAreaTable({ store, now, onUnreadable });
  const saver = createAreaSaver({ areas, saved, tiles: servers, onChange, onError: onError('map area') });
  const sources = createSourceTable({ store, now, onUnreadable });
  const newId = () => randomBytes(6).toString('hex');
  const inUse = new Set(sources.list().map(({ address }) => address));
  const copies = createFileCopies({
    folder: join(folder, 'maps', 'files'),
    newId,
    isUsed: (path) => inUse.has(path),
  });
  const rasters = createMapRasters({
    folder: join(folder, 'maps', 'rasters'),
    reader: createMapRasterReader(),
    closing,
  });
  const reference = createReferenceLayers({ folder });
  const maps = createMaps({
    areas,
    files,
    saved,
    servers,
    saver,
    keys,
    onChange,
    sources,
    newId,
    copies,
    rasters,
    reference,
    legends: createLegends({ fetch, keys, redactor, now: Date.now }),
    probe: createProbe({ fetch, resolve: resolveHost, redactor, now: Date.now }),
  });
  const [tiles, legends] = [createTileRoute({ maps }), createLegendRoute({ maps })];
  return {
    maps,
    /** Answers requests for tiles and legends; null for other addresses. */
    answer: async (request: Request, pathname: string) =>
      (await tiles(request, pathname)) ?? (await legends(request, pathname)),
    /** Returns the file of a raster's address; null for other addresses. */
    resolve: createRasterFiles({ maps }),
    networkChanged: () => servers.retryAll(),
    procedures: (os: Implementer) => ({ maps: mapsProcedures(os, { maps, closing }) }),
    async close() {
      servers.close();
      await saver.close();
      await copies.close();
      await Promise.all([files.close(), saved.close(), reference.close(), rasters.close()]);
    },
  };
}

/** The module of maps. */
export type MapsModule = ReturnType<typeof createMapsModule>;
