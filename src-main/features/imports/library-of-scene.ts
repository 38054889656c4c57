import { join, sep } from 'node:path';
import type { ImportOptions } from './import-options.ts';
import type { ImportedRow } from './undo-records.ts';

/**
 * Returns the library folder in which the files of an imported scene are recorded now: the former one, if the user has selected another
 * library folder since the import. The present one if none of the files is recorded.
 */
export function libraryOfScene(
  { library, ports }: Pick<ImportOptions, 'library' | 'ports'>,
  { sceneRow, folder, placed }: Pick<ImportedRow, 'sceneRow' | 'folder' | 'placed'>,
): string {
  for (const { path, sha256 } of ports.filesOf(sceneRow)) {
    if (path === null) continue;
    const file = ports.absolute(path);
    for (const { place, sha256: placedSum } of placed) {
      const end = sep + join(...folder.split('/'), ...place.split('/'));
      if (sha256 === placedSum && file.endsWith(end)) return file.slice(0, -end.length);
    }
  }
  return library();
}
