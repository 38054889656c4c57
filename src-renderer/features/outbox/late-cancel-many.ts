import { lazy } from 'react';

/** The panel of a bulk cancellation, which is loaded when one is asked for. */
export const LateCancelMany = lazy(() =>
  import('./cancel-many.tsx').then((module) => ({ default: module.CancelMany })),
);
