import type { CommandPlaces, CommandState } from '../../../src-preload/contract/outbox.ts';
import type { TaskStatusKind } from '../../../src-preload/contract/tasking.ts';
import type { MapSubject } from '../../map/map-subject.ts';
import type { SubjectMarks } from '../../state/subject-marks.ts';

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

/** Commands of the outbox on the map. */
export const commandsOnMap: MapSubject = {
  subject: 'command',
  height: 4,
  draws: ['points'],
  hiddenBy: [],
  listedIn: 'outbox',
  revealsSelected: true,
  isHitInside: false,
};
