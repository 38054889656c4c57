import type { ListQueryOptions } from '../store/async-queries.ts';
import { createDiskUseQueries } from './disk-use-queries.ts';

/** What the library uses of its disk: it has no tables of its own. */
export const diskUseDomain = {
  migrations: [],
  listQueries: ({ store }: ListQueryOptions) => createDiskUseQueries({ store }),
};
