import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';

const packageSchema = z.looseObject({ name: z.string(), version: z.string() });

/** Where the application is installed, and which version it is. */
export interface PackageRoot {
  /** Folder of package.json: the repository, or the packaged archive. */
  root: string;
  version: string;
}

/** Looked for upwards, since the sources (`src-main/…`) and the build (`out/main/src-main/…`) lie at different depths. */
export function findPackageRoot(from: string): PackageRoot {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const { name, version } = packageSchema.parse(
        JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')),
      );
      if (name === 'nadir') return { root: folder, version };
    } catch {
      // No package file here: one folder up.
    }
  }
  throw new Error('package.json of Nadir was not found');
}
