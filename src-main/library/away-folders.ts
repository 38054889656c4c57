import { sep } from 'node:path';
import { z } from 'zod';
import type { Store } from '../store/store.ts';

const pathRow = z.object({ path: z.string() });

/** Creates the question whether a stored path is in a further library folder that cannot be read now, by what is stored of these. */
export function createAwayFolders({ store }: { store: Pick<Store, 'all'> }) {
  return (path: string): boolean =>
    store
      .all(pathRow, `SELECT path FROM library_folder WHERE state IN ('away', 'sleeping')`)
      .some((folder) => path.startsWith(folder.path.endsWith(sep) ? folder.path : folder.path + sep));
}
