import type { ListQueryOptions } from '../../store/async-queries.ts';
import { createQueueQueries } from './review-queues.ts';
import { reviewsMigrations } from './tables.ts';

/** The migrations of reviews, and the queries of review queues. */
export const reviewsDomain = {
  migrations: reviewsMigrations,
  listQueries: ({ store }: ListQueryOptions) => createQueueQueries({ store }),
};
