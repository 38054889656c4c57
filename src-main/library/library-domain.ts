import type { ListQueryOptions } from '../store/async-queries.ts';
import { createAwayFolders } from './away-folders.ts';
import { createPlaceScenes } from './place-scenes.ts';
import { sceneAssetsMigrations } from './scene-assets-table.ts';
import { createSceneChecks } from './scene-checks.ts';
import { createSceneOrder } from './scene-order.ts';
import { createSceneTable } from './scene-table.ts';
import { libraryMigrations } from './tables.ts';

/** The tables of scenes and their files, and the queries of their lists. */
export const libraryDomain = {
  migrations: [...libraryMigrations, ...sceneAssetsMigrations],
  listQueries({ store, now, flags }: ListQueryOptions) {
    const table = createSceneTable({
      store,
      now,
      // Only used for writing and for the files of one scene.
      taskOfCapture: () => null,
      transferring: () => false,
      flagged: flags.sceneIds,
      isAway: createAwayFolders({ store }),
    });
    const { list, ids, footprints, geometries } = table;
    const ofPlace = createPlaceScenes({ store, table });
    const orderOf = createSceneOrder({ store });
    return { list, ids, footprints, geometries, ofPlace, orderOf, ...createSceneChecks({ store }) };
  },
};
