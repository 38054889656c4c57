import type { ListQueryOptions } from '../store/async-queries.ts';
import { createCommandReading } from './command-reading.ts';
import { outboxMigrations } from './tables.ts';

/** The tables of commands, and the queries of their lists. */
export const outboxDomain = {
  migrations: outboxMigrations,
  listQueries: ({ store }: ListQueryOptions) => createCommandReading(store),
};
