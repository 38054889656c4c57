import { AppError } from '../app-error.ts';

const unwritable = new Set(['EACCES', 'EPERM', 'EROFS', 'EISDIR', 'ENOTDIR', 'EEXIST', 'ENODEV', 'EIO']);

/** A failed write in the user's terms; any other error as it is. */
export function diskError(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = 'code' in error ? String(error.code) : '';
  // SQLite's own number in the low byte: 13 full, 8 read-only.
  const sqlite = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode & 0xff : null;
  if (code === 'ENOSPC' || code === 'EDQUOT' || sqlite === 13)
    return new AppError('DISK_FULL', { path, neededBytes: null }, { cause: error });
  if (unwritable.has(code) || sqlite === 8) {
    const detail = sqlite === 8 ? 'SQLITE_READONLY' : code;
    return new AppError('FOLDER_NOT_WRITABLE', { path, detail }, { cause: error });
  }
  return error;
}
