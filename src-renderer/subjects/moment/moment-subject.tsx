import { lazy } from 'react';
import { declareSubject } from '../subject.ts';
import { describedMoments } from './described-moments.tsx';

const EntryDetailsPane = lazy(() =>
  import('./entry-details.tsx').then((module) => ({ default: module.EntryDetailsPane })),
);

/** The entries of the timeline. The time map draws them itself, and they are not stored. */
export const momentSubject = declareSubject('moment', {
  details: (entryKey) => ({ key: entryKey, pane: <EntryDetailsPane entryKey={entryKey} /> }),
  described: describedMoments,
});
