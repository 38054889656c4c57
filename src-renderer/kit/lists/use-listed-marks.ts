import { useEffect } from 'react';
import { listMarks } from '../state/map-store.ts';
import { hover, type Subject } from '../state/selection.ts';
import type { SubjectMarks } from '../state/subject-marks.ts';

/** Shows the rows of a list on the map while the list is mounted. In other workspaces the map shows all tasks and scenes. */
export function useListedMarks(subject: Subject, marks: SubjectMarks | undefined) {
  useEffect(() => {
    if (marks) listMarks(subject, marks);
  }, [subject, marks]);
  useEffect(
    () => () => {
      listMarks(subject, null);
      hover(subject, null);
    },
    [subject],
  );
}
