import type { PlaceListId } from '../../../src-preload/contract/ids.ts';
import type { PlaceStep } from '../../../src-preload/contract/place-steps.ts';
import { AppError } from '../../core/app-error.ts';
import type { Store } from '../../store/store.ts';
import type { Journal } from './journal.ts';
import type { ListCreation, NewList } from './list-creation.ts';
import type { ListImages } from './list-images.ts';
import { placeIdsOfList } from './place-ids-of-list.ts';
import type { StepOperation, StepOperations } from './step-operations.ts';

interface PlaceListEditsOptions {
  store: Pick<Store, 'all'>;
  lists: ListImages;
  operations: StepOperations;
  journal: Pick<Journal, 'run' | 'isImporting'>;
  creation: ListCreation;
  /** Called when the order or visibility of lists has changed, which no step stores. */
  onChange: () => void;
}

/** The fields of a list that an edit may change. */
type ListPatch = { [Field in keyof NewList]?: NewList[Field] | undefined };

/** Creates the edits of lists. */
export function createPlaceListEdits(options: PlaceListEditsOptions) {
  const { store, lists, operations, journal, creation, onChange } = options;

  function* removal(listId: PlaceListId): Generator<StepOperation> {
    for (const placeId of placeIdsOfList(store, listId))
      yield operations.place.operation(placeId, () => null);
    yield operations.list.operation(listId, () => null);
  }

  return {
    async createList(list: NewList): Promise<PlaceListId> {
      const { listId, operation } = creation(list);
      await journal.run({ kind: 'list-create', name: list.name }, [operation]);
      return listId;
    },
    /** Changes the given fields of a list; returns null if they are as before. */
    async changeList(listId: PlaceListId, patch: ListPatch): Promise<PlaceStep | null> {
      const operation = operations.list.operation(listId, (current) => {
        if (current === null) throw new AppError('NOT_FOUND', { what: `place-list ${listId}` });
        const { name = current.name, colour = current.colour, notes = current.notes } = patch;
        return { ...current, name, colour, notes };
      });
      const name = patch.name ?? lists.existing(listId).name;
      return journal.run({ kind: 'list-change', name }, [operation]);
    },
    /** Removes a list with all its places. Throws CONFLICT during an import. */
    async removeList(listId: PlaceListId): Promise<PlaceStep | null> {
      const { name } = lists.existing(listId);
      if (journal.isImporting()) throw new AppError('CONFLICT', { detail: 'importing' });
      return journal.run({ kind: 'list-remove', name }, removal(listId));
    },
    orderLists(listIds: readonly PlaceListId[]) {
      lists.setOrder(listIds);
      onChange();
    },
    showList(listId: PlaceListId, visible: boolean) {
      lists.setVisible(listId, visible);
      onChange();
    },
  };
}
