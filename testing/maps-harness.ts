import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createMapRasterReader } from '../src-main/app/map-raster-reader.ts';
import { createAreaSaver } from '../src-main/features/maps/area-saver.ts';
import { createAreaTable } from '../src-main/features/maps/area-table.ts';
import { createFileCopies } from '../src-main/features/maps/file-copies.ts';
import { createMapFiles } from '../src-main/features/maps/files/map-files.ts';
import { createLegends } from '../src-main/features/maps/legends.ts';
import { createMaps } from '../src-main/features/maps/maps.ts';
import { createMapRasters } from '../src-main/features/maps/rasters/map-rasters.ts';
import { createReferenceLayers } from '../src-main/features/maps/reference/reference-layers.ts';
import { createSavedTiles } from '../src-main/features/maps/saved/saved-tiles.ts';
import { createServerTiles } from '../src-main/features/maps/server-tiles.ts';
import { createBoundedFetch } from '../src-main/features/maps/servers/fetch-bounded.ts';
import { createProbe } from '../src-main/features/maps/servers/probe-address.ts';
import { createSourceTable } from '../src-main/features/maps/source-table.ts';
import { mapsMigrations } from '../src-main/features/maps/tables.ts';
import type { MapSourceId } from '../src-preload/contract/ids.ts';
import { makeHttpClient } from './make-http-client.ts';
import { openTestStore } from './open-test-store.ts';

/** The user's own maps on a real database, a real thread for the tiles and the real network stack, with a clock of the test's. */
export function createMapsHarness() {
  const opened = openTestStore(mapsMigrations);
  const client = makeHttpClient();
  const clock = { now: Date.UTC(2026, 5, 1) };
  const timers = new Set<{ at: number; run: () => void }>();
  const keys = new Map<MapSourceId, string>();
  const told = { changes: 0, errors: [] as unknown[] };
  const waiting = new Set<() => void>();
  const onChange = () => {
    told.changes += 1;
    for (const each of [...waiting]) each();
  };
  const now = () => new Date(clock.now);
  const onUnreadable = () => undefined;
  const onError = (error: unknown) => void told.errors.push(error);
  const later = (ms: number, run: () => void) => {
    const timer = { at: clock.now + ms, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };

  function start() {
    const saved = createSavedTiles({ folder: opened.folder, now: () => clock.now });
    const files = createMapFiles();
    const fetch = createBoundedFetch({ httpClient: client.httpClient, limitMs: 2_000 });
    const mapKeys = {
      get: async (id: MapSourceId) => keys.get(id) ?? null,
      set: async (id: MapSourceId, key: string) => void keys.set(id, key),
      clear: async (id: MapSourceId) => void keys.delete(id),
    };
    const servers = createServerTiles({
      fetch,
      saved,
      later,
      onChange,
      onError,
      keys: mapKeys,
      redactor: client.redactor,
      now: () => clock.now,
      random: () => 0,
    });
    const areas = createAreaTable({ store: opened.store, now, onUnreadable });
    const saver = createAreaSaver({ areas, saved, tiles: servers, onChange, onError });
    const sources = createSourceTable({ store: opened.store, now, onUnreadable });
    const newId = () => randomBytes(6).toString('hex');
    const rasters = createMapRasters({
      folder: join(opened.folder, 'maps', 'rasters'),
      reader: createMapRasterReader(),
      closing: new AbortController().signal,
    });
    const inUse = new Set(sources.list().map(({ address }) => address));
    const copies = createFileCopies({
      folder: join(opened.folder, 'maps', 'files'),
      newId,
      isUsed: (path) => inUse.has(path),
    });
    const reference = createReferenceLayers({ folder: opened.folder });
    const { redactor } = client;
    const maps = createMaps({
      areas,
      files,
      saved,
      servers,
      saver,
      onChange,
      keys: mapKeys,
      sources,
      newId,
      rasters,
      copies,
      reference,
      legends: createLegends({ fetch, keys: mapKeys, redactor, now: () => clock.now }),
      probe: createProbe({
        fetch,
        redactor: client.redactor,
        now: () => clock.now,
        resolve: async () => ['127.0.0.1'],
      }),
    });
    return {
      maps,
      async stop() {
        servers.close();
        await saver.close();
        await copies.close();
        await Promise.all([files.close(), saved.close(), reference.close(), rasters.close()]);
      },
    };
  }

  const harness = {
    ...opened,
    ...start(),
    client,
    keys,
    told,
    clock,
    /** Lets time pass, and calls what was to be called meanwhile. */
    pass(ms: number) {
      clock.now += ms;
      for (const timer of [...timers].filter(({ at }) => at <= clock.now)) {
        timers.delete(timer);
        timer.run();
      }
    },
    /** Resolves when `is` holds, which is asked after each change that is told. */
    until(is: () => boolean): Promise<void> {
      return new Promise((resolve) => {
        const check = () => {
          if (!is()) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      });
    },
    /** Ends and starts again on the same folder. */
    async restart() {
      await harness.stop();
      opened.reopen();
      Object.assign(harness, start());
    },
    async end() {
      await harness.stop();
      await client.close();
      opened.remove();
    },
  };
  return harness;
}

/** What `createMapsHarness` returns. */
export type MapsHarness = ReturnType<typeof createMapsHarness>;
