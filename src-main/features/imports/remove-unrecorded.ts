import { checkPlaced, losingSceneOf } from './copy-phase.ts';
import type { ImportOptions } from './import-options.ts';
import type { ImportThread } from './import-thread.ts';
import { stagingOf } from './read-phase.ts';
import { removePlaced } from './undo-import.ts';

/**
 * Removes the files of scenes that an import placed in the library and did not record. Rejects with ImportTroubleError while the library
 * is away.
 */
export async function removeUnrecorded(
  options: Pick<ImportOptions, 'table' | 'library' | 'instance' | 'ports' | 'removeUntouched'>,
  thread: ImportThread,
  importId: number,
): Promise<void> {
  const { table, instance } = options;
  const library = options.library();
  const staging = stagingOf(library, instance, importId);
  for (const row of table.placedOnly(importId)) {
    const { seq, folder, placed } = row;
    if (folder !== null && placed !== null) {
      const found = await checkPlaced({ thread, library, staging }, seq, { folder, placed });
      if (found !== 'never') await removePlaced(options, folder, placed, losingSceneOf(options, row));
      table.notePlace(importId, seq, null);
    }
  }
}
