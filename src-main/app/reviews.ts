import { randomBytes } from 'node:crypto';
import { dirname, extname, isAbsolute, join, posix, relative, sep } from 'node:path';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { type LibrarySceneId, librarySceneIdSchema } from '../../src-preload/contract/ids.ts';
import type { Implementer } from '../implementer.ts';
import { createSceneReviews } from '../library/scene-review-table.ts';
import { canRead } from '../library-folders/folder-watch.ts';
import { arrivedNotice, createArrivedReviews } from '../reviews/arrived-reviews.ts';
import { createFurtherReading } from '../reviews/further-reading.ts';
import type { ReviewedScene } from '../reviews/model/review.ts';
import { createReviewQueues, type QueueQueries } from '../reviews/review-queues.ts';
import { createReviewReading } from '../reviews/review-reading.ts';
import { createReviewSteps } from '../reviews/review-steps.ts';
import { createReviewTable } from '../reviews/review-table.ts';
import { createReviewThread } from '../reviews/review-thread.ts';
import { createReviewWriting } from '../reviews/review-writing.ts';
import { createReviewerIdentity, identitySchema } from '../reviews/reviewer-identity.ts';
import { createReviews } from '../reviews/reviews.ts';
import { reviewsProcedures } from '../reviews/reviews-procedures.ts';
import type { Session } from '../session/session.ts';
import type { AsyncQueries } from '../store/async-queries.ts';
import { openJsonDocument } from '../store/json-document.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { FolderWatchModule } from './folder-watch.ts';
import { createPersonName } from './person-name.ts';
import type { SettingsModule } from './settings.ts';

interface ReviewsModuleOptions {
  context: AppContext;
  store: Store;
  settings: Pick<SettingsModule, 'libraryFolder'>;
  session: Pick<Session, 'named'>;
  lists: { reviews: AsyncQueries<QueueQueries> };
  folderWatch: Pick<FolderWatchModule, 'rows' | 'folderOf' | 'isAway'>;
}

/** Statements of this time are written at once: one click follows the other. */
const debounceMs = 400;
/** The reviews in further library folders are read so often, and whenever one of them comes back. */
const furtherEveryMs = 3_600_000;
/** The page reads again at most so often while a folder is read. */
const soonMs = 250;

const startWorker = (): Worker =>
  new Worker(new URL(`./reviews-worker${extname(import.meta.url)}`, import.meta.url), {
    // A hostile folder ends this thread alone.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  });

function setTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  timer.unref();
  return () => clearTimeout(timer);
}

const sceneRow = z.object({
  ...{ id: librarySceneIdSchema, sceneId: z.string(), contractId: z.string(), connectionId: z.string() },
  taskName: z.string().nullable(),
});
const pathRow = z.object({ path: z.string() });
const newId = () => randomBytes(6).toString('hex');

/** Creates what the reviews ask of the library: which scene is which, and in which folder its files are. */
function createReviewedScenes({
  store,
  session,
  folderWatch,
}: Pick<ReviewsModuleOptions, 'store' | 'session' | 'folderWatch'>) {
  const pathOf = (id: LibrarySceneId) =>
    store.get(
      pathRow,
      `SELECT path FROM scene_file WHERE scene_row = :id AND path IS NOT NULL AND missing = 0 AND name <> 'thumbnail'
       ORDER BY position, id LIMIT 1`,
      { id },
    )?.path;
  const select = `SELECT id, scene_id AS sceneId, contract_id AS contractId, connection_id AS connectionId, task_name AS taskName FROM scene`;
  const serviceOf = (connectionId: string) => {
    const connection = session.named().find(({ id }) => id === connectionId);
    return connection === undefined ? null : new URL(connection.catalogUrl).origin;
  };
  return {
    get(id: LibrarySceneId): { scene: ReviewedScene; name: string } | null {
      const row = store.get(sceneRow, `${select} WHERE id = :id`, { id });
      if (row === undefined) return null;
      const { sceneId, contractId, connectionId, taskName } = row;
      const service = serviceOf(connectionId);
      return {
        scene: { sceneId, contractId: contractId === '' ? null : contractId, service, connectionId },
        name: taskName ?? sceneId,
      };
    },
    /** The scene of the same connection, or else of the same service, or else the only one of this name and contract. */
    find({ sceneId, contractId, service, connectionId }: ReviewedScene): LibrarySceneId | null {
      const rows = store.all(
        sceneRow,
        `${select} WHERE scene_id = :sceneId AND contract_id = :contractId LIMIT 20`,
        {
          sceneId,
          contractId: contractId ?? '',
        },
      );
      const same = rows.find((row) => row.connectionId === connectionId);
      const near = rows.find((row) => service !== null && serviceOf(row.connectionId) === service);
      return (same ?? near ?? (rows.length === 1 ? rows[0] : undefined))?.id ?? null;
    },
    folderOf(library: string, id: LibrarySceneId): string | null {
      const path = pathOf(id);
      if (path === undefined) return null;
      const below = isAbsolute(path) ? relative(library, path) : path;
      if (isAbsolute(below) || below.split(/[\\/]/)[0] === '..') return null;
      return posix.dirname(sep === '/' ? below : below.replaceAll(sep, posix.sep));
    },
    /** The absolute folder of a scene in a further library folder that can be read now; null for any other scene. */
    furtherFolderOf(id: LibrarySceneId): string | null {
      const path = pathOf(id);
      if (path === undefined || folderWatch.folderOf(path) === null || folderWatch.isAway(path)) return null;
      return dirname(path);
    },
  };
}

/**
 * Creates the reviews of scenes. They are read from the library folder when a database knows none of them, and after the folder was
 * read into the index; they are written when they change, and when the files of a scene come. Those in further library folders are read
 * at the start, when such a folder has come back, and at intervals; what is new of other people is told by a notice.
 */
export function createReviewsModule(options: ReviewsModuleOptions) {
  const { context, store, settings, session, lists, folderWatch } = options;
  const { now, publish, events, folder } = context;
  const onError = context.onError('reviews');
  const library = settings.libraryFolder;
  const scenes = createReviewedScenes({ store, session, folderWatch });
  const summaries = createSceneReviews({ store });
  const table = createReviewTable({ store, newWriter: newId });
  const identity = createReviewerIdentity({
    document: openJsonDocument({
      ...{ path: join(folder, 'reviewer.json'), version: 1, schema: identitySchema },
      ...{ initial: { reviewerId: null, name: null }, now },
      onQuarantined: (path) => context.log.info('reviewer file kept aside', { path }),
    }),
    newId,
    usualName: createPersonName({ store }),
  });
  const changed = () => publish('reviews');
  let cancelSoon: (() => void) | null = null;
  const changedSoon = () => {
    cancelSoon ??= setTimer(() => {
      cancelSoon = null;
      changed();
    }, soonMs);
  };

  const reviews = createReviews({
    ...{ store, table, now, me: identity.me },
    steps: createReviewSteps({ store }),
    scene: scenes.get,
    putSummary: summaries.put,
    changed(isToWrite) {
      changed();
      if (isToWrite) writing.wake();
    },
  });
  const { folderOf } = scenes;
  const common = { store, table, library, onError };
  const writing = createReviewWriting({
    ...{ ...common, folderOf, debounceMs, setTimer, changed },
    thread: createReviewThread(startWorker),
    accept: (librarySceneId, review) => void reviews.accept(librarySceneId, review, false),
  });
  const readingOptions = {
    ...common,
    find: scenes.find,
    accept: reviews.accept,
    noteMissing: reviews.noteMissing,
    changed({ isToWrite }: { isToWrite: boolean }) {
      changedSoon();
      if (isToWrite) writing.wake();
    },
  };
  const reading = createReviewReading({ ...readingOptions, thread: createReviewThread(startWorker) });
  const queues = createReviewQueues({ store, now });

  // Whoever opens a scene does not wait for the reading of a whole folder.
  const besideReading = createReviewReading({ ...readingOptions, thread: createReviewThread(startWorker) });
  function readBeside(librarySceneId: LibrarySceneId) {
    const below = folderOf(library(), librarySceneId);
    const beside =
      below === null ? scenes.furtherFolderOf(librarySceneId) : join(library(), ...below.split('/'));
    if (beside === null) return;
    // A folder that is away, or the end of Nadir: the reviews that are known stay on the screen.
    besideReading.beside(librarySceneId, beside).catch(() => undefined);
  }

  const arrived = createArrivedReviews(({ reviewer }) => reviewer.id === identity.me().id);
  const further = createFurtherReading({
    reading: createReviewReading({
      ...{ ...readingOptions, thread: createReviewThread(startWorker) },
      accept(librarySceneId, review, isElsewhere) {
        const isNew = reviews.accept(librarySceneId, review, isElsewhere);
        if (isNew) arrived.note(librarySceneId, review);
        return isNew;
      },
      changed(told) {
        readingOptions.changed(told);
        const found = arrived.take();
        if (found !== null) context.notices.replace('reviews-arrived', (last) => arrivedNotice(last, found));
      },
    }),
    readable: () => folderWatch.rows().flatMap(({ path, state }) => (canRead(state) ? [path] : [])),
    ...{ setTimer, everyMs: furtherEveryMs, onError },
  });

  const readLibrary = () => {
    table.wantRead();
    reading.start(null);
  };
  events.on('library.changed', () => writing.wake());
  events.on('library-folder.changed', () => {
    table.noteAll();
    table.wantRead();
    writing.wake(true);
  });
  events.on('library.swept', () => {
    if (table.wantedRead() !== null) reading.start(null);
    writing.wake();
    further.readAll();
  });
  // Before its scenes are known a review would be of none.
  events.on('library-folder.read', (path) => further.read([path]));
  events.on('library-folder.moved', further.leaveLost);
  events.on('library.rebuilt', readLibrary);

  return {
    async close() {
      cancelSoon?.();
      await Promise.allSettled([writing.close(), reading.close(), besideReading.close(), further.close()]);
    },
    procedures: (os: Implementer) => ({
      reviews: reviewsProcedures(os, {
        ...{
          reviews,
          queues,
          queries: lists.reviews,
          identity,
          table,
          writing,
          reading,
          readBeside,
          changed,
        },
      }),
    }),
  };
}
