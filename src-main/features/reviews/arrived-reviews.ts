import type { Notice } from '../../../src-preload/contract/app.ts';
import type { LibrarySceneId } from '../../../src-preload/contract/ids.ts';
import { idSeparator, unpackIds } from '../../../src-preload/contract/packed-places.ts';
import type { Review } from './model/review.ts';
import type { StoredArrivals } from './stored-arrivals.ts';

/** The notice offers at most this many scenes to be reviewed. */
const maxScenes = 5_000;
const maxNames = 3;

/** New reviews that were read and were not made in this database: their scenes and the names of the reviewers. */
export interface ArrivedReviews {
  scenes: readonly LibrarySceneId[];
  names: readonly string[];
}

/**
 * Returns the data of the notice of new reviews: `ids` are its scenes, packed (`packed-places.ts`), `total` is their number, and `names` are
 * those of the reviewers. `last` is the notice that the user has not dismissed yet; its scenes and names are included.
 */
export function arrivedNotice(last: Notice['data'] | null, arrived: ArrivedReviews): Notice['data'] {
  const ids = [...new Set([...unpackIds(last?.ids ?? ''), ...arrived.scenes.map(String)])].slice(
    0,
    maxScenes,
  );
  const lastNames = last?.names === undefined ? [] : last.names.split(', ');
  const names = [...new Set([...lastNames, ...arrived.names])];
  return {
    ids: ids.join(idSeparator),
    total: String(ids.length),
    names: names.slice(0, maxNames).join(', '),
  };
}

/** The options of `createReviewsNotice`. */
interface ReviewsNoticeOptions {
  notices: {
    add(kind: 'reviews-arrived', data: Notice['data'], at: string): void;
    replace(kind: 'reviews-arrived', data: (last: Notice['data'] | null) => Notice['data']): void;
  };
  stored: StoredArrivals;
  now: () => Date;
}

/** Creates the notice of new reviews, and shows again one that the user did not dismiss in an earlier session. */
export function createReviewsNotice({ notices, stored, now }: ReviewsNoticeOptions) {
  const last = stored.get();
  if (last !== null) notices.add('reviews-arrived', last.data, last.at);
  return {
    /** Adds new reviews to the notice. */
    add: (arrived: ArrivedReviews) =>
      notices.replace('reviews-arrived', (before) => {
        const data = arrivedNotice(before, arrived);
        stored.put(data, now().toISOString());
        return data;
      }),
    /** Must be called when the user dismisses a notice. */
    dismissed(kind: Notice['kind']) {
      if (kind === 'reviews-arrived') stored.forget();
    },
  };
}

/**
 * Creates the collector of new reviews. A review under the user's own name is news too: the user made it at another computer, or somebody
 * else wrote the file.
 */
export function createArrivedReviews() {
  let scenes = new Set<LibrarySceneId>();
  let names = new Set<string>();
  return {
    /** Must be called with each review that said something new. */
    note(librarySceneId: LibrarySceneId, review: Review) {
      scenes.add(librarySceneId);
      names.add(review.reviewer.name);
    },
    /** Returns the new reviews since the last call; null if there are none. */
    take(): ArrivedReviews | null {
      if (scenes.size === 0) return null;
      const arrived = { scenes: [...scenes], names: [...names] };
      scenes = new Set();
      names = new Set();
      return arrived;
    },
  };
}
