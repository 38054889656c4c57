import { lazy, Suspense } from 'react';
import { useStore } from 'zustand';
import { reviewStore } from '../../kit/state/review-store.ts';

const ReviewReport = lazy(() =>
  import('./review-report.tsx').then((module) => ({ default: module.ReviewReport })),
);
const ReadReviews = lazy(() =>
  import('./read-reviews.tsx').then((module) => ({ default: module.ReadReviews })),
);

/** The dialogs of reviews; each is loaded when it opens. */
export function ReviewDialogs() {
  const report = useStore(reviewStore, (state) => state.report);
  const isReading = useStore(reviewStore, (state) => state.isReading);
  return (
    <Suspense>
      {report !== null && <ReviewReport {...report} />}
      {isReading && <ReadReviews />}
    </Suspense>
  );
}
