import { randomBytes } from 'node:crypto';
import { extname, join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Implementer } from '../core/implementer.ts';
import { startTimer } from '../core/start-timer.ts';
import type { Session } from '../features/connections/session.ts';
import { createSceneReviews } from '../features/library/scene-review-table.ts';
import { createHandoverRecordTable } from '../features/packages/handover-record-table.ts';
import { createFileReading } from '../features/reviews/file-reading.ts';
import { createReviewQueues, type QueueQueries } from '../features/reviews/review-queues.ts';
import { createReviewReading } from '../features/reviews/review-reading.ts';
import { createReviewSteps } from '../features/reviews/review-steps.ts';
import { createReviewTable } from '../features/reviews/review-table.ts';
import { createReviewThread } from '../features/reviews/review-thread.ts';
import { createReviewWriting } from '../features/reviews/review-writing.ts';
import { createReviewerIdentity, identitySchema } from '../features/reviews/reviewer-identity.ts';
import { createReviews } from '../features/reviews/reviews.ts';
import { createReviewsExport } from '../features/reviews/reviews-export.ts';
import { reviewsProcedures } from '../features/reviews/reviews-procedures.ts';
import type { AsyncQueries } from '../store/async-queries.ts';
import { openJsonDocument } from '../store/json-document.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import { createBesideReviews } from './beside-reviews.ts';
import type { FolderWatchModule } from './folder-watch.ts';
import { createFurtherReviews, createReviewsAnnouncement } from './further-reviews.ts';
import type { HoldingsModule } from './holdings.ts';
import { createPersonName } from './person-name.ts';
import { createReviewedScenes } from './reviewed-scenes.ts';
import type { SettingsModule } from './settings.ts';

interface ReviewsModuleOptions {
  context: AppContext;
  store: Store;
  settings: Pick<SettingsModule, 'libraryFolder'>;
  session: Pick<Session, 'named'>;
  lists: { reviews: AsyncQueries<QueueQueries> };
  folderWatch: Pick<FolderWatchModule, 'rows' | 'isAway'>;
  holdings: Pick<HoldingsModule, 'noteScene'>;
}

/** Statements within this time are written together, because a reviewer makes several in a row. */
const debounceMs = 400;
/** While a folder is read, the page is told of changes once in this time. */
const soonMs = 250;
/** So many old summaries are found at once. */
const staleAtOnce = 200;

const startWorker = (): Worker =>
  new Worker(new URL(`./reviews-worker${extname(import.meta.url)}`, import.meta.url), {
    // A hostile folder ends this thread alone.
    resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 },
  });

const newId = () => randomBytes(6).toString('hex');

/** Opens the identity of the reviewer of this computer, stored in `reviewer.json` of the data folder. */
function openReviewerIdentity({ context, store }: Pick<ReviewsModuleOptions, 'context' | 'store'>) {
  const { folder, now, log } = context;
  return createReviewerIdentity({
    document: openJsonDocument({
      path: join(folder, 'reviewer.json'),
      version: 1,
      schema: identitySchema,
      initial: { reviewerId: null, name: null, nameCounter: 0 },
      now,
      onQuarantined: (path) => log.info('reviewer file kept aside', { path }),
    }),
    newId,
    defaultName: createPersonName({ store }),
  });
}

/**
 * Creates the reviews of scenes. They are read from the library folder when the database has none of them yet, and after the folder was
 * read into the index. They are written when they change and when the files of a scene are saved. Reviews in further library folders are
 * read at the start, when such a folder comes back, and at intervals.
 */
export function createReviewsModule(options: ReviewsModuleOptions) {
  const { context, store, settings, session, lists, folderWatch, holdings } = options;
  const { now, publish, events } = context;
  const onError = context.onError('reviews');
  const library = settings.libraryFolder;
  const scenes = createReviewedScenes({ store, session, folderWatch });
  const summaries = createSceneReviews({ store });
  const table = createReviewTable({ store, newWriter: newId });
  const identity = openReviewerIdentity({ context, store });
  const persons = createHandoverRecordTable({ store });
  const changed = () => publish('reviews');
  let cancelSoon: (() => void) | null = null;
  const changedSoon = () => {
    cancelSoon ??= startTimer(() => {
      cancelSoon = null;
      changed();
    }, soonMs);
  };

  const reviews = createReviews({
    store,
    table,
    now,
    me: identity.me,
    steps: createReviewSteps({ store }),
    scene: scenes.get,
    putSummary(librarySceneId, summary) {
      summaries.put(librarySceneId, summary);
      holdings.noteScene(librarySceneId);
    },
    staysHere: (librarySceneId) => scenes.isOutside(library(), librarySceneId),
    changed(isToWrite) {
      changed();
      if (isToWrite) writing.wake();
    },
  });
  /** Stores summaries again that do not say who gave ratings and tags, or that were made for another reviewer. */
  async function refreshSummaries() {
    const signal = context.closing;
    for (
      let ids = summaries.stale(staleAtOnce);
      ids.length > 0 && !signal.aborted;
      ids = summaries.stale(staleAtOnce)
    )
      await reviews.refreshSummaries(ids, { put: summaries.put, signal });
    changedSoon();
  }
  const { folderOf } = scenes;
  const common = { store, table, library, onError };
  const writeThread = createReviewThread(startWorker);
  const writing = createReviewWriting({
    ...common,
    folderOf,
    debounceMs,
    setTimer: startTimer,
    changed,
    thread: writeThread,
    accept(librarySceneId, review) {
      reviews.acceptWritten(librarySceneId, review);
      beside.noteWritten(librarySceneId);
    },
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
  const announcing = createReviewsAnnouncement({ context, store });
  /**
   * True once a person has selected another library folder in this session: what others have said there is news. With a new database it is
   * none, because there everything is new. What is read from elsewhere on request is told by the dialog that reads it.
   */
  let isFolderNew = false;
  const reading = createReviewReading(
    announcing(
      { ...readingOptions, thread: createReviewThread(startWorker) },
      ({ isElsewhere }) => isFolderNew && !isElsewhere,
    ),
  );
  const queues = createReviewQueues({ store, now });

  const beside = createBesideReviews({
    context,
    library,
    scenes,
    reading: { ...readingOptions, thread: createReviewThread(startWorker) },
  });
  // What an import reads is told by its dialog, as with every reading on request.
  const fileReading = createFileReading({ ...readingOptions, thread: createReviewThread(startWorker) });
  const further = createFurtherReviews({
    folderWatch,
    reading: announcing({ ...readingOptions, thread: createReviewThread(startWorker) }),
  });

  events.on('library.changed', () => writing.wake());
  events.on('library-folder.changed', () => {
    isFolderNew = true;
    table.noteAll();
    table.requestRead();
    writing.wake(true);
  });
  // Not at the end of a pause that has grown for as long as the drive was away.
  events.on('library-folder.returned', () => writing.wake(true));
  events.on('library.swept', () => {
    if (table.requestedRead() !== null) reading.start(null);
    writing.wake();
    further.readAll();
    refreshSummaries().catch(onError);
  });
  // Not earlier, because a review is matched with a scene of the index.
  events.on('library-folder.read', (path) => further.read([path]));
  events.on('library-folder.moved', further.cancelUnreadable);
  events.on('library.rebuilt', () => {
    table.requestRead();
    reading.start(null);
  });

  return {
    writeInto: createReviewsExport({ table, thread: writeThread }),
    readBesideAll: beside.readAll,
    readFiles: fileReading.read,
    async close() {
      cancelSoon?.();
      await Promise.allSettled([
        writing.close(),
        reading.close(),
        beside.close(),
        fileReading.close(),
        further.close(),
      ]);
    },
    procedures: (os: Implementer) => ({
      reviews: reviewsProcedures(os, {
        reviews,
        queues,
        identity,
        table,
        writing,
        reading,
        readBeside: beside.read,
        readBesideAll: beside.readAll,
        changed,
        reviewerChanged() {
          summaries.markStale();
          refreshSummaries().catch(onError);
        },
        renamed(ids) {
          // Who has a name as a reviewer signs other work with it too, unless another one was entered there.
          if (persons.person() === null) persons.setPerson(identity.me().name);
          writing.wake();
          // The items of these scenes have the name too.
          store.transaction(() => {
            for (const id of ids) holdings.noteScene(id);
          });
        },
        queries: lists.reviews,
        closing: context.closing,
      }),
    }),
  };
}

/** What `createReviewsModule` returns. */
export type ReviewsModule = ReturnType<typeof createReviewsModule>;
