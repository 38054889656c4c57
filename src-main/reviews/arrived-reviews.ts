import type { Notice } from '../../src-preload/contract/app.ts';
import type { LibrarySceneId } from '../../src-preload/contract/ids.ts';
import { idSeparator, unpackIds } from '../../src-preload/contract/packed-places.ts';
import type { KeptArrivals } from './kept-arrivals.ts';
import type { Review } from './model/review.ts';

/** So many scenes are offered to be reviewed at once; of more arrived the first ones. */
const maxScenes = 5_000;
const maxNames = 3;

/** What was read of other reviewers and was new: the scenes, and who they are. */
export interface ArrivedReviews {
  scenes: readonly LibrarySceneId[];
  names: readonly string[];
}

/**
 * Returns what the notice of new reviews says: `ids` are its scenes, packed (`packed-places.ts`), `total` is their number, and `names` are
 * those of the reviewers. What the last notice said, and nobody has dismissed, is in it.
 */
export function arrivedNotice(last: Notice['data'] | null, arrived: ArrivedReviews): Notice['data'] {
  const ids = [...new Set([...unpackIds(last?.ids ?? ''), ...arrived.scenes.map(String)])].slice(
    0,
    maxScenes,
  );
  const known = last?.names === undefined ? [] : last.names.split(', ');
  const names = [...new Set([...known, ...arrived.names])];
  return {
    ids: ids.join(idSeparator),
    total: String(ids.length),
    names: names.slice(0, maxNames).join(', '),
  };
}

/** What raises the notice: the notices of the application, and what is kept of this one. */
interface ReviewsNoticeOptions {
  notices: {
    add(kind: 'reviews-arrived', data: Notice['data'], at: string): void;
    replace(kind: 'reviews-arrived', data: (last: Notice['data'] | null) => Notice['data']): void;
  };
  kept: KeptArrivals;
  now: () => Date;
}

/** Creates the notice of new reviews, with what an earlier session has told and nobody has dismissed. */
export function createReviewsNotice({ notices, kept, now }: ReviewsNoticeOptions) {
  const last = kept.get();
  if (last !== null) notices.add('reviews-arrived', last.data, last.at);
  return {
    /** Adds what has arrived to what the notice says. */
    tell: (arrived: ArrivedReviews) =>
      notices.replace('reviews-arrived', (before) => {
        const data = arrivedNotice(before, arrived);
        kept.put(data, now().toISOString());
        return data;
      }),
    /** To be called when a notice was dismissed. */
    dismissed(kind: Notice['kind']) {
      if (kind === 'reviews-arrived') kept.forget();
    },
  };
}

/** Collects what has arrived in one stretch of a folder until it is told. `isMine` tells a reviewer who is the user. */
export function createArrivedReviews(isMine: (review: Review) => boolean) {
  let scenes = new Set<LibrarySceneId>();
  let names = new Set<string>();
  return {
    /** To be called with each review that said something new. */
    note(librarySceneId: LibrarySceneId, review: Review) {
      if (isMine(review)) return;
      scenes.add(librarySceneId);
      names.add(review.reviewer.name);
    },
    /** Returns what has arrived since the last call; null for nothing. */
    take(): ArrivedReviews | null {
      if (scenes.size === 0) return null;
      const arrived = { scenes: [...scenes], names: [...names] };
      scenes = new Set();
      names = new Set();
      return arrived;
    },
  };
}
