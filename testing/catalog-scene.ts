import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type CatalogFile, type CatalogScene, catalogSceneSchema } from '../src-main/core/catalog-scene.ts';

/** A file of a scene; `text` is what is written to disk by `putFiles`. */
export function catalogFile(path: string, fields: Partial<CatalogFile> = {}): CatalogFile {
  const fileName = path.split('/').at(-1) ?? path;
  const text = `content of ${path}`;
  return {
    kind: 'raster',
    name: fileName,
    fileName,
    position: 0,
    bands: ['red', 'NIR'],
    path,
    sizeBytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
    savedAt: '2026-04-01T00:00:00.000Z',
    fetchedFrom: 'files.example',
    order: null,
    deliverable: null,
    originalPath: null,
    raster: null,
    ...fields,
  };
}

/** A scene with one raster in `Coast/S<n>`, of March 2026. */
export function catalogScene(n: number, fields: Record<string, unknown> = {}): CatalogScene {
  return catalogSceneSchema.parse({
    source: {
      connectionId: 'connection',
      connectionName: 'Imagery desk',
      service: 'https://catalog.example',
      contractId: 'cont.1',
      sceneId: `S${n}`,
      captureId: `capture-${n}`,
      taskId: 7,
      taskName: 'Año nuevo',
      project: 'Coast',
    },
    timestamp: '2026-03-05T10:30:00.000Z',
    satelliteName: 'SN31',
    productName: 'L1D_SR',
    cloudCover: 12.5,
    lastModified: '2026-03-06T00:00:00.000Z',
    footprint: {
      type: 'Polygon',
      coordinates: [
        [
          [n % 170, 1],
          [(n % 170) + 1, 1],
          [(n % 170) + 1, 2],
          [n % 170, 2],
          [n % 170, 1],
        ],
      ],
    },
    raw: { scene_id: `S${n}`, metadata: { gsd: 0.7, off_nadir: 12, sun_elevation: 40, sun_azimuth: 170 } },
    files: [catalogFile(`Coast/S${n}/S${n}.tif`)],
    ...fields,
  });
}

/** Writes the files of a scene below a library folder. */
export function putFiles(library: string, { files }: Pick<CatalogScene, 'files'>): void {
  for (const { path } of files) {
    mkdirSync(dirname(join(library, path)), { recursive: true });
    writeFileSync(join(library, path), `content of ${path}`);
  }
}
