import { z } from 'zod';
import type { PlaceListId } from '../../../src-preload/contract/ids.ts';
import { placeColourSchema } from '../../../src-preload/contract/place-values.ts';
import { AppError } from '../../core/app-error.ts';
import type { Store } from '../../store/store.ts';

const listImageSchema = z.object({
  position: z.number(),
  /** 0 or 1, as SQLite stores it. */
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
/** A list of places as steps store it: everything but its id. */
export type ListImage = z.infer<typeof listImageSchema>;

const nextPositionRow = z.object({ position: z.number() });

const selectImage = `SELECT position, visible, name, colour, notes, created_at AS createdAt, created_by AS createdBy,
    updated_at AS updatedAt, updated_by AS updatedBy, version
  FROM place_list WHERE list_id = :listId`;

const writeList = `INSERT OR REPLACE INTO place_list (list_id, position, visible, name, colour, notes, created_at, created_by,
    updated_at, updated_by, version)
  VALUES (:listId, :position, :visible, :name, :colour, :notes, :createdAt, :createdBy, :updatedAt, :updatedBy, :version)`;

/** Returns the image that is stored as JSON. */
export const readListImage = (text: string): ListImage => listImageSchema.parse(JSON.parse(text));

/**
 * Returns the content of a list as text, which is equal for two images with the same content. Order and visibility are no
 * content.
 */
export const listContent = ({ name, colour, notes }: ListImage): string =>
  JSON.stringify([name, colour, notes]);

/** Creates the table of lists, which steps read and write as images, and the functions that change order and visibility. */
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
        listId,
        visible: visible ? 1 : 0,
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

/** The table of lists. */
export type ListImages = ReturnType<typeof createListImages>;
