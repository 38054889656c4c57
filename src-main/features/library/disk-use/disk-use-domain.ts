import type { ListQueryOptions } from '../../../store/async-queries.ts';
import { createDiskUseQueries } from './disk-use-queries.ts';

/** The queries of the disk use of the library, which has no tables of its own. */
export const diskUseDomain = {
  migrations: [],
  listQueries: ({ store }: ListQueryOptions) => createDiskUseQueries({ store }),
};
