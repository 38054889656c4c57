import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { mapAreaIdSchema, mapSourceIdSchema } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import type { Store } from '../../store/store.ts';
import { createAreaReading } from './area-table.ts';
import { copyAreaFile } from './copy-area-file.ts';
import { type HandedMap, handedAreaName, handedAreaOf, handedMapOf } from './handed-map.ts';
import { type MapCandidate, offeredMaps } from './offered-maps.ts';
import { createSourceTable } from './source-table.ts';

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
