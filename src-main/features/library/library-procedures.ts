import type { BadFileReason } from '../../../src-preload/contract/holdings.ts';
import type { Implementer } from '../../core/implementer.ts';
import { untilClosing } from '../../core/until-closing.ts';
import { abortable } from '../../service/http/abortable.ts';
import type { AsyncQueries } from '../../store/async-queries.ts';
import type { createEnteredBands } from './entered-bands.ts';
import type { createEnteredFacts } from './entered-facts.ts';
import { createFilesOfMany } from './files-of-many.ts';
import type { createFindOrderOfScene } from './find-order-of-scene.ts';
import type { createBadFiles } from './holdings/bad-files.ts';
import type { Library } from './library.ts';
import type { createPlaceScenes } from './place-scenes.ts';
import type { SceneAssets } from './scene-assets.ts';
import type { SceneQueries } from './scene-links.ts';
import type { SceneTable } from './scene-table.ts';
import type { createUnreadScenes } from './unread-scenes.ts';

/** Returns a file with what a check has found wrong with it. */
const withReason = <T extends object>(file: T, bad: { reason: BadFileReason } | undefined) =>
  bad === undefined ? file : { ...file, badReason: bad.reason };

/** Creates the procedures of the library contract. */
export function libraryProcedures(
  os: Implementer,
  {
    library,
    table,
    assets,
    links,
    lists,
    badFiles,
    enterFacts,
    enterBands,
    unread,
    closing,
  }: {
    library: Library;
    table: SceneTable;
    assets: SceneAssets;
    links: SceneQueries;
    /** Queries that may read all scenes; they run outside the main event loop. */
    lists: AsyncQueries<
      Pick<
        SceneTable,
        'list' | 'ids' | 'facets' | 'placeGroups' | 'footprints' | 'geometries' | 'indexShare'
      > & {
        ofPlace: ReturnType<typeof createPlaceScenes>;
        orderOf: ReturnType<typeof createFindOrderOfScene>;
      }
    >;
    /** Returns what the last check of the files has found wrong with those of a scene. */
    badFiles: ReturnType<typeof createBadFiles>['ofScene'];
    /** Records what a person knows of imported scenes, and tells that they changed. */
    enterFacts: ReturnType<typeof createEnteredFacts>;
    enterBands: ReturnType<typeof createEnteredBands>;
    unread: ReturnType<typeof createUnreadScenes>;
    closing: AbortSignal;
  },
) {
  const filesOfMany = createFilesOfMany(table);
  return {
    list: os.library.list.handler(({ input }) => lists.list(input)),
    ids: os.library.ids.handler(({ input }) => lists.ids(input)),
    facets: os.library.facets.handler(({ input }) => lists.facets(input)),
    indexShare: os.library.indexShare.handler(() => lists.indexShare()),
    placeGroups: os.library.placeGroups.handler(({ input }) => lists.placeGroups(input)),
    footprints: os.library.footprints.handler(({ input }) => lists.footprints(input.filter)),
    geometries: os.library.geometries.handler(({ input }) => lists.geometries(input.librarySceneIds)),
    ofPlace: os.library.ofPlace.handler(({ input }) => lists.ofPlace(input)),
    orderOf: os.library.orderOf.handler(({ input }) => lists.orderOf(input.librarySceneId)),
    get: os.library.get.handler(({ input: { librarySceneId } }) => {
      const scene = table.get(librarySceneId);
      const bad = badFiles(librarySceneId);
      const files = scene.files.map((file) =>
        withReason(
          file,
          bad.find(({ fileId }) => fileId === file.fileId),
        ),
      );
      return { ...scene, files };
    }),
    filePlaces: os.library.filePlaces.handler(({ input }) =>
      input.librarySceneIds.map((id) => {
        const bad = badFiles(id);
        return table.filePlaces(id).map((file) =>
          withReason(
            file,
            bad.find(({ path }) => path === file.path),
          ),
        );
      }),
    ),
    filesOfMany: os.library.filesOfMany.handler(({ input }) => filesOfMany(input.ids)),
    unread: os.library.unread.handler(({ input }) => unread.unread(input.scope)),
    readUnread: os.library.readUnread.handler(({ input }) => unread.start(input.scope)),
    stopReading: os.library.stopReading.handler(({ input }) => unread.stop(input.scope)),
    // All callers for a capture or a raster share the work: if one aborts, it continues for the others.
    refreshCapture: os.library.refreshCapture.handler(({ input, signal }) =>
      abortable(library.refreshCapture(input.scope, input.captureId), untilClosing(signal, closing)),
    ),
    checkCapture: os.library.checkCapture.handler(async ({ input: { scope, captureId }, signal }) => {
      const known = table.ofCapture(scope, captureId);
      const downloading = known.some(({ files }) => files.some(({ state }) => state === 'transferring'));
      if (downloading || !links.isDue(scope, captureId)) return false;
      await abortable(library.refreshCapture(scope, captureId), untilClosing(signal, closing));
      return true;
    }),
    ofCapture: os.library.ofCapture.handler(({ input }) => table.ofCapture(input.scope, input.captureId)),
    ofOrder: os.library.ofOrder.handler(({ input }) => assets.ofOrder(input.scope, input.orderId)),
    refreshOrder: os.library.refreshOrder.handler(({ input, signal }) =>
      abortable(
        assets.refresh(input.scope, input.orderId, input.deliverableIds),
        untilClosing(signal, closing),
      ),
    ),
    rasterInfo: os.library.rasterInfo.handler(({ input, signal }) =>
      abortable(library.rasterInfo(input.fileId), untilClosing(signal, closing)),
    ),
    overviewBuild: os.library.overviewBuild.handler(({ input }) => library.overviewBuild(input.fileId)),
    cancelOverviews: os.library.cancelOverviews.handler(({ input }) => library.cancelOverviews(input.fileId)),
    buildOverviews: os.library.buildOverviews.handler(({ input }) => library.buildOverviews(input.fileId)),
    folder: os.library.folder.handler(({ signal }) => library.folder(untilClosing(signal, closing))),
    enterFacts: os.library.enterFacts.handler(({ input }) => enterFacts(input)),
    enterBands: os.library.enterBands.handler(({ input }) => enterBands(input)),
    deleteFile: os.library.deleteFile.handler(({ input }) =>
      library.deleteFile(input.fileId, { permanently: input.permanently ?? false }),
    ),
  };
}
