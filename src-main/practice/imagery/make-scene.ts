import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { createImageryThread } from './imagery-thread.ts';
import { type SceneFileKind, sceneFileName } from './scene-file-kinds.ts';
import { type SceneSpec, sceneGeometry } from './scene-spec.ts';

/** What goes into the delivery archive of a scene, and where it is written. */
interface DeliveryZipOptions {
  sceneId: string;
  /** ISO 8601; the date of all entries, so that the archive's bytes depend on the scene alone. */
  capturedAt: string;
  metadata: Record<string, unknown>;
  /** Makes a file of the scene if need be and returns its path. */
  fileOf: (kind: SceneFileKind) => Promise<string>;
  path: string;
}

/** Writes the delivery archive of a scene: its rasters, its footprint, its thumbnail and its metadata. */
async function writeDeliveryZip(options: DeliveryZipOptions): Promise<void> {
  const { sceneId, capturedAt, metadata, fileOf, path } = options;
  const archive = new ZipFile();
  const mtime = new Date(capturedAt);
  for (const kind of ['visual', 'analytic', 'footprint', 'thumbnail'] as const)
    archive.addFile(await fileOf(kind), sceneFileName(sceneId, kind), { compress: false, mtime });
  archive.addBuffer(Buffer.from(JSON.stringify(metadata, null, 2)), `${sceneId}_metadata.json`, { mtime });
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(path));
}

/** Returns the outline as KML 2.2. Text is escaped, although the identifiers are the service's own. */
function footprintKml(
  name: string,
  footprint: { coordinates: readonly (readonly (readonly number[])[])[] },
): string {
  const escaped = name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const ring = (footprint.coordinates[0] ?? [])
    .map(([longitude, latitude]) => `${longitude},${latitude},0`)
    .join(' ');
  return `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escaped}</name>
<Placemark><name>${escaped}</name><Polygon><outerBoundaryIs><LinearRing>
<coordinates>${ring}</coordinates>
</LinearRing></outerBoundaryIs></Polygon></Placemark></Document></kml>
`;
}

/** A file of a scene that somebody asks for. */
export interface SceneFileRequest {
  spec: SceneSpec;
  sceneId: string;
  kind: SceneFileKind;
  /** The content of the metadata file in the delivery archive. */
  metadata: Record<string, unknown>;
}

/** Makes the files of scenes when they are first asked for. */
export interface SceneMaker {
  /** Returns the path of the file, which it makes if there is none; requests at the same time share the work. */
  file(request: SceneFileRequest): Promise<string>;
  close(): Promise<void>;
}

/** Creates the maker of the files of scenes below one folder; pixels are rendered in a thread of their own. */
export function createSceneMaker({ folder }: { folder: string }): SceneMaker {
  const making = new Map<string, Promise<string>>();
  const thread = createImageryThread();

  async function make(request: SceneFileRequest): Promise<string> {
    const { spec, sceneId, kind, metadata } = request;
    const home = join(folder, sceneId);
    const path = join(home, sceneFileName(sceneId, kind));
    if (existsSync(path)) return path;
    await mkdir(home, { recursive: true });
    const partial = `${path}.making`;
    if (kind === 'footprint') {
      await writeFile(partial, footprintKml(sceneId, sceneGeometry(spec).footprint));
    } else if (kind === 'thumbnail' || kind === 'preview') {
      const sizePx = Math.min(kind === 'thumbnail' ? 256 : 1_024, Math.max(spec.widthPx, spec.heightPx));
      await thread.run({ kind: 'picture', spec, sizePx, path: partial });
    } else if (kind === 'deliveryZip') {
      const fileOf = (part: SceneFileKind) => file({ ...request, kind: part });
      await writeDeliveryZip({ sceneId, capturedAt: spec.capturedAt, metadata, fileOf, path: partial });
    } else {
      const other = kind === 'analytic' ? 'visual' : 'analytic';
      const otherPath = join(home, sceneFileName(sceneId, other));
      const [analytic, visual] = kind === 'analytic' ? [path, otherPath] : [otherPath, path];
      await thread.run({ kind: 'rasters', spec, analytic: `${analytic}.making`, visual: `${visual}.making` });
      await rename(`${otherPath}.making`, otherPath);
    }
    await rename(partial, path);
    return path;
  }

  function file(request: SceneFileRequest): Promise<string> {
    const { sceneId, kind } = request;
    // One job renders both rasters.
    const key = `${sceneId} ${kind === 'visual' ? 'analytic' : kind}`;
    const running = making.get(key) ?? make(request).finally(() => making.delete(key));
    making.set(key, running);
    return running.then(() => join(folder, sceneId, sceneFileName(sceneId, kind)));
  }

  return { file, close: thread.close };
}

/** Returns the sha256 (hex) and the size of a file, as it is served. */
export async function fingerprint(path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return { sizeBytes: (await stat(path)).size, sha256: hash.digest('hex') };
}
