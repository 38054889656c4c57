import { randomUUID } from 'node:crypto';
import { createPlaces } from '../src-main/features/places/places.ts';
import { placesDomain } from '../src-main/features/places/places-domain.ts';
import type { Store } from '../src-main/store/store.ts';
import { type PlaceListId, placeIdSchema } from '../src-preload/contract/ids.ts';
import { newPlaceSchema, type PlaceRow } from '../src-preload/contract/place-values.ts';

/** A new place at a point, with whatever else is given. */
export const placeAt = (longitude: number, latitude: number, fields: Record<string, unknown> = {}) =>
  newPlaceSchema.parse({
    name: '',
    geometry: { kind: 'point', longitude, latitude, altitudeMetres: null },
    ...fields,
  });

/** A new place without a position. */
export const unplaced = (fields: Record<string, unknown> = {}) =>
  newPlaceSchema.parse({ name: '', geometry: null, ...fields });

/** A square of these degrees from its south-west, as a new place. */
export const squareAt = (west: number, south: number, size: number, fields: Record<string, unknown> = {}) =>
  newPlaceSchema.parse({
    name: '',
    geometry: {
      kind: 'area',
      rings: [
        [
          [west, south],
          [west + size, south],
          [west + size, south + size],
          [west, south + size],
        ],
      ],
    },
    ...fields,
  });

/** Which of all places are listed, and how. */
const usual = { filter: {}, sort: 'added', descending: false, offset: 0, limit: 500 } as const;

/** A database that can be opened again. */
interface Opened {
  store: Store;
  reopen(): Store;
  remove(): void;
}

/** Places over a database, with their queries in the thread of the test. `onChange` is called when something changed. */
export function createPlacesWorld(opened: Opened, onChange: () => void = () => undefined) {
  const errors: unknown[] = [];
  const timers = new Set<() => void>();
  let at = Date.parse('2026-03-01T12:00:00Z');
  let author = 'ada';

  const begin = (store: Store) => {
    const queries = placesDomain.listQueries({ store });
    const places = createPlaces({
      store,
      queries: { matches: async (search) => queries.matches(search) },
      now: () => {
        at += 1_000;
        return new Date(at);
      },
      monotonic: () => performance.now(),
      author: () => author,
      newId: randomUUID,
      onChange,
      onError: (error) => errors.push(error),
      setTimer(run) {
        timers.add(run);
        return () => void timers.delete(run);
      },
    });
    return { store, queries, places };
  };

  let world = begin(opened.store);
  return {
    get store() {
      return world.store;
    },
    get places() {
      return world.places;
    },
    get queries() {
      return world.queries;
    },
    errors,
    /** Lets the time of every timer come. */
    ring() {
      for (const run of [...timers]) run();
    },
    /** The rows of the table, in the order of adding. */
    rows: (listId?: PlaceListId): PlaceRow[] =>
      world.queries.page({ ...usual, filter: listId === undefined ? {} : { listIds: [listId] } }).rows,
    names: (): string[] => world.queries.page(usual).rows.map(({ name }) => name),
    /** Adds places to a list as one step, and returns their ids. */
    async add(listId: PlaceListId, ...added: ReturnType<typeof placeAt>[]) {
      const { placeIds } = await world.places.edit(
        'create',
        added.map((place) => ({ do: 'create', listId, place })),
      );
      return placeIds;
    },
    async undo() {
      const { undo } = world.places.history();
      if (undo === null) throw new Error('nothing to undo');
      return world.places.swap(undo.stepId, 'undo');
    },
    async redo() {
      const { redo } = world.places.history();
      if (redo === null) throw new Error('nothing to do again');
      return world.places.swap(redo.stepId, 'redo');
    },
    /** Opens the database again as after the end of the program, whatever was under way. */
    async restart() {
      await world.places.close();
      world = begin(opened.reopen());
    },
    /** Lets another person make the next changes. */
    setAuthor(name: string) {
      author = name;
    },
    newPlaceId: () => placeIdSchema.parse(randomUUID()),
    async end() {
      await world.places.close();
      opened.remove();
    },
  };
}
