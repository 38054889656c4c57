import { randomUUID } from 'node:crypto';
import type { Implementer } from '../core/implementer.ts';
import { startTimer } from '../core/start-timer.ts';
import { createPlaces } from '../features/places/places.ts';
import type { PlaceListQueries } from '../features/places/places-domain.ts';
import { placesProcedures } from '../features/places/places-procedures.ts';
import type { AsyncQueries } from '../store/async-queries.ts';
import type { Store } from '../store/store.ts';
import type { AppContext } from './app-context.ts';
import { createPersonName } from './person-name.ts';

interface PlacesModuleOptions {
  context: Pick<AppContext, 'now' | 'monotonic' | 'publish' | 'onError'>;
  store: Store;
  lists: { places: AsyncQueries<PlaceListQueries> };
}

/** After a change, the page reads the columns and tags of places again after this time, and only once for many changes. */
const facetsDelayMs = 700;

/** Creates the places of this computer and their lists; they belong to no contract. */
export function createPlacesModule({ context, store, lists }: PlacesModuleOptions) {
  const { now, monotonic, publish } = context;
  const author = createPersonName({ store });
  let stopTimer: (() => void) | null = null;
  const publishFacets = () => {
    stopTimer = null;
    publish('place-facets');
  };
  const places = createPlaces({
    store,
    queries: lists.places,
    now,
    monotonic,
    author,
    newId: randomUUID,
    onChange() {
      publish('places');
      stopTimer ??= startTimer(publishFacets, facetsDelayMs);
    },
    onError: context.onError('places'),
  });
  return {
    acceptHanded: places.acceptHanded,
    async close() {
      stopTimer?.();
      await places.close();
    },
    procedures: (os: Implementer) => ({ places: placesProcedures(os, { places, queries: lists.places }) }),
  };
}

/** The module of places. */
export type PlacesModule = ReturnType<typeof createPlacesModule>;
