import type { PlaceId } from '../../../src-preload/contract/ids.ts';
import type { AttributeValue } from '../../../src-preload/contract/place-values.ts';
import type { ChangeOfAll } from '../../../src-preload/contract/places.ts';
import { createListCheck, type ListCheck } from './list-check.ts';
import type { ListImages } from './list-images.ts';
import { checkedPlace, patchedPlace } from './patched-place.ts';
import type { PlaceImage, PlaceImages } from './place-images.ts';
import type { PlaceOperations } from './place-operations.ts';
import type { StepOperation } from './step-operations.ts';

const isSame = (a: AttributeValue | undefined, b: AttributeValue) => a === b;

/** Returns attributes with others added. If a name has another value already, the added one gets a number after its name. */
function withAttributes(
  kept: Readonly<Record<string, AttributeValue>>,
  added: Readonly<Record<string, AttributeValue>>,
): Record<string, AttributeValue> {
  const all: Record<string, AttributeValue> = { ...kept };
  for (const [name, value] of Object.entries(added)) {
    if (value === null || value === '') continue;
    const current = all[name];
    if (current === undefined || current === null || current === '') {
      all[name] = value;
      continue;
    }
    if (isSame(current, value)) continue;
    let number = 2;
    while (`${name} (${number})` in all && !isSame(all[`${name} (${number})`], value)) number += 1;
    all[`${name} (${number})`] = value;
  }
  return all;
}

/**
 * Returns a place with the data of others. Its own name, position and attributes are kept; the notes of the others follow its own,
 * and their tags and attributes are added. A missing position, name or source is taken from the first place that has it.
 */
function mergedPlace(kept: PlaceImage, others: readonly PlaceImage[]): PlaceImage {
  const all = [kept, ...others];
  const notes = all.map((each) => each.notes.trim()).filter((text) => text !== '');
  return {
    ...kept,
    name: all.find(({ name }) => name !== '')?.name ?? '',
    geometry: all.find(({ geometry }) => geometry !== null)?.geometry ?? null,
    positionText: all.some(({ geometry }) => geometry !== null) ? null : kept.positionText,
    notes: [...new Set(notes)].join('\n\n'),
    tags: [...new Set(all.flatMap(({ tags }) => tags))],
    attributes: others.reduce((sum, { attributes }) => withAttributes(sum, attributes), kept.attributes),
    source: all.find(({ source }) => source !== null)?.source ?? null,
  };
}

interface BulkPlaceEditsOptions {
  places: Pick<PlaceImages, 'read'>;
  lists: Pick<ListImages, 'existing'>;
  operations: PlaceOperations;
  now: () => Date;
  newId: () => PlaceId;
}

function taggedPlace(image: PlaceImage, { add, drop }: Extract<ChangeOfAll, { do: 'tag' }>): PlaceImage {
  const kept = image.tags.filter((tag) => !drop.includes(tag));
  return checkedPlace({ ...image, tags: [...new Set([...kept, ...add])] });
}

/** Creates the edits that do the same to many places, whatever their versions. */
export function createBulkPlaceEdits({ places, lists, operations, now, newId }: BulkPlaceEditsOptions) {
  const duplicate = (placeId: PlaceId): StepOperation =>
    operations.create(newId(), () => {
      const source = places.read(placeId);
      return source && { ...source, seq: 0, version: 0, createdAt: now().toISOString() };
    });

  function operationOf(placeId: PlaceId, all: ChangeOfAll, checkList: ListCheck): StepOperation {
    if (all.do === 'duplicate') return duplicate(placeId);
    return operations.changeIfPresent(placeId, (current) => {
      if (all.do === 'remove') return null;
      if (all.do === 'tag') return taggedPlace(current, all);
      if (all.do === 'change') {
        if (all.patch.listId !== undefined) checkList(all.patch.listId);
        return patchedPlace(current, all.patch);
      }
      checkList(all.listId);
      return { ...current, listId: all.listId };
    });
  }

  return {
    /** Returns the operations that make the same change to many places; those that do not exist are left out. */
    toAll(placeIds: readonly PlaceId[], all: ChangeOfAll): StepOperation[] {
      const checkList = createListCheck({ lists });
      return [...new Set(placeIds)].map((placeId) => operationOf(placeId, all, checkList));
    },
    /** Returns the operations that replace each place by what `next` returns; those that do not exist are left out. */
    replacements: (
      placeIds: readonly PlaceId[],
      next: (current: PlaceImage) => PlaceImage,
    ): StepOperation[] =>
      placeIds.map((placeId) =>
        operations.changeIfPresent(placeId, (current) => checkedPlace(next(current))),
      ),
    /** Returns the operations that merge each group into the place that is kept, and then remove the others. */
    merges(groups: readonly { keep: PlaceId; others: readonly PlaceId[] }[]): StepOperation[] {
      return groups.flatMap(({ keep, others }) => {
        const removed = [...new Set(others)].filter((placeId) => placeId !== keep);
        const read = () => removed.map((placeId) => places.read(placeId)).filter((image) => image !== null);
        return [
          operations.change(keep, null, (current) => checkedPlace(mergedPlace(current, read()))),
          ...removed.map((placeId) => operations.changeIfPresent(placeId, () => null)),
        ];
      });
    },
  };
}
