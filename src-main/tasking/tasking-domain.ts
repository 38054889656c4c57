import type { ListQueryOptions } from '../store/async-queries.ts';
import { taskingMigrations } from './tables.ts';
import { createTaskChecks } from './task-checks.ts';
import { taskPlacesMigrations } from './task-places.ts';
import { createTaskTable } from './task-table.ts';

/** The tables of tasks and captures, and the queries of their lists. */
export const taskingDomain = {
  migrations: [...taskingMigrations, ...taskPlacesMigrations],
  listQueries({ store, now, flags }: ListQueryOptions) {
    const table = createTaskTable({ store, now, flagged: (scope) => flags.ids(scope, 'task') });
    const { list, targets, position, geometries } = table;
    return { list, targets, position, geometries, ...createTaskChecks({ store }) };
  },
};
