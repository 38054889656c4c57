import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import {
  type AwayFolder,
  mostFootprints,
  type SceneFootprints,
  type SceneRow,
} from '../../../src-preload/contract/library.ts';
import { idSeparator, packOutline, packSteps } from '../../../src-preload/contract/packed-places.ts';
import type { SceneFilter } from '../../../src-preload/contract/scene-filter.ts';
import { boundedTexts } from '../../core/bounded-texts.ts';
import { unwrappedRings } from '../../core/footprint.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { awayScenes } from './away-folders.ts';
import { hasFiles } from './find/indexed-rows.ts';
import { createSceneFinder, type SceneOrder } from './find/scene-finder.ts';
import {
  sceneColumns,
  scenesWithFacts,
  storedFootprint,
  storedSceneSchema,
  toSceneRow,
} from './scene-rows.ts';

const geometryRow = z.object({ geometry: z.string().nullable() });
const footprintRow = z.object({
  id: librarySceneIdSchema,
  footprint: z.string().nullable(),
  saved: z.number(),
});

/** The number of rows read in one turn, between which other queries are answered. */
const batchSize = 500;

/** A part of the list: its filter, its sort, and which rows. */
interface SceneRange extends SceneOrder {
  offset: number;
  limit: number;
}

/**
 * Creates the queries of the list of scenes and of their footprints on the map, over all connections. An index finds the rows
 * (`find/scene-finder.ts`); it is loaded or built with the first query, so the screens run them in the list reader's thread. `flagged`
 * returns the scenes that need attention; `indexPath` is the file of the index, null if it is not saved; `awayFolders` returns the
 * further library folders that cannot be read now.
 */
export function createSceneList({
  store,
  flagged,
  indexPath = null,
  awayFolders = () => [],
}: {
  store: Store;
  flagged: (() => readonly string[]) | undefined;
  indexPath?: string | null;
  awayFolders?: () => readonly AwayFolder[];
}) {
  const finder = createSceneFinder({ store, flagged, path: indexPath });

  return {
    facets: finder.facets,
    placeGroups: finder.placeGroups,
    keepIndex: finder.keepIndex,
    indexShare: finder.indexShare,
    /** Returns one page of the list, with the number of all matching scenes. */
    async list(options: SceneRange): Promise<{ total: number; rows: SceneRow[] }> {
      const { total, ids } = await finder.page(options, options);
      const { rows } = readableRows(
        store,
        storedSceneSchema,
        `SELECT ${sceneColumns} FROM json_each(:ids) AS shown CROSS JOIN ${scenesWithFacts}
         WHERE scene.id = shown.value ORDER BY shown.key`,
        { ids: JSON.stringify(ids) },
      );
      const folders = awayFolders();
      const away = folders.length === 0 ? null : awayScenes(store, folders, ids);
      return { total, rows: rows.map((row) => toSceneRow(row, away?.get(row.librarySceneId) ?? null)) };
    },
    /** Resolves with the ids of a part of the list, packed (`contract/packed-places.ts`). */
    async ids(options: SceneRange): Promise<string> {
      return (await finder.page(options, options)).ids.join(idSeparator);
    },
    /** Returns the footprints of the first of these scenes as GeoJSON texts, in the same sequence; null for a scene without one. */
    geometries: (ids: readonly LibrarySceneId[]) =>
      boundedTexts(
        ids,
        (id) =>
          store.get(geometryRow, 'SELECT footprint AS geometry FROM scene WHERE id = :id', { id })
            ?.geometry ?? null,
      ),
    /**
     * Resolves with the rings of the first `mostFootprints` scenes that match the filter, one entry for each ring, with whether files of
     * its scene are on disk.
     */
    async footprints(filter: SceneFilter): Promise<SceneFootprints> {
      const { total, ids } = await finder.first(filter, mostFootprints);
      const found = { librarySceneIds: [] as number[], rings: [] as string[], onDisk: '' };
      for (let from = 0; from < ids.length; from += batchSize) {
        const batch = store.all(
          footprintRow,
          `SELECT scene.id AS id, footprint, ${hasFiles} AS saved FROM json_each(:ids) AS shown CROSS JOIN scene WHERE scene.id = shown.value ORDER BY shown.key`,
          { ids: JSON.stringify(ids.slice(from, from + batchSize)) },
        );
        for (const scene of batch) {
          const footprint = storedFootprint(scene.footprint);
          for (const ring of footprint ? unwrappedRings(footprint) : []) {
            found.librarySceneIds.push(scene.id);
            found.rings.push(packOutline(ring));
            found.onDisk += scene.saved === 1 ? '1' : '0';
          }
        }
        if (from + batchSize < ids.length) await yieldToEventLoop();
      }
      return {
        librarySceneIds: packSteps(found.librarySceneIds),
        rings: found.rings.join(';'),
        onDisk: found.onDisk,
        total,
        read: ids.length,
      };
    },
  };
}
