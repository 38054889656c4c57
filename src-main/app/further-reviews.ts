import { startTimer } from '../core/start-timer.ts';
import { canRead } from '../features/library/folders/folder-watch.ts';
import { createArrivedReviews, createReviewsNotice } from '../features/reviews/arrived-reviews.ts';
import { createFurtherReading } from '../features/reviews/further-reading.ts';
import { createReviewReading, type ReviewReadingOptions } from '../features/reviews/review-reading.ts';
import { createStoredArrivals } from '../features/reviews/stored-arrivals.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { FolderWatchModule } from './folder-watch.ts';

interface AnnouncementOptions {
  context: Pick<AppContext, 'notices' | 'events' | 'now'>;
  store: Store;
}

/**
 * Creates the notice of new reviews; listens for its dismissal. Returns the function that makes a reading announce what is new, while
 * `isNews` says so of its files.
 */
export function createReviewsAnnouncement({ context, store }: AnnouncementOptions) {
  const { notices, events, now } = context;
  const notice = createReviewsNotice({ notices, stored: createStoredArrivals({ store }), now });
  events.on('notice.dismissed', notice.dismissed);
  return function announcing(
    reading: ReviewReadingOptions,
    isNews: (file: { isElsewhere: boolean }) => boolean = () => true,
  ): ReviewReadingOptions {
    const arrived = createArrivedReviews();
    return {
      ...reading,
      accept(librarySceneId, review, isElsewhere) {
        const isNew = reading.accept(librarySceneId, review, isElsewhere);
        if (isNew && isNews({ isElsewhere })) arrived.note(librarySceneId, review);
        return isNew;
      },
      changed(what) {
        reading.changed(what);
        const found = arrived.take();
        if (found !== null) notice.add(found);
      },
    };
  };
}

interface FurtherReviewsOptions {
  folderWatch: Pick<FolderWatchModule, 'rows'>;
  /** Those of the reading of any folder; its thread is used for the background only. */
  reading: ReviewReadingOptions;
}

/** The reviews in all library folders are read again after this time, and those of a further folder whenever it comes back. */
const everyMs = 15 * 60_000;

/**
 * Creates the background reading of the reviews in the library folder, which others may write to as well, and in the further ones.
 */
export function createFurtherReviews(options: FurtherReviewsOptions) {
  const { folderWatch, reading } = options;
  const background = createReviewReading(reading);
  const { library } = reading;
  return createFurtherReading({
    reading: {
      ...background,
      // Null stands for the library folder, whose reviews are not written a second time.
      start: (path) => background.start(path === library() ? null : path),
    },
    readable: () => [
      // Before its first reading everything in it is new, and nothing is news.
      ...(reading.table.requestedRead() === null ? [library()] : []),
      ...folderWatch.rows().flatMap(({ path, state }) => (canRead(state) ? [path] : [])),
    ],
    setTimer: startTimer,
    everyMs,
    onError: reading.onError,
  });
}
