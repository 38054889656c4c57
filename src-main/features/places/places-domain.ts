import type { ListQueryOptions } from '../../store/async-queries.ts';
import { createPlaceDuplicates } from './place-duplicates.ts';
import { createPlaceQueries } from './place-queries.ts';
import { placesMigrations } from './tables.ts';

/** The tables of places and their lists, and the queries of their table and of the map. */
export const placesDomain = {
  migrations: placesMigrations,
  listQueries: ({ store }: Pick<ListQueryOptions, 'store'>) => ({
    ...createPlaceQueries({ store }),
    ...createPlaceDuplicates({ store }),
  }),
};

/** The queries of places that the thread of lists runs. */
export type PlaceListQueries = ReturnType<typeof placesDomain.listQueries>;
