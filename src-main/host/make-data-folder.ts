import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from '../core/system-error.ts';

/**
 * Creates a folder with the folders above it, private to this user; existing ones stay as they are. Throws EACCES where a file system
 * has no place for one, for example below `/proc`: `mkdir` with `recursive` would try for ever there.
 */
export function makeDataFolder(folder: string): void {
  const isThere = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere) return;
  const parent = dirname(folder);
  if (parent !== folder) makeDataFolder(parent);
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
