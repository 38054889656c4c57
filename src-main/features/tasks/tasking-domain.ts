import type { ListQueryOptions } from '../../store/async-queries.ts';
import { cancelFacts } from './cancel-facts.ts';
import { taskingMigrations } from './tables.ts';
import { createTaskChecks } from './task-checks.ts';
import { taskPlacesMigrations } from './task-places.ts';
import { createTaskTable } from './task-table.ts';

/** The tables of tasks and captures, and the queries of their lists. */
export const taskingDomain = {
  migrations: [...taskingMigrations, ...taskPlacesMigrations],
  listQueries({ store, now, flags }: ListQueryOptions) {
    const table = createTaskTable({ store, now, flagged: (scope) => flags.ids(scope, 'task') });
    const { list, ids, targets, position, geometries } = table;
    return {
      list,
      ids,
      targets,
      position,
      geometries,
      cancelFacts: (selection: Parameters<typeof cancelFacts>[1]) => cancelFacts(store, selection),
      ...createTaskChecks({ store }),
    };
  },
};
