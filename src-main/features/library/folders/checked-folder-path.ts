import { isAbsolute, resolve } from 'node:path';
import { mostLibraryFolders } from '../../../../src-preload/contract/library-folders.ts';
import { AppError } from '../../../core/app-error.ts';
import { asPrefix } from './folder-watch.ts';

const isWithin = (folder: string, path: string) => asPrefix(path).startsWith(asPrefix(folder));

/**
 * Returns a path that the user entered as it is stored. `mainFolder` is the folder of new downloads, `others` are the other further
 * folders. Throws INVALID_INPUT for a path that is not absolute or overlaps one of them, and if there are too many folders.
 */
export function checkedFolderPath(
  entered: string,
  { mainFolder, others }: { mainFolder: string; others: readonly string[] },
): string {
  const refused = (reason: string) => new AppError('INVALID_INPUT', { fields: { path: [reason] } });
  if (!isAbsolute(entered)) throw refused('validation.absolutePath');
  const path = resolve(entered);
  if ([mainFolder, ...others].some((other) => isWithin(other, path) || isWithin(path, other)))
    throw refused('validation.folderOverlaps');
  if (others.length >= mostLibraryFolders) throw refused('validation.tooManyFolders');
  return path;
}
