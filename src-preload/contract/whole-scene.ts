import type { SceneFile } from './library.ts';

const archiveName = 'delivery_zip';

/**
 * Returns true if a download counts as archive consumption, which the service represents as an order (service §9.3): imagery does, an
 * outline or a preview does not.
 */
export function countsAsArchiveOrder({ kind, name }: Pick<SceneFile, 'kind' | 'name'>): boolean {
  return kind === 'raster' || name === archiveName;
}

/**
 * Returns the files that download a whole scene without duplicates. The delivery archive contains the individual files, often gigabytes; it
 * is left out if the scene has rasters, otherwise it is the scene.
 */
export function wholeScene(files: readonly SceneFile[]): { wanted: SceneFile[]; withoutArchive: boolean } {
  const absent = files.filter(({ state }) => state === 'remote' || state === 'missing');
  const hasPixels = files.some(({ kind }) => kind === 'raster');
  const wanted = hasPixels ? absent.filter(({ name }) => name !== archiveName) : absent;
  return { wanted, withoutArchive: wanted.length < absent.length };
}
