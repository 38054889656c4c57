import { access, stat } from 'node:fs/promises';
import { presentReading, type RasterRecord, rasterRecordSchema } from './raster-record.ts';

/** A stored record of a raster, with the files that it is about. */
export interface StoredRecordFiles {
  /** The record as JSON; null if none is stored. */
  text: string | null;
  /** The path of the raster. */
  path: string;
  /** The path of its display copy. */
  displayPath: string;
}

/** Returns true if a record describes the present file. A file that cannot be accessed counts as the same: opening it says what is wrong. */
export async function isSameFile(path: string, { source }: RasterRecord): Promise<boolean> {
  if (source === undefined) return true;
  const info = await stat(path).catch(() => null);
  return info === null || (info.size === source.sizeBytes && info.mtimeMs === source.modifiedMs);
}

/** Returns the stored record of a raster; null if the file has changed since, an older version of Nadir has read it, or its overviews or display copy were deleted. */
export async function usableRecord({
  text,
  path,
  displayPath,
}: StoredRecordFiles): Promise<RasterRecord | null> {
  if (text === null) return null;
  const record = rasterRecordSchema.safeParse(JSON.parse(text)).data;
  if (record === undefined || record.reading !== presentReading || !(await isSameFile(path, record)))
    return null;
  if (!record.display && !record.overviews) return record;
  return access(displayPath).then(
    () => record,
    () => null,
  );
}
