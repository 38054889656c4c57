import { AppError } from '../core/app-error.ts';
import { systemErrorCode } from '../core/system-error.ts';

const unwritable = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'EISDIR',
  'ENOTDIR',
  'EEXIST',
  'ENODEV',
  'EIO',
  'ELOOP',
]);

const unwritableKinds: Readonly<Record<number, string>> = {
  3: 'SQLITE_PERM',
  8: 'SQLITE_READONLY',
  14: 'SQLITE_CANTOPEN',
};
/** SQLITE_IOERR_SHMSIZE. */
const noRoomForSharedMemory = 4_874;

/** Returns a failed write in the user's terms; any other error unchanged. */
export function diskError(error: unknown, path: string): unknown {
  if (!(error instanceof Error)) return error;
  const code = systemErrorCode(error);
  if (error instanceof AppError) return error;
  const sqlite = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : 0;
  // The low byte is the kind of error (13: full). If there is no room for the file of shared memory, the code is different.
  if (code === 'ENOSPC' || code === 'EDQUOT' || (sqlite & 0xff) === 13 || sqlite === noRoomForSharedMemory)
    return new AppError('DISK_FULL', { path, neededBytes: null }, { cause: error });
  const detail = unwritable.has(code) ? code : unwritableKinds[sqlite & 0xff];
  if (detail !== undefined) {
    return new AppError('FOLDER_NOT_WRITABLE', { path, detail }, { cause: error });
  }
  return error;
}
