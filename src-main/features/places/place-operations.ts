import type { PlaceId, PlaceListId } from '../../../src-preload/contract/ids.ts';
import type { NewPlace } from '../../../src-preload/contract/place-values.ts';
import { AppError } from '../../core/app-error.ts';
import { checkedPlace } from './patched-place.ts';
import type { PlaceImage } from './place-images.ts';
import type { StepOperation, StepOperations } from './step-operations.ts';

interface PlaceOperationsOptions {
  operations: Pick<StepOperations, 'place'>;
  now: () => Date;
}

/** Creates the functions that return operations on one place. An operation reads the place when it is applied. */
export function createPlaceOperations({ operations, now }: PlaceOperationsOptions) {
  return {
    /** Returns a place that is not stored yet. @throws INVALID_INPUT as `checkedPlace` does. */
    newImage: (listId: PlaceListId, place: NewPlace): PlaceImage =>
      checkedPlace({
        seq: 0,
        listId,
        geometry: place.geometry,
        positionText: place.positionText ?? null,
        name: place.name,
        notes: place.notes ?? '',
        tags: place.tags ?? [],
        attributes: place.attributes ?? {},
        source: place.source ?? null,
        createdAt: now().toISOString(),
        updatedAt: '',
        updatedBy: '',
        version: 0,
      }),
    /** Returns the operation that stores a new place; CONFLICT if its id exists. An image of null stores nothing. */
    create: (placeId: PlaceId, image: () => PlaceImage | null): StepOperation =>
      operations.place.operation(placeId, (current) => {
        if (current !== null) throw new AppError('CONFLICT', { detail: 'place-exists', name: current.name });
        return image();
      }),
    /**
     * Returns the operation that replaces a place by what `next` returns. NOT_FOUND if it does not exist, CONFLICT if it has
     * another version than this one; a version of null stands for any.
     */
    change: (
      placeId: PlaceId,
      version: number | null,
      next: (current: PlaceImage) => PlaceImage | null,
    ): StepOperation =>
      operations.place.operation(placeId, (current) => {
        if (current === null) throw new AppError('NOT_FOUND', { what: `place ${placeId}` });
        if (version !== null && current.version !== version)
          throw new AppError('CONFLICT', { detail: 'place-changed', name: current.name });
        return next(current);
      }),
    /** Returns the operation that replaces a place, if it exists, by what `next` returns; null removes it. */
    changeIfPresent: (placeId: PlaceId, next: (current: PlaceImage) => PlaceImage | null): StepOperation =>
      operations.place.operation(placeId, (current) => current && next(current)),
  };
}

/** The functions that return operations on one place. */
export type PlaceOperations = ReturnType<typeof createPlaceOperations>;
