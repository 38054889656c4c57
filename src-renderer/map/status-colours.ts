import type { TaskStatusKind } from '../../src-preload/contract/tasking.ts';

/** Told apart with every common colour blindness (shape helps too), on light and dark ground. */
export const statusColours: Record<TaskStatusKind, string> = {
  received: '#5b8def',
  'in-progress': '#e0a100',
  completed: '#1fa187',
  cancelled: '#8a949e',
  failed: '#d1495b',
  other: '#a06cd5',
};
