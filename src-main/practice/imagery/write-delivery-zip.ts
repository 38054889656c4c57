import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { type SceneFileKind, sceneFileName } from './scene-file-kinds.ts';

/** What goes into the delivery archive of a scene, and where it is written. */
export interface DeliveryZipOptions {
  sceneId: string;
  /** ISO 8601; the date of all entries, so that the archive's bytes depend on the scene alone. */
  capturedAt: string;
  metadata: Record<string, unknown>;
  /** Makes a file of the scene if need be and returns its path. */
  fileOf: (kind: SceneFileKind) => Promise<string>;
  path: string;
}

/** Writes the delivery archive of a scene: its rasters, its footprint, its thumbnail and its metadata. */
export async function writeDeliveryZip(options: DeliveryZipOptions): Promise<void> {
  const { sceneId, capturedAt, metadata, fileOf, path } = options;
  const archive = new ZipFile();
  const mtime = new Date(capturedAt);
  for (const kind of ['visual', 'analytic', 'footprint', 'thumbnail'] as const)
    archive.addFile(await fileOf(kind), sceneFileName(sceneId, kind), { compress: false, mtime });
  archive.addBuffer(Buffer.from(JSON.stringify(metadata, null, 2)), `${sceneId}_metadata.json`, { mtime });
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(path));
}
