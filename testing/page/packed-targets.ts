import { idSeparator, packDegrees } from '../../src-preload/contract/packed-places.ts';
import type { TaskRow, TaskTargets } from '../../src-preload/contract/tasking.ts';

/** The targets of tasks as main packs them; a task without a place has none. */
export function packedTargets(tasks: readonly TaskRow[]): TaskTargets {
  const placed = tasks.filter(({ longitude, latitude }) => longitude !== null && latitude !== null);
  return {
    taskIds: placed.map(({ taskId }) => taskId).join(idSeparator),
    longitudes: placed.map(({ longitude }) => packDegrees(longitude ?? 0)).join(','),
    latitudes: placed.map(({ latitude }) => packDegrees(latitude ?? 0)).join(','),
    statusKinds: placed.map(({ statusKind }) => statusKind).join(' '),
  };
}
