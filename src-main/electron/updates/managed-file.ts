import { createPublicKey, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { systemErrorCode } from '../../core/system-error.ts';

/** The name of the file by which an administrator decides on updates. */
export const managedFileName = 'nadir-managed.json';

const managedSchema = z.object({
  updates: z.union([
    z.literal('off'),
    /** The public key of the feed's signatures: Ed25519, as DER (SPKI) in Base64. */
    z.object({ signingKey: z.base64() }),
  ]),
});

/** What an administrator has decided. */
export interface ManagedUpdates {
  /** The path of the file that switches updates off; null if none does. */
  offBy: string | null;
  /** The key with which each feed must be signed; null if it need not be. */
  signingKey: KeyObject | null;
}

/**
 * Returns the places of the file, the first that exists decides: the folder of the system, which an installation of a new version does
 * not empty; the resources beside the program; and the folder of an AppImage, whose resources cannot be written.
 */
export function managedFilePaths(options: {
  system: NodeJS.Platform;
  environment: Readonly<Record<string, string | undefined>>;
  resourcesFolder: string;
}): string[] {
  const { system, environment, resourcesFolder } = options;
  const { APPIMAGE: appImage, ProgramData: programData = 'C:\\ProgramData' } = environment;
  const ofSystem =
    system === 'win32'
      ? join(programData, 'Nadir')
      : system === 'darwin'
        ? '/Library/Application Support/Nadir'
        : '/etc/nadir';
  const ofAppImage = appImage === undefined ? [] : [dirname(appImage)];
  return [ofSystem, resourcesFolder, ...ofAppImage].map((folder) => join(folder, managedFileName));
}

function readKey(base64: string): KeyObject {
  const key = createPublicKey({ key: Buffer.from(base64, 'base64'), format: 'der', type: 'spki' });
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  return key;
}

/**
 * Reads what an administrator has decided. A file that is there but cannot be read, or says something else, switches updates off:
 * somebody wanted to restrict them.
 */
export function readManagedUpdates(paths: readonly string[]): ManagedUpdates {
  for (const path of paths) {
    try {
      const { updates } = managedSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
      if (updates === 'off') return { offBy: path, signingKey: null };
      return { offBy: null, signingKey: readKey(updates.signingKey) };
    } catch (error) {
      const code = systemErrorCode(error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return { offBy: path, signingKey: null };
    }
  }
  return { offBy: null, signingKey: null };
}
