import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from '../core/system-error.ts';

/** There can be no folder with this path: it is too long, or a part of it is a file. */
export class FolderPathError extends Error {
  readonly folder: string;
  constructor(folder: string, cause: unknown) {
    super(`there can be no folder ${folder}`, { cause });
    this.folder = folder;
  }
}

const pathCodes = new Set(['ENAMETOOLONG', 'ENOTDIR', 'EEXIST', 'EINVAL', 'ERR_INVALID_ARG_VALUE']);

/**
 * Creates a folder with the folders above it, private to this user; existing ones stay as they are. Throws a `FolderPathError`, or EACCES
 * where a file system has no place for one, for example below `/proc`: `mkdir` with `recursive` would try for ever there.
 */
export function makeDataFolder(folder: string): void {
  try {
    makeWithParents(folder);
  } catch (error) {
    throw pathCodes.has(systemErrorCode(error)) ? new FolderPathError(folder, error) : error;
  }
}

function makeWithParents(folder: string): void {
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere) return;
  const parent = dirname(folder);
  if (parent !== folder) makeWithParents(parent);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    const code = systemErrorCode(error);
    // Another process has made it meanwhile.
    if (code === 'EEXIST' && statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
    if (code !== 'ENOENT') throw error;
    throw Object.assign(new Error(`EACCES: ${folder} cannot be created`, { cause: error }), {
      code: 'EACCES',
    });
  }
}
