import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const packageSchema = z.looseObject({ name: z.string(), version: z.string() });

/** Where the application is installed, and its version. */
export interface PackageRoot {
  /** The folder of package.json: the repository, or the packaged archive. */
  root: string;
  version: string;
}

/** Searches upwards, because the sources (`src-main/…`) and the build (`out/main/src-main/…`) are at different depths. */
export function findPackageRoot(from: string): PackageRoot {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const { name, version } = packageSchema.parse(
        JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
      );
      if (name === 'nadir') return { root: folder, version };
    } catch {
      // There is no package file here: continue one folder up.
    }
  }
  throw new Error('package.json of Nadir was not found');
}
