import { open } from 'node:fs/promises';
import { AppError } from '../../core/app-error.ts';
import { checkTiffLayout } from '../../raster/tiff-layout.ts';
import { checkZip } from './check-zip.ts';

/** The expected kind of file; `any` checks only that it is not an error page and has its length. */
export type FileExpectation = 'tiff' | 'png' | 'kml' | 'zip' | 'any';

/** Returns which kind a file of this name and kind should be. */
export function expectationOf(
  kind: 'raster' | 'attachment',
  name: string,
  fileName: string,
): FileExpectation {
  if (kind === 'raster') return /\.(tiff?|gtiff)$/i.test(fileName) ? 'tiff' : 'any';
  if (name === 'delivery_zip') return 'zip';
  if (name === 'thumbnail' || name === 'preview') return /\.png$/i.test(fileName) ? 'png' : 'any';
  return name === 'footprint' && /\.kml$/i.test(fileName) ? 'kml' : 'any';
}

/**
 * Returns the size limit of thumbnails and previews: they are fetched without a request and are small, and one without an end
 * must not fill the disk. Undefined for files of any size.
 */
export function maxBytesOf(kind: 'raster' | 'attachment', name: string): number | undefined {
  if (kind === 'raster') return undefined;
  if (name === 'thumbnail') return 8 * 1_024 * 1_024;
  return name === 'preview' ? 64 * 1_024 * 1_024 : undefined;
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const pngEnd = Buffer.from([0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82]);

/** Throws FILE_NOT_WHOLE unless the bytes on disk are a whole file of the expected kind. */
export async function verifyFile(
  path: string,
  fileName: string,
  expected: FileExpectation,
  signal?: AbortSignal,
): Promise<void> {
  const bad = (detail: string, cause?: unknown) =>
    new AppError('FILE_NOT_WHOLE', { fileName, detail }, { cause });
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const piece = async (position: number, length: number) => {
      const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - position)));
      await file.read(bytes, 0, bytes.length, position);
      return bytes;
    };
    if (expected === 'tiff') {
      try {
        await checkTiffLayout(file, size);
      } catch (error) {
        throw bad('tiff', error);
      }
    } else if (expected === 'png') {
      if (!(await piece(0, 8)).equals(pngSignature) || !(await piece(size - 8, 8)).equals(pngEnd))
        throw bad('png');
    } else if (expected === 'kml') {
      // XML allows a prefix, a comment or a line break after the end.
      if (
        !/<(\w+:)?kml[\s>]/.test((await piece(0, 4_096)).toString('utf8')) ||
        !/<\/(\w+:)?kml\s*>/.test((await piece(Math.max(0, size - 4_096), 4_096)).toString('utf8'))
      )
        throw bad('kml');
    } else if (expected === 'zip') {
      await checkZip(file, size, signal).catch((error: unknown) => {
        signal?.throwIfAborted();
        throw bad('zip', error);
      });
    }
  } finally {
    await file.close();
  }
}
