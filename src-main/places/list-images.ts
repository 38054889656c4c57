import { z } from 'zod';
import type { PlaceListId } from '../../src-preload/contract/ids.ts';
import { placeColourSchema } from '../../src-preload/contract/place-values.ts';
import { AppError } from '../app-error.ts';
import type { Store } from '../store/store.ts';

const listImageSchema = z.object({
  position: z.number(),
  /** As SQLite keeps it: 0 or 1. */
  visible: z.number(),
  name: z.string(),
  colour: placeColourSchema.catch('grey'),
  notes: z.string(),
  createdAt: z.string(),
  createdBy: z.string(),
  updatedAt: z.string(),
  updatedBy: z.string(),
  version: z.number(),
});
/** A list of places as a step keeps it: everything but its id. */
export type ListImage = z.infer<typeof listImageSchema>;

const nextPositionRow = z.object({ position: z.number() });

const selectImage = `SELECT position, visible, name, colour, notes, created_at AS createdAt, created_by AS createdBy,
    updated_at AS updatedAt, updated_by AS updatedBy, version
  FROM place_list WHERE list_id = :listId`;

const writeList = `INSERT OR REPLACE INTO place_list (list_id, position, visible, name, colour, notes, created_at, created_by,
    updated_at, updated_by, version)
  VALUES (:listId, :position, :visible, :name, :colour, :notes, :createdAt, :createdBy, :updatedAt, :updatedBy, :version)`;

/** Returns the image of a stored text. */
export const readListImage = (text: string): ListImage => listImageSchema.parse(JSON.parse(text));

/** Returns the text by which two images of a list are the same. Its order and visibility are no edits. */
export const listContent = ({ name, colour, notes }: ListImage): string =>
  JSON.stringify([name, colour, notes]);

/** Creates the table of lists as images, with what is set without a step. */
export function createListImages({ store }: { store: Store }) {
  const read = (listId: PlaceListId): ListImage | null =>
    store.get(listImageSchema, selectImage, { listId }) ?? null;
  return {
    read,
    /** Returns a list. @throws NOT_FOUND if it does not exist. */
    existing(listId: PlaceListId): ListImage {
      const list = read(listId);
      if (list === null) throw new AppError('NOT_FOUND', { what: `place-list ${listId}` });
      return list;
    },
    write: (listId: PlaceListId, image: ListImage) => void store.run(writeList, { listId, ...image }),
    remove: (listId: PlaceListId) =>
      void store.run('DELETE FROM place_list WHERE list_id = :listId', { listId }),
    /** Returns the position after the last list. */
    nextPosition: (): number =>
      store.get(nextPositionRow, 'SELECT coalesce(max(position), 0) + 1 AS position FROM place_list')
        ?.position ?? 1,
    setVisible: (listId: PlaceListId, visible: boolean) =>
      void store.run('UPDATE place_list SET visible = :visible WHERE list_id = :listId', {
        ...{ listId, visible: visible ? 1 : 0 },
      }),
    setOrder(listIds: readonly PlaceListId[]) {
      store.transaction(() => {
        for (const [position, listId] of listIds.entries())
          store.run('UPDATE place_list SET position = :position WHERE list_id = :listId', {
            listId,
            position,
          });
      });
    },
  };
}

/** The table of lists as images. */
export type ListImages = ReturnType<typeof createListImages>;
