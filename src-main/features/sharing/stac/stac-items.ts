import { collectionId, itemLinks } from './documents.ts';
import { type FoundRow, itemIdOf, type SharedSource, sceneIdsOf } from './shared-source.ts';

/** The address before each path, and the folder of the library. */
export interface ItemContext {
  base: string;
  library: string;
}

/** More scenes than have one id in any library. */
const maxTwins = 200;

/** Creates the functions that describe scenes as items of the API. */
export function createStacItems({ scenes }: { scenes: Pick<SharedSource, 'item' | 'page'> }) {
  function itemOf({ library, base }: ItemContext, found: FoundRow) {
    const id = itemIdOf(found);
    const item = scenes.item(library, found.row, {
      links: itemLinks(base, id),
      hrefOf: (fileId, fileName) => `${base}/assets/${fileId}/${encodeURIComponent(fileName)}`,
    });
    if (item === null) return null;
    const tiles = `${base}/tiles/${found.row}/{z}/{x}/{y}.png`;
    return {
      ...item,
      id,
      collection: collectionId,
      properties: { ...item.properties, 'nadir:tiles': tiles },
    };
  }
  return {
    /** Returns a scene as an item; null if it has no file in the library folder. */
    itemOf,
    /** Returns the item with this id; null if there is none. */
    itemWithId(context: ItemContext, id: string) {
      const anyTime = { box: null, fromDay: null, toDay: null, after: null, isOldestFirst: true };
      const found = scenes
        .page({ ...anyTime, sceneIds: sceneIdsOf(id), limit: maxTwins })
        .find((each) => itemIdOf(each) === id);
      return found === undefined ? null : itemOf(context, found);
    },
  };
}

/** What `createStacItems` returns. */
export type StacItems = ReturnType<typeof createStacItems>;
