import type { SceneFile } from '../../../src-preload/contract/library.ts';

const archiveName = 'delivery_zip';

/**
 * What brings all of a scene once: the delivery archive holds the same files that are offered one by one, often gigabytes. With
 * the pixels to be had as they are, it is left out; where it is all there is, it is the scene.
 */
export function wholeScene(files: readonly SceneFile[]): { wanted: SceneFile[]; withoutArchive: boolean } {
  const absent = files.filter(({ state }) => state === 'remote' || state === 'missing');
  const hasPixels = files.some(({ kind }) => kind === 'raster');
  const wanted = hasPixels ? absent.filter(({ name }) => name !== archiveName) : absent;
  return { wanted, withoutArchive: wanted.length < absent.length };
}
