import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import {
  type CommandPlaces,
  type CommandState,
  commandStateSchema,
} from '../../../src-preload/contract/outbox.ts';
import type { TaskStatusKind } from '../../../src-preload/contract/tasking.ts';
import { useActiveScope, useApi } from '../../kit/client/api.tsx';
import type { SubjectMarks } from '../../kit/state/subject-marks.ts';
import { uiStore } from '../../kit/state/ui-store.ts';
import type { MapSubject } from '../../map/map-subject.ts';

/** The task mark for each command state: hollow for a draft, a triangle for refused or failed, a diamond for a lost answer. */
export const commandMark: Record<CommandState, TaskStatusKind> = {
  draft: 'received',
  waiting: 'in-progress',
  sending: 'in-progress',
  sent: 'completed',
  refused: 'failed',
  unknown: 'other',
  failed: 'failed',
};

/** Returns the places of commands as the map draws them. */
export const commandMarks = ({ states, ...places }: CommandPlaces): SubjectMarks => ({
  shape: 'points',
  kinds: states.map((state) => commandMark[state]),
  ...places,
});

/** What is not at the service yet, so that no order of the map shows it. */
const unsent = commandStateSchema.options.filter((state) => state !== 'sent');

/** Returns the marks of unsent tasks and orders while they are planned: what was just added must not vanish from the map. */
function useUnsentWhilePlanning(): SubjectMarks | null {
  const { query } = useApi();
  const scope = useActiveScope();
  const isPlanning = useStore(uiStore, ({ workspace }) => workspace === 'plan');
  const places = useQuery(
    query.outbox.places.queryOptions({
      input: isPlanning && scope !== null ? { scope, states: unsent } : skipToken,
    }),
  ).data;
  return useMemo(() => (isPlanning && places ? commandMarks(places) : null), [isPlanning, places]);
}

/** Commands of the outbox on the map. */
export const commandsOnMap: MapSubject = {
  subject: 'command',
  height: 4,
  draws: ['points'],
  hiddenBy: [],
  listedIn: 'outbox',
  revealsSelected: true,
  isHitInside: false,
  useUnlisted: useUnsentWhilePlanning,
};
