import { canRead } from '../library-folders/folder-watch.ts';
import { createArrivedReviews, createReviewsNotice } from '../reviews/arrived-reviews.ts';
import { createFurtherReading } from '../reviews/further-reading.ts';
import { createReviewReading, type ReviewReadingOptions } from '../reviews/review-reading.ts';
import type { ReviewerIdentity } from '../reviews/reviewer-identity.ts';
import { createStoredArrivals } from '../reviews/stored-arrivals.ts';
import { startTimer } from '../start-timer.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import type { FolderWatchModule } from './folder-watch.ts';

interface FurtherReviewsOptions {
  context: Pick<AppContext, 'notices' | 'events' | 'now'>;
  store: Store;
  folderWatch: Pick<FolderWatchModule, 'rows'>;
  identity: Pick<ReviewerIdentity, 'me'>;
  /** Those of the reading of any folder; its thread is used for further folders only. */
  reading: ReviewReadingOptions;
}

/** The reviews in further library folders are read again after this time, and whenever one of these folders comes back. */
const everyMs = 3_600_000;

/**
 * Creates the background reading of the reviews in further library folders. New reviews of other people raise a notice. Listens for
 * the dismissal of that notice.
 */
export function createFurtherReviews(options: FurtherReviewsOptions) {
  const { context, store, folderWatch, identity, reading } = options;
  const { notices, events, now } = context;
  const notice = createReviewsNotice({ notices, stored: createStoredArrivals({ store }), now });
  events.on('notice.dismissed', notice.dismissed);
  const arrived = createArrivedReviews(({ reviewer }) => reviewer.id === identity.me().id);
  return createFurtherReading({
    reading: createReviewReading({
      ...reading,
      accept(librarySceneId, review, isElsewhere) {
        const isNew = reading.accept(librarySceneId, review, isElsewhere);
        if (isNew) arrived.note(librarySceneId, review);
        return isNew;
      },
      changed(what) {
        reading.changed(what);
        const found = arrived.take();
        if (found !== null) notice.add(found);
      },
    }),
    readable: () => folderWatch.rows().flatMap(({ path, state }) => (canRead(state) ? [path] : [])),
    ...{ setTimer: startTimer, everyMs, onError: reading.onError },
  });
}
