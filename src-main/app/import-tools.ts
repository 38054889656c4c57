import { basename, dirname } from 'node:path';
import { unpackZip } from '../features/downloads/archives/unpack-zip.ts';
import type { ImportOptions } from '../features/imports/import-options.ts';
import type { createImportWork } from '../features/imports/import-work.ts';
import { readItem } from '../features/library/holdings/format/from-item.ts';
import { isReviewName } from '../features/reviews/format/review-file.ts';
import { readRasterFacts } from '../raster/raster-facts.ts';
import { syncFolder } from '../transfer/storage/file-placer.ts';
import { placeFolder } from '../transfer/storage/final-place.ts';
import { ensureFreeSpace, freeBytesOf } from '../transfer/storage/free-space.ts';
import { safeName } from '../transfer/storage/safe-name.ts';

/** Where scenes without a project are put. */
const importedProject = 'Imported';

/** Returns the parent folder and the name of the folder of an imported scene. */
export const folderForImported: ImportOptions['folderFor'] = (root, { project, sceneId }) => {
  const path = placeFolder(root, [project ?? importedProject, sceneId]);
  return { parent: dirname(path), name: basename(path) };
};

/** The functions of other domains that the import thread uses: for archives, catalog items, rasters, reviews and safe names. */
export const importTools: Parameters<typeof createImportWork>[0] = {
  describe: readRasterFacts,
  isReviewName,
  safeName: (name) => safeName(name, 'file'),
  syncFolder,
  unpack: ({ path, fileName, into, leave }) =>
    unpackZip(
      {
        path,
        fileName,
        into,
        leave,
        ensureFreeSpace: (neededBytes) =>
          ensureFreeSpace({ folder: into, neededBytes, promisedBytes: 0, freeBytes: freeBytesOf }),
      },
      // Cancelling ends the whole thread.
      new AbortController().signal,
    ),
  readOwn(itemPath, text) {
    const { scene, problems } = readItem(itemPath, text);
    if (scene === null) return null;
    return {
      scene,
      problems: problems.map(({ what, problem }) => ({
        what,
        problem: problem === 'not-item' || problem === 'other-tool' ? 'invalid' : problem,
      })),
    };
  },
};
