import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import { isoPeriod } from '../../src-preload/contract/acquired.ts';
import { type LibrarySceneId, librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import type { HandOnEvent, HandOnForm } from '../../src-preload/contract/sharing.ts';
import { AppError } from '../core/app-error.ts';
import type { ExportsFolder } from '../core/exports-folder.ts';
import { iterate } from '../core/iterate.ts';
import { createCatalogScenes } from '../features/library/catalog-scenes.ts';
import { sceneForOthers } from '../features/library/holdings/format/for-others.ts';
import {
  createHoldingsThread,
  DiskTroubleError,
  startHoldingsWorker,
} from '../features/library/holdings/holdings-thread.ts';
import { createReviewRows } from '../features/reviews/review-rows.ts';
import { ReviewTroubleError } from '../features/reviews/review-thread.ts';
import { createReviewsForItems } from '../features/reviews/reviews-for-items.ts';
import { createFolderExport, type ExportedScenes } from '../features/sharing/folder-export.ts';
import type { Takeaway } from '../features/viewer/takeaway/takeaway.ts';
import type { Store } from '../store/store.ts';
import type { FolderWatchModule } from './folder-watch.ts';
import type { LibraryModule } from './library.ts';
import type { ReviewsModule } from './reviews.ts';

/** The maximal number of rasters in a layer file, because QGIS opens each of them. */
const maxLayers = 500;

interface HandOnOptions {
  store: Pick<Store, 'all' | 'get'>;
  library: () => string;
  /** The further library folders. */
  folderWatch: Pick<FolderWatchModule, 'rows'>;
  reviews: Pick<ReviewsModule, 'writeInto' | 'readBesideAll'>;
  instance: string;
  exports: ExportsFolder;
  takeaway: Pick<Takeaway, 'writeQgisGroup'>;
  table: Pick<LibraryModule['table'], 'get'>;
  closing: AbortSignal;
}

interface HandOnInput {
  librarySceneIds: readonly LibrarySceneId[];
  form: HandOnForm;
  name: string;
  withReviews: boolean;
}

/** Creates the export of scenes for other people: as a folder with a catalog, or as a layer file of QGIS. */
export function createHandOnModule(options: HandOnOptions) {
  const { store, library, folderWatch, reviews, instance, exports, takeaway, table, closing } = options;
  // Items for other people name neither the connection nor its service.
  const scenes = createCatalogScenes({ store, connection: () => null });
  const reviewOf = createReviewsForItems(createReviewRows({ store }));
  const thread = createHoldingsThread(startHoldingsWorker);
  const writeFolder = createFolderExport({
    located: (sceneRow) =>
      [library(), ...folderWatch.rows().map(({ path }) => path)].flatMap((root) => {
        const scene = scenes.get(root, sceneRow)?.scene ?? null;
        return scene === null ? [] : [{ root, scene }];
      }),
    write: exports.write,
    diskOf: () => (existsSync(exports.folder()) ? exports.folder() : library()),
    async writeItems(folder, batch, { withReviews }) {
      const entries = batch.map(({ sceneRow, scene }) => ({
        sceneRow,
        scene: {
          ...sceneForOthers(scene),
          review: withReviews ? reviewOf(librarySceneIdSchema.parse(sceneRow)) : null,
        },
        source: scene.source,
        itemPath: null,
        pagePath: null,
      }));
      const { results } = await thread.ask({ ask: 'write', library: folder, instance, entries });
      const failed = results.find(({ outcome }) => outcome !== 'written');
      if (failed !== undefined)
        throw new AppError('FOLDER_NOT_WRITABLE', {
          path: folder,
          detail: failed.outcome === 'failed' ? failed.code : failed.outcome,
        });
    },
    writeReviews: (folder, batch) =>
      reviews.writeInto(
        folder,
        batch.map(({ sceneRow, scene }) => ({
          librarySceneId: librarySceneIdSchema.parse(sceneRow),
          folder: posix.dirname(scene.files[0]?.path ?? ''),
        })),
      ),
  });

  async function writeLayers(
    { librarySceneIds, name }: HandOnInput,
    onProgress: (fraction: number) => void,
    signal: AbortSignal,
  ): Promise<ExportedScenes> {
    const rasters = librarySceneIds.flatMap((id) => {
      const { files, timestamp, period, sceneId } = table.get(id);
      const time = timestamp?.slice(0, 10) ?? (period === null ? '' : isoPeriod(period));
      return files
        .filter(({ kind, state }) => kind === 'raster' && state === 'on-disk')
        .map(({ fileId }) => ({ id, fileId, title: `${time} ${sceneId}`.trim() }));
    });
    const exported = rasters.slice(0, maxLayers);
    const { file, fileIds } = await takeaway.writeQgisGroup(exported, name, onProgress, signal);
    const drawn = new Set(exported.filter(({ fileId }) => fileIds.has(fileId)).map(({ id }) => id));
    return {
      file,
      scenes: drawn.size,
      leftOut: librarySceneIds.length - drawn.size,
      reviewed: 0,
      damaged: { files: 0, names: [] },
    };
  }

  async function run(input: HandOnInput, onProgress: (fraction: number) => void, signal: AbortSignal) {
    try {
      if (input.form === 'qgis') return await writeLayers(input, onProgress, signal);
      const { librarySceneIds: sceneRows, name, withReviews } = input;
      // A verdict that another person has given meanwhile must not be missing from what is handed on.
      if (withReviews) await reviews.readBesideAll(sceneRows, signal);
      return await writeFolder({ sceneRows, name, withReviews }, onProgress, signal);
    } catch (error) {
      if (!(error instanceof DiskTroubleError || error instanceof ReviewTroubleError)) throw error;
      const path = exports.folder();
      if (error.trouble === 'disk-full') throw new AppError('DISK_FULL', { path, neededBytes: null });
      throw new AppError('FOLDER_NOT_WRITABLE', { path, detail: error.trouble });
    }
  }

  return {
    /** Yields the progress of an export, and its result at the end. The export is cancelled when the stream is closed. */
    async *handOn(
      input: HandOnInput,
      signal: AbortSignal | undefined,
    ): AsyncGenerator<HandOnEvent, void, void> {
      const stop = new AbortController();
      const ended = new AbortController();
      const anySignal = AbortSignal.any([stop.signal, closing, ...(signal ? [signal] : [])]);
      let outcome: { done: ExportedScenes } | { failure: unknown } | null = null;
      let running: Promise<void> = Promise.resolve();
      try {
        yield* iterate<HandOnEvent>(
          (push) => {
            running = run(input, (fraction) => push({ kind: 'progress', share: fraction }), anySignal)
              .then(
                (done) => {
                  outcome = { done };
                },
                (failure: unknown) => {
                  outcome = { failure };
                },
              )
              .finally(() => ended.abort());
            return () => undefined;
          },
          [anySignal, ended.signal],
          (_older, newer) => newer,
        );
      } finally {
        stop.abort();
        await running;
      }
      yield* lastOf(outcome);
    },
    close: () => thread.end(),
  };
}

function* lastOf(outcome: { done: ExportedScenes } | { failure: unknown } | null): Generator<HandOnEvent> {
  if (outcome === null) throw new AppError('CANCELLED', {});
  if ('failure' in outcome) throw outcome.failure;
  yield { kind: 'done', ...outcome.done };
}
