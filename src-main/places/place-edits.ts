import type { PlaceId, PlaceListId } from '../../src-preload/contract/ids.ts';
import {
  type NewPlace,
  type PlacePatch,
  placeAttributesSchema,
  placeBounds,
} from '../../src-preload/contract/place-values.ts';
import type { PlaceChange } from '../../src-preload/contract/places.ts';
import { AppError } from '../app-error.ts';
import type { ListImages } from './list-images.ts';
import { mergedPlace } from './merged-place.ts';
import type { PlaceImage, PlaceImages } from './place-images.ts';
import type { StepOperation, StepOperations } from './step-operations.ts';

interface PlaceEditsOptions {
  places: PlaceImages;
  lists: Pick<ListImages, 'read'>;
  operations: StepOperations;
  now: () => Date;
  newId: () => PlaceId;
}

/** What `changeAll` may do to a place. */
export type ChangeOfAll =
  | { do: 'remove' }
  | { do: 'transfer'; listId: PlaceListId }
  | { do: 'duplicate' }
  | { do: 'tag'; add: readonly string[]; drop: readonly string[] };

const missing = (placeId: PlaceId) => new AppError('NOT_FOUND', { what: `place ${placeId}` });
const invalid = (field: string, message: string) =>
  new AppError('INVALID_INPUT', { fields: { [field]: [message] } });

/** Throws INVALID_INPUT if a part of a place has become too long or too many by a change. */
function bounded(image: PlaceImage): PlaceImage {
  const { name, notes, tags, attributes } = image;
  if (name.length > placeBounds.name) throw invalid('name', 'validation.tooLong');
  if (notes.length > placeBounds.notes) throw invalid('notes', 'validation.tooLong');
  if (tags.length > placeBounds.tags) throw invalid('tags', 'validation.tooManyTags');
  if (tags.some((tag) => tag.length > placeBounds.tag)) throw invalid('tags', 'validation.tooLong');
  if (!placeAttributesSchema.safeParse(attributes).success)
    throw invalid('attributes', 'validation.attributes');
  return image;
}

/** Returns a place with the fields of a patch. A new position replaces the text that could not be read as one. */
export function patchedPlace(image: PlaceImage, patch: PlacePatch): PlaceImage {
  const { attributes, withoutAttributes = [], geometry, positionText } = patch;
  const merged = { ...image.attributes, ...attributes };
  for (const name of withoutAttributes) delete merged[name];
  return bounded({
    ...image,
    geometry: geometry === undefined ? image.geometry : geometry,
    positionText: positionText === undefined ? (geometry ? null : image.positionText) : positionText,
    name: patch.name ?? image.name,
    notes: patch.notes ?? image.notes,
    tags: patch.tags ?? image.tags,
    source: patch.source === undefined ? image.source : patch.source,
    listId: patch.listId ?? image.listId,
    attributes: merged,
  });
}

/** Creates the operations of edits. Each reads what is there when it is made, not when it is created. */
export function createPlaceEdits({ places, lists, operations, now, newId }: PlaceEditsOptions) {
  /** Returns a function that throws NOT_FOUND for a list that does not exist; it asks once for each list. */
  function createListCheck() {
    const known = new Set<PlaceListId>();
    return (listId: PlaceListId) => {
      if (known.has(listId)) return;
      if (lists.read(listId) === null) throw new AppError('NOT_FOUND', { what: `place-list ${listId}` });
      known.add(listId);
    };
  }

  function made(listId: PlaceListId, place: NewPlace): PlaceImage {
    return bounded({
      ...{ seq: 0, listId, geometry: place.geometry, positionText: place.positionText ?? null },
      ...{ name: place.name, notes: place.notes ?? '', tags: place.tags ?? [] },
      ...{ attributes: place.attributes ?? {}, source: place.source ?? null },
      ...{ createdAt: now().toISOString(), updatedAt: '', updatedBy: '', version: 0 },
    });
  }

  function create(placeId: PlaceId, image: () => PlaceImage | null): StepOperation {
    return operations.place.operation(placeId, (current) => {
      if (current !== null) throw new AppError('CONFLICT', { detail: 'place-exists', name: current.name });
      return image();
    });
  }

  /** Returns the operation that changes a place of this version; without a version, whatever version it has. */
  function change(
    placeId: PlaceId,
    version: number | null,
    next: (current: PlaceImage) => PlaceImage | null,
  ): StepOperation {
    return operations.place.operation(placeId, (current) => {
      if (current === null) throw missing(placeId);
      if (version !== null && current.version !== version)
        throw new AppError('CONFLICT', { detail: 'place-changed', name: current.name });
      return next(current);
    });
  }

  function operationOf(
    edit: PlaceChange,
    checkList: (listId: PlaceListId) => void,
  ): { placeId: PlaceId; operation: StepOperation } {
    if (edit.do === 'create') {
      const placeId = edit.place.placeId ?? newId();
      const image = () => {
        checkList(edit.listId);
        return made(edit.listId, edit.place);
      };
      return { placeId, operation: create(placeId, image) };
    }
    const { placeId, version } = edit;
    if (edit.do === 'remove') return { placeId, operation: change(placeId, version, () => null) };
    const { patch } = edit;
    return {
      placeId,
      operation: change(placeId, version, (current) => {
        if (patch.listId !== undefined) checkList(patch.listId);
        return patchedPlace(current, patch);
      }),
    };
  }

  function changeOf(
    placeId: PlaceId,
    all: ChangeOfAll,
    checkList: (listId: PlaceListId) => void,
  ): StepOperation {
    if (all.do === 'duplicate')
      return create(newId(), () => {
        const source = places.read(placeId);
        return source && { ...source, seq: 0, version: 0, createdAt: now().toISOString() };
      });
    return operations.place.operation(placeId, (current) => {
      if (current === null || all.do === 'remove') return null;
      if (all.do === 'tag') {
        const left = current.tags.filter((tag) => !all.drop.includes(tag));
        return bounded({ ...current, tags: [...new Set([...left, ...all.add])] });
      }
      checkList(all.listId);
      return { ...current, listId: all.listId };
    });
  }

  return {
    /** Returns the operations of an edit with the places that they are about, in the order of the changes. */
    edits(changes: readonly PlaceChange[]): {
      placeIds: PlaceId[];
      operations: StepOperation[];
      /** The places for which there was nothing to change; filled while the operations are made. */
      unchanged: PlaceId[];
    } {
      const checkList = createListCheck();
      const all = changes.map((each) => operationOf(each, checkList));
      const unchanged: PlaceId[] = [];
      const operations = all.map(({ placeId, operation }) => ({
        ...operation,
        apply() {
          const swapped = operation.apply();
          if (swapped === null) unchanged.push(placeId);
          return swapped;
        },
      }));
      return { placeIds: all.map(({ placeId }) => placeId), operations, unchanged };
    },
    /** Returns the operations that do the same to many places; those that do not exist are left out. */
    toAll(placeIds: readonly PlaceId[], all: ChangeOfAll): StepOperation[] {
      const checkList = createListCheck();
      return [...new Set(placeIds)].map((placeId) => changeOf(placeId, all, checkList));
    },
    /** Returns the operations that add places to a list. */
    additions(listId: PlaceListId, added: readonly NewPlace[]): StepOperation[] {
      const checkList = createListCheck();
      return added.map((place) =>
        create(place.placeId ?? newId(), () => {
          checkList(listId);
          return made(listId, place);
        }),
      );
    },
    /** Returns the operations that replace each place by what `next` makes of it; those that do not exist are left out. */
    replacements: (
      placeIds: readonly PlaceId[],
      next: (current: PlaceImage) => PlaceImage,
    ): StepOperation[] =>
      placeIds.map((placeId) =>
        operations.place.operation(placeId, (current) => current && bounded(next(current))),
      ),
    /** Returns the operations that merge each group into the place that is kept; the others are removed after it was read. */
    merges(groups: readonly { keep: PlaceId; others: readonly PlaceId[] }[]): StepOperation[] {
      return groups.flatMap(({ keep, others }) => {
        const away = [...new Set(others)].filter((placeId) => placeId !== keep);
        const read = () => away.map((placeId) => places.read(placeId)).filter((image) => image !== null);
        return [
          change(keep, null, (current) => bounded(mergedPlace(current, read()))),
          ...away.map((placeId) => operations.place.operation(placeId, () => null)),
        ];
      });
    },
  };
}
