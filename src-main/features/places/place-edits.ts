import type { PlaceId, PlaceListId } from '../../../src-preload/contract/ids.ts';
import type { NewPlace } from '../../../src-preload/contract/place-values.ts';
import type { PlaceChange } from '../../../src-preload/contract/places.ts';
import { createListCheck, type ListCheck } from './list-check.ts';
import type { ListImages } from './list-images.ts';
import { patchedPlace } from './patched-place.ts';
import type { PlaceOperations } from './place-operations.ts';
import type { StepOperation } from './step-operations.ts';

interface PlaceEditsOptions {
  lists: Pick<ListImages, 'existing'>;
  operations: PlaceOperations;
  newId: () => PlaceId;
}

/** Creates the edits of single places, each of which names the version that it changes, and the additions of imports. */
export function createPlaceEdits({ lists, operations, newId }: PlaceEditsOptions) {
  const addition = (
    placeId: PlaceId,
    { listId, place, checkList }: { listId: PlaceListId; place: NewPlace; checkList: ListCheck },
  ): StepOperation =>
    operations.create(placeId, () => {
      checkList(listId);
      return operations.newImage(listId, place);
    });

  function operationOf(
    edit: PlaceChange,
    checkList: ListCheck,
  ): { placeId: PlaceId; operation: StepOperation } {
    if (edit.do === 'create') {
      const placeId = edit.place.placeId ?? newId();
      const { listId, place } = edit;
      return { placeId, operation: addition(placeId, { listId, place, checkList }) };
    }
    const { placeId, version } = edit;
    if (edit.do === 'remove') return { placeId, operation: operations.change(placeId, version, () => null) };
    const { patch } = edit;
    return {
      placeId,
      operation: operations.change(placeId, version, (current) => {
        if (patch.listId !== undefined) checkList(patch.listId);
        return patchedPlace(current, patch);
      }),
    };
  }

  return {
    /** Returns the operations of an edit with the places that they are about, in the order of the changes. */
    edits(changes: readonly PlaceChange[]): {
      placeIds: PlaceId[];
      operations: StepOperation[];
      /** The places that the edit left as they were; filled while the operations are applied. */
      unchanged: PlaceId[];
    } {
      const checkList = createListCheck({ lists });
      const all = changes.map((each) => operationOf(each, checkList));
      const unchanged: PlaceId[] = [];
      const watched = all.map(({ placeId, operation }) => ({
        ...operation,
        apply() {
          const swapped = operation.apply();
          if (swapped === null) unchanged.push(placeId);
          return swapped;
        },
      }));
      return { placeIds: all.map(({ placeId }) => placeId), operations: watched, unchanged };
    },
    /** Returns the operations that add places to a list. */
    additions(listId: PlaceListId, added: readonly NewPlace[]): StepOperation[] {
      const checkList = createListCheck({ lists });
      return added.map((place) => addition(place.placeId ?? newId(), { listId, place, checkList }));
    },
  };
}
