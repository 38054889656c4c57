import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TaskTargets } from '../../../src-preload/contract/tasking.ts';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import type { SubjectMarks } from '../../kit/state/subject-marks.ts';
import type { MapSubject } from '../../map/map-subject.ts';

/** Returns the targets of tasks as map marks. */
export const taskMarks = (places: TaskTargets): SubjectMarks => ({ shape: 'tasks', places });

/** Returns all tasks of the active contract. */
function useAllTasks(): SubjectMarks | null {
  const { query } = useApi();
  const scope = useActiveScope();
  const targets = useQuery(
    query.tasking.targets.queryOptions({ input: scope ? { scope, filter: {} } : skipToken }),
  ).data;
  return useMemo(() => (targets ? taskMarks(targets) : null), [targets]);
}

/** Declares tasks on the map. Orders hide them, because each task is also an order. */
export const tasksOnMap: MapSubject = {
  subject: 'task',
  height: 5,
  draws: ['points'],
  hiddenBy: ['order', 'command', 'moment'],
  useUnlisted: useAllTasks,
  listedIn: 'tasks',
  revealsSelected: true,
  isHitInside: false,
  opens: { workspace: 'tasks', unlessIn: 'plan' },
};
