import { sceneTimeSources, sceneTimesMigrations } from '../features/library/scene-times.ts';
import { orderTimeSources, orderTimesMigrations } from '../features/orders/order-times.ts';
import { taskTimeSources, taskTimesMigrations } from '../features/tasks/task-times.ts';
import type { AsyncQueries, ListQueryOptions } from '../store/async-queries.ts';
import type { Store } from '../store/store.ts';
import type { AskedTimeSource, Terms, TimeSource } from '../store/time-source.ts';

/** Returns the time sources of all tables, in a fixed order. */
const timeSourcesOf = (store: Store): TimeSource[] => [
  ...taskTimeSources(store),
  ...orderTimeSources(store),
  ...sceneTimeSources(store),
];

function createTimeQueries({ store }: Pick<ListQueryOptions, 'store'>) {
  const sources = timeSourcesOf(store);
  /** Returns one of the sources by its position. */
  function source(index: number): TimeSource {
    const found = sources[index];
    if (found === undefined) throw new Error(`there is no time source ${index}`);
    return found;
  }
  return {
    cut: (index: number, terms: Terms) => source(index).cut(terms),
    counts: (index: number, terms: Terms) => source(index).counts(terms),
    first: (index: number, terms: Terms, limit: number) => source(index).first(terms, limit),
    places: (index: number, terms: Terms) => source(index).places(terms),
  };
}

/** The indexes by time of the tables of tasks, orders and scenes, and the queries of the timeline that use them. */
export const timelineDomain = {
  migrations: [...taskTimesMigrations, ...orderTimesMigrations, ...sceneTimesMigrations],
  listQueries: createTimeQueries,
};

/** Returns the time sources of all tables; their queries run in the list reader's thread. */
export const askedTimeSources = (
  store: Store,
  asked: AsyncQueries<ReturnType<typeof createTimeQueries>>,
): AskedTimeSource[] =>
  timeSourcesOf(store).map(({ kind }, index) => ({
    kind,
    cut: (terms) => asked.cut(index, terms),
    counts: (terms) => asked.counts(index, terms),
    first: (terms, limit) => asked.first(index, terms, limit),
    places: (terms) => asked.places(index, terms),
  }));
