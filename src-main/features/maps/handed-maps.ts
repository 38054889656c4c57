import { existsSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type MapSourceId, mapAreaIdSchema, mapSourceIdSchema } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import type { Store } from '../../store/store.ts';
import { createAreaReading } from './area-table.ts';
import { type HandedMap, handedAreaName, handedAreaOf, handedMapOf } from './handed-map.ts';
import { createSourceTable, type MapRow } from './source-table.ts';

/** A map or saved area that might be handed over. */
interface MapCandidate {
  mapId: MapSourceId;
  name: string;
  needsKey: boolean;
  kind: MapRow['kind'];
  /** The path of its file; null for a server. */
  path: string | null;
}

/** The kinds of files that packages have, and how the names of such files end. */
const packedKinds: readonly MapRow['kind'][] = ['mbtiles', 'pmtiles'];
const packedExtensions: readonly string[] = ['.mbtiles', '.pmtiles'];

const withheldMap = (name: string, reason: 'kind' | 'missing') => ({ withheld: { name, reason } });

/**
 * Returns the candidates that can be handed over: servers, and files of tiles that exist. The others are withheld, with the reason:
 * `missing` for a file that is gone, for instance with its drive.
 */
async function offeredMaps(candidates: readonly MapCandidate[]) {
  const sized = await Promise.all(
    candidates.map(async ({ path, kind, ...map }) => {
      if (path === null) return { map: { ...map, sizeBytes: 0 } };
      if (!packedKinds.includes(kind)) return withheldMap(map.name, 'kind');
      const sizeBytes = await stat(path).then(
        ({ size }) => size,
        () => 0,
      );
      if (sizeBytes === 0) return withheldMap(map.name, 'missing');
      if (!packedExtensions.includes(extname(path))) return withheldMap(map.name, 'kind');
      return { map: { ...map, sizeBytes } };
    }),
  );
  return {
    maps: sized.flatMap((each) => ('map' in each ? [each.map] : [])),
    withheldMaps: sized.flatMap((each) => ('withheld' in each ? [each.withheld] : [])),
  };
}

/**
 * Writes a copy of the file of a saved area: whole, although the area may be open here, without the empty tiles that say where the
 * server has none, and with the metadata of the map. It blocks, so a thread calls it.
 */
function copyAreaFile(from: string, to: string, map: HandedMap) {
  const { name, attribution, minZoom, maxZoom, bounds } = map;
  const source = new DatabaseSync(from, { readOnly: true, timeout: 5_000 });
  try {
    source.prepare('VACUUM INTO :path').run({ path: to });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    copy.exec('PRAGMA journal_mode = DELETE; DELETE FROM tiles WHERE length(tile_data) = 0;');
    const put = copy.prepare('INSERT OR REPLACE INTO metadata (name, value) VALUES (:name, :value)');
    const metadata = { name, attribution, minzoom: String(minZoom), maxzoom: String(maxZoom) };
    for (const [key, value] of Object.entries(metadata)) put.run({ name: key, value });
    if (bounds !== null && bounds[0] < bounds[2]) put.run({ name: 'bounds', value: bounds.join(',') });
  } finally {
    copy.close();
  }
}

function hasContent(path: string): boolean {
  try {
    return statSync(path).size > 0;
  } catch {
    return false;
  }
}

/**
 * Creates the reader of maps for packages. A saved area is handed over as a map of its own, which is a file. `folder` is the data
 * folder.
 */
export function createHandedMaps({ store, folder }: { store: Store; folder: string }) {
  const options = { store, now: () => new Date(0), onUnreadable: () => undefined };
  const sources = createSourceTable(options);
  const areas = createAreaReading(options);
  const areaPath = (id: string) => join(folder, 'maps', 'areas', `${id}.mbtiles`);

  /** Returns the areas that are complete, with their maps. An MBTiles file has the Mercator grid only. */
  function completeAreas() {
    const mercator = new Map(
      sources.list().flatMap((row) => (row.grid === 'mercator' ? [[row.id, row] as const] : [])),
    );
    return areas.list().flatMap((area) => {
      const source = mercator.get(area.sourceId);
      return area.state === 'complete' && source !== undefined ? [{ area, source }] : [];
    });
  }

  const areaWithFile = (id: string) =>
    completeAreas().find(({ area }) => area.id === id && existsSync(areaPath(area.id)));

  function candidates(): MapCandidate[] {
    return [
      ...sources.list().map((row) => ({
        mapId: row.id,
        name: row.name,
        needsKey: row.needsKey,
        kind: row.kind,
        path: row.recipe === null ? row.address : null,
      })),
      ...completeAreas().map(({ area, source }) => ({
        mapId: mapSourceIdSchema.parse(area.id),
        name: handedAreaName(area, source),
        needsKey: false,
        kind: 'mbtiles' as const,
        path: areaPath(area.id),
      })),
    ];
  }

  return {
    /** Returns the maps and saved areas that can be handed over, and those that are withheld with the reason. */
    offered: () => offeredMaps(candidates()),
    /** Returns a map or a saved area; null if there is none with this id. */
    map(id: string): HandedMap | null {
      const mapId = mapSourceIdSchema.parse(id);
      const row = sources.list().find((each) => each.id === mapId);
      if (row !== undefined) return handedMapOf(row);
      const saved = areaWithFile(mapAreaIdSchema.parse(id));
      return saved === undefined ? null : handedAreaOf(saved.area, saved.source);
    },
    /**
     * Returns the path of the file of a map. The file of a saved area is copied into the folder `into` first. It blocks, so a thread
     * calls it. @throws MAP_UNUSABLE if the file is gone, NOT_FOUND for an unknown id.
     */
    fileOf(id: string, into: string): string {
      const row = sources.list().find((each) => each.id === id);
      if (row !== undefined) {
        if (hasContent(row.address)) return row.address;
        throw new AppError('MAP_UNUSABLE', { name: row.name, reason: 'file-missing', detail: row.address });
      }
      const saved = areaWithFile(id);
      if (saved === undefined) throw new AppError('NOT_FOUND', { what: `map ${id}` });
      const path = join(into, `${id}.mbtiles`);
      copyAreaFile(areaPath(id), path, handedAreaOf(saved.area, saved.source));
      return path;
    },
  };
}
