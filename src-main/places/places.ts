import { z } from 'zod';
import {
  type PlaceId,
  type PlaceListId,
  placeIdSchema,
  placeListIdSchema,
} from '../../src-preload/contract/ids.ts';
import { unpackIds } from '../../src-preload/contract/packed-places.ts';
import type { PlaceEditKind, PlaceStep } from '../../src-preload/contract/place-steps.ts';
import type { NewPlace, PlaceColour } from '../../src-preload/contract/place-values.ts';
import type { PlaceChange, PlaceSearch } from '../../src-preload/contract/places.ts';
import { AppError } from '../app-error.ts';
import { startTimer } from '../start-timer.ts';
import type { AsyncQueries } from '../store/async-queries.ts';
import type { Store } from '../store/store.ts';
import { createHandedOperations, type HandedPlaceChange } from './handed-places.ts';
import { createJournal } from './journal.ts';
import { createListImages, type ListImage } from './list-images.ts';
import { type ChangeOfAll, createPlaceEdits } from './place-edits.ts';
import { createPlaceImages } from './place-images.ts';
import { createPlaceImports } from './place-imports.ts';
import type { PlaceListQueries } from './places-domain.ts';
import { replacedTexts } from './replaced-text.ts';
import { createStepOperations, type StepOperation } from './step-operations.ts';

interface PlacesOptions {
  store: Store;
  /** Run in the thread of lists. */
  queries: Pick<AsyncQueries<PlaceListQueries>, 'matches'>;
  now: () => Date;
  monotonic: () => number;
  /** Returns the name of the user. */
  author: () => string;
  newId: () => string;
  /** Called when places, lists or steps have changed. */
  changed: () => void;
  /** Receives errors of work that nobody waits for. */
  onError: (error: unknown) => void;
  setTimer?: (run: () => void, ms: number) => () => void;
}

/** Fields of a list that may be changed. */
interface ListPatch {
  name?: string | undefined;
  colour?: PlaceColour | undefined;
  notes?: string | undefined;
}

const placeIdRow = z.object({ seq: z.number(), placeId: z.string() });
const colourRow = z.object({ colour: z.string(), n: z.number() });
/** Of the ids of a list, read at once. */
const idsAtOnce = 500;

/** Neighbours in this order are easy to tell apart. */
const colourOrder: readonly PlaceColour[] = [
  'blue',
  'orange',
  'violet',
  'green',
  'magenta',
  'cyan',
  'amber',
  'red',
  'teal',
  'grey',
];

/** Creates the places of this computer: their lists, everything that edits them, and what can be undone. */
export function createPlaces(options: PlacesOptions) {
  const { store, queries, now, changed, onError } = options;
  const newId = () => placeIdSchema.parse(options.newId());
  const places = createPlaceImages({ store });
  const lists = createListImages({ store });
  const operations = createStepOperations({ places, lists, now, author: options.author });
  const journal = createJournal({ ...options, operations });
  const edits = createPlaceEdits({ places, lists, operations, now, newId });
  const handedOperation = createHandedOperations({ operations, lists, now, author: options.author });
  const imports = createPlaceImports({ journal, setTimer: options.setTimer ?? startTimer, onError });

  function listOf(listId: PlaceListId): ListImage {
    const list = lists.read(listId);
    if (list === null) throw new AppError('NOT_FOUND', { what: `place-list ${listId}` });
    return list;
  }

  /** Returns the colour that the fewest lists have; red, which elsewhere says that something has failed, comes late. */
  function freeColour(): PlaceColour {
    const uses = new Map(
      store
        .all(colourRow, 'SELECT colour, count(*) AS n FROM place_list GROUP BY colour')
        .map(({ colour, n }) => [colour, n]),
    );
    return colourOrder.reduce((best, each) => ((uses.get(each) ?? 0) < (uses.get(best) ?? 0) ? each : best));
  }

  function listCreation(list: ListPatch & { name: string }): {
    listId: PlaceListId;
    operation: StepOperation;
  } {
    const listId = placeListIdSchema.parse(options.newId());
    const operation = operations.list.operation(listId, () => ({
      ...{ position: lists.nextPosition(), visible: 1, version: 0 },
      ...{ name: list.name, colour: list.colour ?? freeColour(), notes: list.notes ?? '' },
      ...{ createdAt: now().toISOString(), createdBy: options.author(), updatedAt: '', updatedBy: '' },
    }));
    return { listId, operation };
  }

  /** Returns the ids of the places of a list; each stretch is read when it is needed. */
  function* placesOf(listId: PlaceListId): Generator<PlaceId> {
    for (let after = 0; ; ) {
      const rows = store.all(
        placeIdRow,
        `SELECT seq, place_id AS placeId FROM place WHERE list_id = :listId AND seq > :after ORDER BY seq LIMIT ${idsAtOnce}`,
        { listId, after },
      );
      for (const row of rows) {
        const placeId = placeIdSchema.safeParse(row.placeId);
        // A place with a damaged id is on no list and on no map.
        if (placeId.success) yield placeId.data;
      }
      const last = rows.at(-1);
      if (last === undefined) return;
      after = last.seq;
    }
  }

  function* listRemoval(listId: PlaceListId): Generator<StepOperation> {
    for (const placeId of placesOf(listId)) yield operations.place.operation(placeId, () => null);
    yield operations.list.operation(listId, () => null);
  }

  return {
    async createList(list: ListPatch & { name: string }): Promise<PlaceListId> {
      const { listId, operation } = listCreation(list);
      await journal.run({ kind: 'list-create', name: list.name }, [operation]);
      return listId;
    },
    async changeList(listId: PlaceListId, patch: ListPatch): Promise<PlaceStep | null> {
      const operation = operations.list.operation(listId, (current) => {
        if (current === null) throw new AppError('NOT_FOUND', { what: `place-list ${listId}` });
        const { name = current.name, colour = current.colour, notes = current.notes } = patch;
        return { ...current, name, colour, notes };
      });
      return journal.run({ kind: 'list-change', name: patch.name ?? listOf(listId).name }, [operation]);
    },
    /** Removes a list with all its places. */
    async removeList(listId: PlaceListId): Promise<PlaceStep | null> {
      const { name } = listOf(listId);
      if (journal.isImporting()) throw new AppError('CONFLICT', { detail: 'importing' });
      return journal.run({ kind: 'list-remove', name }, listRemoval(listId));
    },
    orderLists(listIds: readonly PlaceListId[]) {
      lists.setOrder(listIds);
      changed();
    },
    showList(listId: PlaceListId, visible: boolean) {
      lists.setVisible(listId, visible);
      changed();
    },

    async edit(kind: PlaceEditKind, changes: readonly PlaceChange[]) {
      const { placeIds, operations: all, unchanged } = edits.edits(changes);
      return { step: await journal.run({ kind }, all), placeIds, unchanged };
    },
    async changeAll(placeIds: readonly PlaceId[], all: ChangeOfAll): Promise<PlaceStep | null> {
      const name = all.do === 'transfer' ? listOf(all.listId).name : '';
      return journal.run({ kind: all.do, name }, edits.toAll(placeIds, all));
    },
    merge: (groups: readonly { keep: PlaceId; others: readonly PlaceId[] }[]): Promise<PlaceStep | null> =>
      journal.run({ kind: 'merge' }, edits.merges(groups)),
    /** Replaces a text in all cells where the list reader finds it; what was changed since then is searched again. */
    async replace({
      filter,
      with: replacement,
      ...search
    }: PlaceSearch & { with: string }): Promise<PlaceStep | null> {
      const { placeIds } = await queries.matches({ filter, ...search });
      const found = unpackIds(placeIds).map((placeId) => placeIdSchema.parse(placeId));
      const replaced = edits.replacements(found, (place) => replacedTexts(place, search, replacement).texts);
      return journal.run({ kind: 'replace' }, replaced);
    },

    /** Starts an import into a list, or into a new one, which belongs to the import. */
    async beginImport(list: { listId: PlaceListId } | (ListPatch & { name: string })) {
      if ('listId' in list)
        return {
          importId: await imports.begin(list.listId, listOf(list.listId).name, []),
          listId: list.listId,
        };
      const { listId, operation } = listCreation(list);
      return { importId: await imports.begin(listId, list.name, [operation]), listId };
    },
    addToImport: (importId: number, added: readonly NewPlace[]): Promise<void> =>
      imports.add(importId, (listId) => edits.additions(listId, added)),
    finishImport: imports.finish,
    cancelImport: imports.cancel,

    /**
     * Accepts places and lists from a package as one step, which can be undone as one, together with what `alongside` stores: all
     * of it or nothing. Batches are read one after another. CONFLICT if a row is not what the user has seen.
     */
    async acceptHanded(
      name: string,
      batches: AsyncIterable<readonly HandedPlaceChange[]>,
      alongside: () => void,
    ): Promise<PlaceStep | null> {
      const stepId = await journal.begin({ kind: 'hand-over', name }, []);
      try {
        for await (const batch of batches) await journal.extend(stepId, batch.map(handedOperation));
      } catch (error) {
        // A step that failed while it was extended is taken back already, and is not known any more.
        await journal.cancel(stepId).catch(() => undefined);
        throw error;
      }
      return journal.finish(stepId, alongside);
    },

    history: journal.history,
    swap: journal.swap,
    async close() {
      imports.close();
      await journal.close();
    },
  };
}

/** The places of this computer. */
export type Places = ReturnType<typeof createPlaces>;
