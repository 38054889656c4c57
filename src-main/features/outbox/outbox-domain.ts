import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { ListQueryOptions } from '../../store/async-queries.ts';
import { openCancellations } from './cancel-many.ts';
import { createCommandReading } from './command-reading.ts';
import { outboxMigrations } from './tables.ts';

/** The tables of commands, and the queries of their lists. */
export const outboxDomain = {
  migrations: outboxMigrations,
  listQueries: ({ store }: ListQueryOptions) => ({
    ...createCommandReading(store),
    openCancellations: (scope: Scope) => openCancellations(store, scope),
  }),
};
