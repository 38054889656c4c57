import { type PlaceId, type PlaceListId, placeIdSchema } from '../../../src-preload/contract/ids.ts';
import { unpackIds } from '../../../src-preload/contract/packed-places.ts';
import type { PlaceEditKind, PlaceStep } from '../../../src-preload/contract/place-steps.ts';
import type { NewPlace } from '../../../src-preload/contract/place-values.ts';
import type { ChangeOfAll, PlaceChange, PlaceSearch } from '../../../src-preload/contract/places.ts';
import { startTimer } from '../../core/start-timer.ts';
import type { AsyncQueries } from '../../store/async-queries.ts';
import type { Store } from '../../store/store.ts';
import { createBulkPlaceEdits } from './bulk-place-edits.ts';
import { createHandedOperations, type HandedPlaceChange } from './handed-places.ts';
import { createJournal } from './journal.ts';
import { createListCreation, type NewList } from './list-creation.ts';
import { createListImages } from './list-images.ts';
import { createPlaceEdits } from './place-edits.ts';
import { createPlaceImages } from './place-images.ts';
import { createPlaceImports } from './place-imports.ts';
import { createPlaceListEdits } from './place-list-edits.ts';
import { createPlaceOperations } from './place-operations.ts';
import type { PlaceListQueries } from './places-domain.ts';
import { replacedTexts } from './replaced-text.ts';
import { createStepOperations } from './step-operations.ts';

interface PlacesOptions {
  store: Store;
  /** The queries that the thread of lists runs. */
  queries: Pick<AsyncQueries<PlaceListQueries>, 'matches'>;
  now: () => Date;
  monotonic: () => number;
  /** Returns the name of the user. */
  author: () => string;
  newId: () => string;
  /** Called when places, lists or steps have changed. */
  onChange: () => void;
  /** Receives errors of the clean-up of steps and of imports that are taken back. */
  onError: (error: unknown) => void;
  setTimer?: (run: () => void, ms: number) => () => void;
}

/** Creates the places of this computer: their lists, everything that edits them, and what can be undone. */
export function createPlaces(options: PlacesOptions) {
  const { store, queries, now, author, onChange, onError } = options;
  const newId = () => placeIdSchema.parse(options.newId());
  const places = createPlaceImages({ store });
  const lists = createListImages({ store });
  const stepOperations = createStepOperations({ places, lists, now, author });
  const journal = createJournal({ ...options, operations: stepOperations });
  const operations = createPlaceOperations({ operations: stepOperations, now });
  const edits = createPlaceEdits({ lists, operations, newId });
  const bulkEdits = createBulkPlaceEdits({ places, lists, operations, now, newId });
  const creation = createListCreation({ ...options, lists, operations: stepOperations });
  const handedOperation = createHandedOperations({ operations: stepOperations, lists, now, author });
  const imports = createPlaceImports({ journal, setTimer: options.setTimer ?? startTimer, onError });

  return {
    ...createPlaceListEdits({ store, lists, operations: stepOperations, journal, creation, onChange }),

    /** Makes these changes as one step; all of them or none. The ids are those of the changes, in their order. */
    async edit(kind: PlaceEditKind, changes: readonly PlaceChange[]) {
      const { placeIds, operations: all, unchanged } = edits.edits(changes);
      return { step: await journal.run({ kind }, all), placeIds, unchanged };
    },
    /** Makes the same change to many places as one step; returns null if it changed nothing. */
    async changeAll(placeIds: readonly PlaceId[], all: ChangeOfAll): Promise<PlaceStep | null> {
      const name = all.do === 'transfer' ? lists.existing(all.listId).name : '';
      return journal.run(
        { kind: all.do === 'change' ? all.as : all.do, name },
        bulkEdits.toAll(placeIds, all),
      );
    },
    merge: (groups: readonly { keep: PlaceId; others: readonly PlaceId[] }[]): Promise<PlaceStep | null> =>
      journal.run({ kind: 'merge' }, bulkEdits.merges(groups)),
    /**
     * Replaces a text in all cells that contain it. The thread of lists finds the places; each is searched again when it is
     * changed, because it may have changed since.
     */
    async replace({
      filter,
      with: replacement,
      ...search
    }: PlaceSearch & { with: string }): Promise<PlaceStep | null> {
      const matches = await queries.matches({ filter, ...search });
      const placeIds = unpackIds(matches.placeIds).map((placeId) => placeIdSchema.parse(placeId));
      const replaced = bulkEdits.replacements(
        placeIds,
        (place) => replacedTexts(place, search, replacement).texts,
      );
      return journal.run({ kind: 'replace' }, replaced);
    },

    /** Starts an import into a list, or into a new one, which is a part of the import. */
    async beginImport(list: { listId: PlaceListId } | NewList) {
      if ('listId' in list) {
        const { listId } = list;
        const target = { listId, after: places.last() };
        return { importId: await imports.begin(target, lists.existing(listId).name, []), listId };
      }
      const { listId, operation } = creation(list);
      return {
        importId: await imports.begin({ listId, after: places.last() }, list.name, [operation]),
        listId,
      };
    },
    addToImport: (importId: number, added: readonly NewPlace[]): Promise<void> =>
      imports.add(importId, (listId) => edits.additions(listId, added)),
    importTarget: imports.target,
    finishImport: imports.finish,
    cancelImport: imports.cancel,

    /**
     * Accepts places and lists from a package as one step, which can be undone as one. What `alongside` stores is stored with it:
     * all of it or nothing. Batches are read one after another. Throws CONFLICT if a row is not the one that the user has seen.
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
        // If `extend` failed, it has taken the step back already, and this call rejects.
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
