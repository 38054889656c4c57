import type { Scope } from '../../src-preload/contract/ids.ts';
import { taskRow } from '../../testing/task-rows.ts';
import { openFolderStore, tablesOf } from './seed-folder.ts';

/** A task to be written. */
export interface SeededTask {
  name: string;
  longitude: number;
  latitude: number;
  /** A status of the service. */
  status: string;
}

/** Above what the practice service gives out, so that its own sync touches none of them. */
const firstTaskId = 7_000_000;
const batch = 500;

/** Writes tasks into the database of a folder whose Nadir is closed. */
export function seedTasks(folder: string, scope: Scope, seeded: readonly SeededTask[]): void {
  const store = openFolderStore(folder);
  try {
    const { tasks } = tablesOf(store);
    for (let from = 0; from < seeded.length; from += batch)
      store.transaction(() => {
        for (const [i, { name, longitude, latitude, status }] of seeded.slice(from, from + batch).entries())
          tasks.put(
            scope,
            taskRow(firstTaskId + from + i, {
              task_name: name,
              project_name: 'Seeded',
              status,
              target: { type: 'Point', coordinates: [longitude, latitude, 0] },
            }),
          );
      });
  } finally {
    store.close();
  }
}
