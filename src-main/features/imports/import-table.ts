import type { Store } from '../../store/store.ts';
import { createEditedRows } from './edited-rows.ts';
import { createImportRecords } from './import-records.ts';
import { createImportRows } from './import-rows.ts';
import { createLinkKeys } from './link-keys.ts';
import { createPlannedScenes } from './planned-scenes.ts';
import { createReviewFiles } from './review-files.ts';
import { createUndoRecords } from './undo-records.ts';

/** Creates the records of imports and of their scenes. They access no file. */
export function createImportTable({ store, now }: { store: Store; now: () => Date }) {
  const linkKeys = createLinkKeys();
  return {
    ...createImportRecords({ store, now }),
    ...createImportRows({ store, linkKeys }),
    ...createEditedRows({ store, linkKeys }),
    ...createPlannedScenes({ store, linkKeys }),
    ...createUndoRecords({ store }),
    ...createReviewFiles({ store }),
    /** Removes an import with its rows and the keys of its links. */
    forget(importId: number) {
      linkKeys.forget(importId);
      store.run('DELETE FROM scene_import_review WHERE import_id = :importId', { importId });
      store.run('DELETE FROM scene_import_step WHERE import_id = :importId', { importId });
      store.run('DELETE FROM scene_import_row WHERE import_id = :importId', { importId });
      store.run('DELETE FROM scene_import WHERE id = :importId', { importId });
    },
  };
}

/** What `createImportTable` returns. */
export type ImportTable = ReturnType<typeof createImportTable>;
