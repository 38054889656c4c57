import type { PlaceId, PlaceListId } from '../../../src-preload/contract/ids.ts';
import { type ListImage, type ListImages, listContent, readListImage } from './list-images.ts';
import { hashOf, type PlaceImage, type PlaceImages, placeContent, readPlaceImage } from './place-images.ts';

/** The kind of the row that an entry of a step changes. */
export type StepSubject = 'place' | 'list';

/** The two sides of a change: the row before it, as JSON, and the hash of the row after it; null for no row. */
export interface Swapped {
  image: string | null;
  present: string | null;
  /** The name of the row, for the label of the step. */
  name: string;
}

/** A change of one place or list. */
export interface StepOperation {
  subject: StepSubject;
  key: string;
  /** Makes the change; returns null if there is nothing to change. Throws an `AppError` if it cannot be made. */
  apply(): Swapped | null;
}

interface Marks {
  updatedAt: string;
  updatedBy: string;
  version: number;
}

interface ImageTable<Key, Image> {
  read(key: Key): Image | null;
  write(key: Key, image: Image): void;
  remove(key: Key, image: Image): void;
}

interface ImageKind<Key extends string, Image extends Marks & { name: string }> {
  subject: StepSubject;
  table: ImageTable<Key, Image>;
  content(image: Image): string;
  parse(text: string): Image;
}

/** Creates the operations of one kind of rows. Each write raises the version, and stores who made it and when. */
function operationsOf<Key extends string, Image extends Marks & { name: string }>(
  { subject, table, content, parse }: ImageKind<Key, Image>,
  { now, author }: { now: () => Date; author: () => string },
) {
  const presentOf = (image: Image | null) => (image === null ? null : hashOf(content(image)));

  function put(
    key: Key,
    current: Image | null,
    next: Image | null,
    marks: Pick<Marks, 'updatedAt' | 'updatedBy'>,
  ): Swapped | null {
    if (presentOf(current) === presentOf(next)) return null;
    if (next !== null)
      table.write(key, {
        ...next,
        version: Math.max(current?.version ?? 0, next.version) + 1,
        updatedAt: marks.updatedAt,
        updatedBy: marks.updatedBy,
      });
    else if (current !== null) table.remove(key, current);
    return {
      image: current === null ? null : JSON.stringify(current),
      present: presentOf(next),
      name: (next ?? current)?.name ?? '',
    };
  }

  const marksNow = () => ({ updatedAt: now().toISOString(), updatedBy: author() });

  return {
    /** Returns the operation that replaces a row by what `next` returns; null stands for no row. */
    operation: (key: Key, next: (current: Image | null) => Image | null): StepOperation => ({
      subject,
      key,
      apply() {
        const current = table.read(key);
        return put(key, current, next(current), marksNow());
      },
    }),
    /** Replaces a row by an image; returns null, and changes nothing, if the row does not have the hash `present`. */
    swap(key: Key, { image, present }: Pick<Swapped, 'image' | 'present'>): Swapped | null {
      const current = table.read(key);
      if (presentOf(current) !== present) return null;
      const restored = image === null ? null : parse(image);
      // A row that was removed comes back as it was: whoever undoes the removal has not changed it.
      return put(key, current, restored, current === null && restored !== null ? restored : marksNow());
    },
  };
}

interface OperationOptions {
  places: PlaceImages;
  lists: ListImages;
  now: () => Date;
  /** Returns the name of the user. */
  author: () => string;
}

/** Creates the operations of places and lists; steps consist of nothing else. */
export function createStepOperations({ places, lists, ...marks }: OperationOptions) {
  const place = operationsOf<PlaceId, PlaceImage>(
    { subject: 'place', table: places, content: placeContent, parse: readPlaceImage },
    marks,
  );
  const list = operationsOf<PlaceListId, ListImage>(
    { subject: 'list', table: lists, content: listContent, parse: readListImage },
    marks,
  );
  return { place, list };
}

/** The operations of places and lists. */
export type StepOperations = ReturnType<typeof createStepOperations>;
