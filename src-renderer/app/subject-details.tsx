import { lazy, type ReactNode } from 'react';
import { type KeysBySubject, type Subject, useSelected } from '../state/selection.ts';

const TaskDetailsPane = lazy(() =>
  import('../subjects/task/task-details.tsx').then((module) => ({ default: module.TaskDetailsPane })),
);
const OrderDetailsPane = lazy(() =>
  import('../subjects/order/order-details.tsx').then((module) => ({ default: module.OrderDetailsPane })),
);
const CommandDetailsPane = lazy(() =>
  import('../subjects/command/command-details.tsx').then((module) => ({
    default: module.CommandDetailsPane,
  })),
);
const SceneDetailsPane = lazy(() =>
  import('../subjects/scene/scene-details.tsx').then((module) => ({ default: module.SceneDetailsPane })),
);
const EntryDetailsPane = lazy(() =>
  import('../subjects/moment/entry-details.tsx').then((module) => ({ default: module.EntryDetailsPane })),
);

type DetailsOf = {
  readonly [S in Subject]: (selected: NonNullable<KeysBySubject[S]>) => { key: string; pane: ReactNode };
};

/**
 * The details pane of each subject. The key differs between two objects of a subject, so that the pane is mounted
 * again.
 */
const detailsOf: DetailsOf = {
  task: (taskId) => ({ key: `task ${taskId}`, pane: <TaskDetailsPane taskId={taskId} /> }),
  order: (orderId) => ({ key: `order ${orderId}`, pane: <OrderDetailsPane orderId={orderId} /> }),
  command: (id) => ({ key: `command ${id}`, pane: <CommandDetailsPane id={id} /> }),
  scene: (sceneId) => ({ key: `scene ${sceneId}`, pane: <SceneDetailsPane librarySceneId={sceneId} /> }),
  moment: (key) => ({ key, pane: <EntryDetailsPane entryKey={key} /> }),
};

/** Returns the details of the selected object of a subject; null if nothing is selected. */
export function useSubjectDetails<S extends Subject>(subject: S): { key: string; pane: ReactNode } | null {
  const selected = useSelected(subject);
  return selected === null ? null : detailsOf[subject](selected);
}
