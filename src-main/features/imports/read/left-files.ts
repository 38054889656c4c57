import { basename, join } from 'node:path';
import type { FoundProblem } from '../found-scene.ts';

/** True for the name of an archive. */
export const isArchiveName = (name: string) => /\.(zip|tar|tgz|tbz2?|txz|7z|rar|gz|bz2|xz|zst)$/i.test(name);
/** Returns why an archive is not opened: one that is selected is, if it is a ZIP. */
export const problemOfArchive = (name: string) =>
  /\.zip$/i.test(name) ? ('archive-inside' as const) : ('other-archive' as const);
/** True for the names of rasters that are no GeoTIFF: what stays behind may be all that there is of a scene. */
const isOtherRasterName = (name: string) =>
  /\.(jp2|j2k|jpx|ntf|nitf|nsf|img|vrt|ecw|sid|bsq|bil|bip|dat|envi|h4|h5|hdf|hdf5|he5|nc|nc4|grd|asc|dt[0-2]|hgt|bag|pix|rst|mbtiles)$/i.test(
    name,
  );

/** So many files are named for a folder; the others are counted. */
const mostNamed = 4;
/** So many rows are told one by one: a whole disk has many thousands of files that are no imagery. */
const mostRows = 200;

const namesOf = (names: readonly string[]) =>
  [...names.slice(0, mostNamed), ...(names.length > mostNamed ? [`+${names.length - mostNamed}`] : [])].join(
    ', ',
  );

/**
 * Yields what an import of a folder leaves behind, so that nobody deletes the original of what was not imported: each archive that is
 * not opened, each raster of another format, and the other files by their folders. `isKnown` is true for files that were taken or told.
 */
export function* leftFiles(
  root: string,
  byFolder: ReadonlyMap<string, readonly string[]>,
  isKnown: (path: string) => boolean,
): Generator<FoundProblem> {
  let rows = 0;
  const untold: string[] = [];
  for (const [folder, names] of byFolder) {
    const others: string[] = [];
    for (const name of names.toSorted()) {
      const path = join(folder, name);
      if (isKnown(path)) continue;
      const problem = isArchiveName(name)
        ? problemOfArchive(name)
        : isOtherRasterName(name)
          ? 'raster-format'
          : null;
      if (problem === null) others.push(name);
      else if (rows >= mostRows) untold.push(path);
      else {
        rows += 1;
        yield { path, problem, detail: basename(path) };
      }
    }
    if (others.length === 0) continue;
    if (rows >= mostRows) untold.push(...others);
    else {
      rows += 1;
      yield { path: folder, problem: 'left-files', detail: namesOf(others) };
    }
  }
  if (untold.length > 0)
    yield { path: root, problem: 'left-files', detail: namesOf(untold.map((path) => basename(path))) };
}
