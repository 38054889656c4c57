import { lazy } from 'react';
import { z } from 'zod';
import { declareSubject } from '../../../kit/lists/subject.ts';
import { describedMoments } from './described-moments.tsx';

const EntryDetailsPane = lazy(() =>
  import('./entry-details.tsx').then((module) => ({ default: module.EntryDetailsPane })),
);

/** The subject of timeline entries. The time map draws them itself, and a selection of one is not saved. */
export const momentSubject = declareSubject('moment', {
  keys: z.string(),
  ofAllContracts: true,
  details: (entryKey) => ({ key: entryKey, pane: <EntryDetailsPane entryKey={entryKey} /> }),
  described: describedMoments,
});
