import { join } from 'node:path';
import type { ListQueryOptions } from '../../store/async-queries.ts';
import { createAwayFolders } from './away-folders.ts';
import { createFindOrderOfScene } from './find-order-of-scene.ts';
import { createPlaceScenes } from './place-scenes.ts';
import { sceneAssetsMigrations } from './scene-assets-table.ts';
import { createSceneChecks } from './scene-checks.ts';
import { createSceneTable } from './scene-table.ts';
import { libraryMigrations } from './tables.ts';

/** The index is beside the database; Nadir builds it again if it is lost. */
const indexFileName = 'scene-index.bin';

/** The tables of scenes and their files, and the queries of their lists. */
export const libraryDomain = {
  migrations: [...libraryMigrations, ...sceneAssetsMigrations],
  listQueries({ store, now, flags, folder }: ListQueryOptions) {
    const table = createSceneTable({
      store,
      now,
      // Only used for writing and for the files of one scene.
      taskOfCapture: () => null,
      transferring: () => false,
      flagged: flags.sceneIds,
      awayFolders: createAwayFolders({ store }),
      indexPath: folder === null ? null : join(folder, indexFileName),
    });
    const { list, ids, facets, placeGroups, keepIndex, indexShare, footprints, geometries } = table;
    const ofPlace = createPlaceScenes({ store, table });
    return {
      list,
      ids,
      facets,
      placeGroups,
      keepIndex,
      indexShare,
      footprints,
      geometries,
      ofPlace,
      orderOf: createFindOrderOfScene({ store }),
      ...createSceneChecks({ store }),
    };
  },
};
