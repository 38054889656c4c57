import { existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { mapAreaIdSchema, mapSourceIdSchema } from '../../src-preload/contract/ids.ts';
import { mapBoxSchema, mapSourceSchema } from '../../src-preload/contract/maps.ts';
import { AppError } from '../app-error.ts';
import type { Store } from '../store/store.ts';
import { type AreaRow, createAreaReading } from './area-table.ts';
import { originsOf, recipeSchema } from './servers/recipe.ts';
import { createSourceTable, type MapRow } from './source-table.ts';

/** What of a map passes to another computer: no key, no path, and nothing of its look. */
const handedMapSchema = mapSourceSchema
  .pick({ kind: true, name: true, layer: true, attribution: true, minZoom: true, maxZoom: true, grid: true })
  .extend({
    bounds: mapBoxSchema.nullable(),
    /** Empty for a file. */
    address: z.string(),
    recipe: recipeSchema.omit({ reach: true }).nullable(),
    needsKey: z.boolean(),
    file: z.string().nullable(),
  });
/** What of a map passes to another computer. */
export type HandedMap = z.infer<typeof handedMapSchema>;

const endings: readonly string[] = ['.mbtiles', '.pmtiles'];
/** The kinds of files that packages have. */
const packedKinds: readonly MapRow['kind'][] = ['mbtiles', 'pmtiles'];

const withheldMap = (name: string, reason: 'kind' | 'missing') => ({ name, reason });

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
}

/** Returns the name under which the file of a map stands in a package. */
const partOf = (id: string, kind: string) => `maps/${id}.${kind}`;

/** Creates the reader of maps for packages. A saved area passes as a map of its own, which is a file. `folder` is the data folder. */
export function createHandedMaps({ store, folder }: { store: Store; folder: string }) {
  const options = { store, now: () => new Date(0), onUnreadable: () => undefined };
  const sources = createSourceTable(options);
  const areas = createAreaReading(options);
  const areaPath = (id: string) => join(folder, 'maps', 'areas', `${id}.mbtiles`);

  const areaCandidates = () => {
    const mercator = new Map(
      sources.list().flatMap((row) => (row.grid === 'mercator' ? [[row.id, row] as const] : [])),
    );
    return areas.list().flatMap((area) => {
      const source = mercator.get(area.sourceId);
      return area.state === 'complete' && source !== undefined ? [{ area, source }] : [];
    });
  };
  const wholeAreas = () => areaCandidates().filter(({ area }) => existsSync(areaPath(area.id)));

  function contentOf(row: MapRow): HandedMap {
    const isFile = row.recipe === null;
    return handedMapSchema.parse({
      ...row,
      address: isFile ? '' : row.address,
      file: isFile ? partOf(row.id, row.kind) : null,
    });
  }

  const areaName = (area: AreaRow, source: MapRow) => `${source.name} – ${area.name}`.slice(0, 120);
  const areaContent = (area: AreaRow, source: MapRow): HandedMap => ({
    ...{ kind: 'mbtiles', name: areaName(area, source), layer: null, attribution: source.attribution },
    ...{ minZoom: area.minZoom, maxZoom: area.maxZoom, grid: 'mercator', bounds: area.box, address: '' },
    ...{ recipe: null, needsKey: false, file: partOf(area.id, 'mbtiles') },
  });

  return {
    /**
     * Returns the maps that can be handed over: those of files that are there, servers, and saved areas. The others are
     * withheld, each with the reason.
     */
    async offered() {
      const candidates = [
        ...sources.list().map((row) => ({
          ...{ mapId: row.id, name: row.name, needsKey: row.needsKey },
          ...{ path: row.recipe === null ? row.address : null, isPacked: packedKinds.includes(row.kind) },
        })),
        ...areaCandidates().map(({ area, source }) => ({
          ...{ mapId: mapSourceIdSchema.parse(area.id), name: areaName(area, source), needsKey: false },
          ...{ path: areaPath(area.id), isPacked: true },
        })),
      ];
      const sized = await Promise.all(
        candidates.map(async ({ path, isPacked, ...map }) => {
          if (path === null) return { map: { ...map, sizeBytes: 0 } };
          if (!isPacked) return { withheld: withheldMap(map.name, 'kind') };
          // The file may be on a drive that is gone.
          const sizeBytes = await stat(path).then(
            ({ size }) => size,
            () => 0,
          );
          if (sizeBytes === 0 || !endings.includes(extname(path)))
            return { withheld: withheldMap(map.name, sizeBytes === 0 ? 'missing' : 'kind') };
          return { map: { ...map, sizeBytes } };
        }),
      );
      return {
        maps: sized.flatMap(({ map }) => (map === undefined ? [] : [map])),
        withheldMaps: sized.flatMap(({ withheld }) => (withheld === undefined ? [] : [withheld])),
      };
    },
    /** Returns a map or a saved area; null if there is none with this id. */
    map(id: string): HandedMap | null {
      const mapId = mapSourceIdSchema.parse(id);
      const row = sources.list().find((each) => each.id === mapId);
      if (row !== undefined) return contentOf(row);
      const found = wholeAreas().find(({ area }) => area.id === mapAreaIdSchema.parse(id));
      return found === undefined ? null : areaContent(found.area, found.source);
    },
    /**
     * Returns the file of a map. That of a saved area is written to `into` first, because it may be open here, and has empty tiles
     * where the server has none. For a thread.
     */
    fileOf(id: string, into: string): string {
      const row = sources.list().find((each) => each.id === id);
      if (row !== undefined) {
        if (sizeOf(row.address) === 0)
          throw new AppError('MAP_UNUSABLE', { name: row.name, reason: 'file-missing', detail: row.address });
        return row.address;
      }
      const found = wholeAreas().find(({ area }) => area.id === id);
      if (found === undefined) throw new AppError('NOT_FOUND', { what: `map ${id}` });
      const { name, attribution, minZoom, maxZoom, bounds } = areaContent(found.area, found.source);
      const path = join(into, `${id}.mbtiles`);
      const source = new DatabaseSync(areaPath(id), { readOnly: true, timeout: 5_000 });
      try {
        source.prepare('VACUUM INTO :path').run({ path });
      } finally {
        source.close();
      }
      const copy = new DatabaseSync(path);
      try {
        copy.exec('PRAGMA journal_mode = DELETE; DELETE FROM tiles WHERE length(tile_data) = 0;');
        const put = copy.prepare('INSERT OR REPLACE INTO metadata (name, value) VALUES (:name, :value)');
        const facts = { name, attribution, minzoom: String(minZoom), maxzoom: String(maxZoom) };
        for (const [fact, value] of Object.entries(facts)) put.run({ name: fact, value });
        if (bounds !== null && bounds[0] < bounds[2]) put.run({ name: 'bounds', value: bounds.join(',') });
      } finally {
        copy.close();
      }
      return path;
    },
  };
}

/** Returns the row of a server's map that was handed over. It reaches public hosts only, whatever it did where it came from. */
export function serverRowOf(id: string, content: unknown): MapRow {
  const { file: _, ...handed } = handedMapSchema.parse(content);
  if (handed.recipe === null)
    throw new AppError('INVALID_INPUT', { fields: { recipe: ['validation.invalid'] } });
  return {
    ...handed,
    ...{ id: mapSourceIdSchema.parse(id), tileSize: 256, opacity: 1, visible: true, revision: 1 },
    ...{
      hosts: originsOf(handed.recipe),
      offlineAllowed: false,
      content: 'picture',
      isCopied: false,
      raster: null,
    },
    recipe: { ...handed.recipe, reach: 'public' },
  };
}
