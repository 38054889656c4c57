import { z } from 'zod';
import {
  type PlaceId,
  type PlaceListId,
  placeIdSchema,
  placeListIdSchema,
} from '../../../src-preload/contract/ids.ts';
import { placeGeometrySchema } from '../../../src-preload/contract/place-geometry.ts';
import {
  placeAttributesSchema,
  placeColourSchema,
  placeSourceSchema,
} from '../../../src-preload/contract/place-values.ts';
import { AppError } from '../../core/app-error.ts';
import { contentHash } from '../../core/content-hash.ts';
import type { Store } from '../../store/store.ts';
import { createListImages, type ListImage, type ListImages } from './list-images.ts';
import { placeIdsOfList } from './place-ids-of-list.ts';
import { createPlaceImages, type PlaceImage } from './place-images.ts';
import type { StepOperation, StepOperations } from './step-operations.ts';

/** The schema of a place in a package. */
const handedPlaceSchema = z.object({
  listId: placeListIdSchema,
  geometry: placeGeometrySchema.nullable(),
  positionText: z.string().nullable(),
  name: z.string(),
  notes: z.string(),
  tags: z.array(z.string()),
  attributes: placeAttributesSchema,
  source: placeSourceSchema.nullable(),
});
const handedListSchema = z.object({ name: z.string(), colour: placeColourSchema, notes: z.string() });

/** Returns the content of a place for a package. */
const placeContent = (image: PlaceImage) => handedPlaceSchema.parse(image);
/** Returns the content of a list for a package, without its order and visibility, which are the user's own. */
const listContent = ({ name, colour, notes }: ListImage) => ({ name, colour, notes });

/** Creates the reader of places and lists for packages. */
export function createHandedPlaces({ store }: { store: Store }) {
  const places = createPlaceImages({ store });
  const lists = createListImages({ store });
  return {
    place(id: string) {
      const image = places.read(placeIdSchema.parse(id));
      return image && { content: placeContent(image), marks: image };
    },
    list(id: string) {
      const image = lists.read(placeListIdSchema.parse(id));
      return image && { content: listContent(image), marks: image };
    },
    /** Yields the ids of the places of a list, in the order in which they were added. */
    placesOf: (listId: string): Generator<string> => placeIdsOfList(store, listId),
  };
}

/**
 * A place or list that is accepted from a package; a content of null removes it. `expected` is the hash of the content that it
 * replaces.
 */
export interface HandedPlaceChange {
  kind: 'place' | 'list';
  id: string;
  content: unknown;
  expected: string | null;
}

interface HandedOperationsOptions {
  operations: StepOperations;
  lists: Pick<ListImages, 'read' | 'nextPosition'>;
  now: () => Date;
  author: () => string;
}

/** Creates the operations of a step that accepts places and lists from a package. Each throws CONFLICT if its row has changed. */
export function createHandedOperations({ operations, lists, now, author }: HandedOperationsOptions) {
  function assertExpected(content: unknown, expected: string | null, name: string) {
    if ((content === null ? null : contentHash(content)) !== expected)
      throw new AppError('CONFLICT', { detail: 'package-stale', name });
  }

  function placeOperation(placeId: PlaceId, { content, expected }: HandedPlaceChange): StepOperation {
    return operations.place.operation(placeId, (current) => {
      assertExpected(current && placeContent(current), expected, current?.name ?? '');
      if (content === null) return null;
      const handed = handedPlaceSchema.parse(content);
      if (lists.read(handed.listId) === null)
        throw new AppError('NOT_FOUND', { what: `place-list ${handed.listId}` });
      const { seq, version, createdAt } = current ?? { seq: 0, version: 0, createdAt: now().toISOString() };
      return { ...handed, seq, version, createdAt, updatedAt: '', updatedBy: '' };
    });
  }

  function listOperation(listId: PlaceListId, { content, expected }: HandedPlaceChange): StepOperation {
    return operations.list.operation(listId, (current) => {
      assertExpected(current && listContent(current), expected, current?.name ?? '');
      if (content === null) return null;
      const handed = handedListSchema.parse(content);
      if (current !== null) return { ...current, ...handed };
      return {
        position: lists.nextPosition(),
        visible: 1,
        version: 0,
        ...handed,
        createdAt: now().toISOString(),
        createdBy: author(),
        updatedAt: '',
        updatedBy: '',
      };
    });
  }

  return (change: HandedPlaceChange): StepOperation =>
    change.kind === 'place'
      ? placeOperation(placeIdSchema.parse(change.id), change)
      : listOperation(placeListIdSchema.parse(change.id), change);
}
