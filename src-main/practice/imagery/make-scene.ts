import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Worker } from 'node:worker_threads';
import { ZipFile } from 'yazl';
import { z } from 'zod';
import { footprintKml } from './footprint-kml.ts';
import { type SceneSpec, sceneGeometry } from './scene-spec.ts';

/** A file that the practice service can make of a scene. */
export type SceneFileKind = 'analytic' | 'visual' | 'thumbnail' | 'preview' | 'footprint' | 'deliveryZip';

/** Makes the files of scenes when they are first asked for, in a thread of its own. */
export interface SceneMaker {
  /** Makes the file if it is not there yet and answers its path; equal requests share one making. */
  file(request: {
    spec: SceneSpec;
    sceneId: string;
    kind: SceneFileKind;
    metadata: Record<string, unknown>;
  }): Promise<string>;
  close(): Promise<void>;
}

/** The name of a file of a scene, as the service forms it. */
export function sceneFileName(sceneId: string, kind: SceneFileKind): string {
  const names: Record<SceneFileKind, string> = {
    analytic: `${sceneId}.tif`,
    visual: `${sceneId}_VISUAL.tif`,
    thumbnail: `${sceneId}_thumbnail.png`,
    preview: `${sceneId}_preview.png`,
    footprint: `${sceneId}_footprint.kml`,
    deliveryZip: `${sceneId}.zip`,
  };
  return names[kind];
}

const workerAnswer = z.object({ id: z.number(), error: z.string().nullable() });

/** Files of scenes below one folder; pixels are made in a worker thread, one job at a time. */
export function createSceneMaker({ folder }: { folder: string }): SceneMaker {
  const making = new Map<string, Promise<string>>();
  let worker: Worker | null = null;
  let nextId = 1;
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>();

  function inWorker(job: Record<string, unknown>): Promise<void> {
    worker ??= startWorker();
    const id = nextId;
    nextId += 1;
    const active = worker;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      active.postMessage({ ...job, id });
    });
  }

  function startWorker(): Worker {
    const started = new Worker(new URL(`./imagery-worker${extname(import.meta.url)}`, import.meta.url));
    const failAll = (error: Error) => {
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
      if (worker === started) worker = null;
    };
    started.on('message', (raw) => {
      const { id, error } = workerAnswer.parse(raw);
      const job = waiting.get(id);
      waiting.delete(id);
      if (error === null) job?.resolve();
      else job?.reject(new Error(error));
    });
    started.on('error', failAll);
    started.on('exit', () => failAll(new Error('the imagery worker ended')));
    // The service itself keeps the process alive, not an idle worker.
    started.unref();
    return started;
  }

  async function make(
    spec: SceneSpec,
    sceneId: string,
    kind: SceneFileKind,
    metadata: Record<string, unknown>,
  ) {
    const home = join(folder, sceneId);
    const path = join(home, sceneFileName(sceneId, kind));
    if (existsSync(path)) return path;
    await mkdir(home, { recursive: true });
    const partial = `${path}.making`;
    const finish = async () => {
      await rename(partial, path);
      return path;
    };
    if (kind === 'footprint') {
      await writeFile(partial, footprintKml(sceneId, sceneGeometry(spec).footprint));
      return finish();
    }
    if (kind === 'thumbnail' || kind === 'preview') {
      const sizePx = Math.min(kind === 'thumbnail' ? 256 : 1_024, Math.max(spec.widthPx, spec.heightPx));
      await inWorker({ kind: 'picture', spec, sizePx, path: partial });
      return finish();
    }
    if (kind === 'deliveryZip') {
      await zip(spec, sceneId, metadata, partial);
      return finish();
    }
    const other = kind === 'analytic' ? 'visual' : 'analytic';
    const otherPath = join(home, sceneFileName(sceneId, other));
    const [analytic, visual] = kind === 'analytic' ? [path, otherPath] : [otherPath, path];
    await inWorker({ kind: 'rasters', spec, analytic: `${analytic}.making`, visual: `${visual}.making` });
    await rename(`${otherPath}.making`, otherPath);
    return finish();
  }

  async function zip(spec: SceneSpec, sceneId: string, metadata: Record<string, unknown>, path: string) {
    const archive = new ZipFile();
    // One date for all entries: the archive's bytes depend on the scene alone.
    const mtime = new Date(spec.capturedAt);
    for (const kind of ['visual', 'analytic', 'footprint', 'thumbnail'] as const) {
      archive.addFile(await shared(spec, sceneId, kind, metadata), sceneFileName(sceneId, kind), {
        compress: false,
        mtime,
      });
    }
    archive.addBuffer(Buffer.from(JSON.stringify(metadata, null, 2)), `${sceneId}_metadata.json`, { mtime });
    archive.end();
    await pipeline(archive.outputStream, createWriteStream(path));
  }

  function shared(spec: SceneSpec, sceneId: string, kind: SceneFileKind, metadata: Record<string, unknown>) {
    // Both rasters come from one pass.
    const key = `${sceneId} ${kind === 'visual' ? 'analytic' : kind}`;
    const running = making.get(key) ?? make(spec, sceneId, kind, metadata).finally(() => making.delete(key));
    making.set(key, running);
    return running.then(() => join(folder, sceneId, sceneFileName(sceneId, kind)));
  }

  return {
    file: ({ spec, sceneId, kind, metadata }) => shared(spec, sceneId, kind, metadata),
    async close() {
      await worker?.terminate();
      worker = null;
    },
  };
}

/** sha256 (hex) and size of a file, as it is served. */
export async function fingerprint(path: string): Promise<{ sizeBytes: number; sha256: string }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk);
  return { sizeBytes: (await stat(path)).size, sha256: hash.digest('hex') };
}
