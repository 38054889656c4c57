import { z } from 'zod';
import {
  type LibraryFileId,
  type LibrarySceneId,
  libraryFileIdSchema,
} from '../../../src-preload/contract/ids.ts';
import type { CatalogReview, CatalogScene } from '../../core/catalog-scene.ts';
import { readableRows } from '../../store/readable-rows.ts';
import type { Store } from '../../store/store.ts';
import { createCatalogScenes } from './catalog-scenes.ts';
import { ringsOf } from './scene-at.ts';
import { createSharedSearch } from './shared-search.ts';

/** A scene with its files, each with its id. */
export interface SharedScene {
  scene: CatalogScene;
  fileIds: readonly LibraryFileId[];
}

const fileRow = z.object({ fileId: libraryFileIdSchema, kind: z.string(), name: z.string() });
const fileIdRow = z.object({ fileId: libraryFileIdSchema });
const footprintRow = z.object({ footprint: z.string().nullable() });
const extentRow = z.object({
  west: z.number().nullable(),
  south: z.number().nullable(),
  east: z.number().nullable(),
  north: z.number().nullable(),
});
const timesRow = z.object({ first: z.string().nullable(), last: z.string().nullable() });

/** Creates the queries by which other programs search and read the scenes that are on disk. They run in the list reader's thread. */
export function createSharedScenes({
  store,
  reviewOf,
}: {
  store: Pick<Store, 'all' | 'get'>;
  /** Returns what reviewers say of a scene. */
  reviewOf: (librarySceneId: LibrarySceneId) => CatalogReview | null;
}) {
  const described = createCatalogScenes({ store, connection: () => null, reviewOf });

  return {
    ...createSharedSearch({ store }),
    /** Returns the outer rings of a scene, unwrapped over the antimeridian. */
    rings: (row: number): number[][] =>
      ringsOf(
        store.get(footprintRow, 'SELECT footprint FROM scene WHERE id = :row', { row })?.footprint ?? null,
      ),
    /** Returns a scene with its files in the library folder; null if it has none there. */
    scene(library: string, row: number): SharedScene | null {
      const scene = described.get(library, row)?.scene ?? null;
      if (scene === null) return null;
      const { rows } = readableRows(
        store,
        fileRow,
        `SELECT id AS fileId, kind, name FROM scene_file WHERE scene_row = :row AND path IS NOT NULL AND missing = 0`,
        { row },
      );
      const ids = new Map(rows.map(({ fileId, kind, name }) => [`${kind} ${name}`, fileId]));
      const files = scene.files.flatMap((file) => {
        const fileId = ids.get(`${file.kind} ${file.name}`);
        return fileId === undefined ? [] : [{ file, fileId }];
      });
      return {
        scene: { ...scene, files: files.map(({ file }) => file) },
        fileIds: files.map(({ fileId }) => fileId),
      };
    },
    /** Returns the box of all scenes and the times of the first and the last; each is null if no scene has one. */
    extent() {
      const box = store.get(
        extentRow,
        'SELECT min(west) AS west, min(south) AS south, max(east) AS east, max(north) AS north FROM scene_box',
      );
      const times = store.get(
        timesRow,
        `SELECT (SELECT min(taken_from) FROM scene WHERE taken_from IS NOT NULL) AS first, (SELECT max(taken_until) FROM scene) AS last`,
      );
      return { box: box ?? null, first: times?.first ?? null, last: times?.last ?? null };
    },
    /** Returns the rasters of a scene that are on disk, in the service's order. */
    rasters: (row: number): LibraryFileId[] =>
      readableRows(
        store,
        fileIdRow,
        `SELECT id AS fileId FROM scene_file WHERE scene_row = :row AND kind = 'raster' AND path IS NOT NULL AND missing = 0
         ORDER BY position, id LIMIT 100`,
        { row },
      ).rows.map(({ fileId }) => fileId),
  };
}
