import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';

/** Colours that can be distinguished with every common colour blindness in both themes, together with the shapes of the marks. */
export const statusColours: Record<TaskStatusKind, string> = {
  received: '#5b8def',
  'in-progress': '#e0a100',
  completed: '#1fa187',
  cancelled: '#8a949e',
  failed: '#d1495b',
  other: '#a06cd5',
};
