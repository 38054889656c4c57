import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { libraryFileIdSchema, librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import { AppError } from '../../../core/app-error.ts';
import { contentHash } from '../../../core/content-hash.ts';
import {
  createPaintThread,
  type PaintThread,
  paintThreadOptions,
  TooManyWaitingError,
} from '../../../raster/paint-thread.ts';
import type { RasterWorkerClient } from '../../../raster/raster-worker-client.ts';
import type { FilesOnDisk } from '../files-on-disk.ts';
import type { FileRow, SceneFiles } from '../scene-files.ts';
import type { PictureJob } from './picture-job.ts';

/** The time limit of one picture; most take a tenth of a second. */
const limitMs = 10_000;
/** More pictures than this are never in view at the same time. */
const maxWaiting = 256;
/** A row that is only scrolled past is out of view before this. */
const pauseMs = 100;
/** The size of the cache of pictures; a browser has its own cache too. */
const cacheBytes = 16 * 1_024 ** 2;
const maxCached = 2_000;
/** Increased when pictures look different, so that browsers request those in their caches again. */
const paintVersion = 1;

/** The answer without a picture; an error would be logged in the console of a browser. */
const noPicture = () => new Response(null, { status: 204 });

const listedBandsSchema = z.array(z.string());

const createPictureThread = (): PaintThread<PictureJob> =>
  createPaintThread({
    limitMs,
    maxWaiting,
    isLatestFirst: true,
    start: () =>
      new Worker(new URL(`./picture-worker${extname(import.meta.url)}`, import.meta.url), paintThreadOptions),
  });

const bandsOf = ({ bands }: FileRow): string[] => listedBandsSchema.safeParse(JSON.parse(bands)).data ?? [];
const isOnDisk = ({ path, missing }: FileRow) => path !== null && missing === 0;

/** Returns the raster whose picture a scene shows: the first one with colours, else the first one. */
function rasterOf(files: readonly FileRow[]): FileRow | undefined {
  const rasters = files.filter((file) => file.kind === 'raster' && isOnDisk(file));
  return rasters.find((file) => bandsOf(file).length >= 3) ?? rasters[0];
}

/** Creates the cache of the latest pictures, and of which rasters have none. */
function createPictureCache() {
  const kept = new Map<string, Uint8Array | null>();
  let bytes = 0;
  const forget = (key: string) => {
    bytes -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  };
  return {
    get: (key: string) => kept.get(key),
    put(key: string, png: Uint8Array | null) {
      forget(key);
      kept.set(key, png);
      bytes += png?.length ?? 0;
      for (const oldest of kept.keys()) {
        if (bytes <= cacheBytes && kept.size <= maxCached) return;
        forget(oldest);
      }
    },
  };
}

interface RasterPicturesOptions {
  table: Pick<SceneFiles, 'file' | 'filesOf'>;
  rasters: Pick<RasterWorkerClient, 'displayPath'>;
  files: Pick<FilesOnDisk, 'absolute' | 'drives'>;
  /** Returns true if a person has named the bands of a raster. */
  areBandsEntered: (file: FileRow) => boolean;
  thread?: PaintThread<PictureJob>;
  /** Resolves after a moment if a picture is still wanted; rejects if it is not. */
  stillWanted?: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Creates the pictures of scenes that have a raster on disk but no thumbnail. A thread paints them when they are requested, the latest
 * request first; they are not stored. A raster that is damaged, too large without overviews, or in a folder that is away has none.
 */
export function createRasterPictures({
  table,
  rasters,
  files,
  areBandsEntered,
  thread = createPictureThread(),
  stillWanted = (signal) => setTimeout(pauseMs, undefined, { signal, ref: false }),
}: RasterPicturesOptions) {
  const kept = createPictureCache();

  /** Resolves with a text that differs whenever the picture may differ; rejects if the raster cannot be reached. */
  async function versionOf({ fileId, bands }: FileRow, path: string): Promise<string> {
    await files.drives.ensureThere(path);
    const { size, mtimeMs } = await stat(path);
    const built = await stat(rasters.displayPath(fileId)).catch(() => null);
    return [paintVersion, fileId, size, mtimeMs, built?.mtimeMs ?? 0, contentHash(bands)].join('-');
  }

  async function picture(file: FileRow, path: string, version: string, signal: AbortSignal) {
    const cached = kept.get(version);
    if (cached !== undefined) return cached;
    await stillWanted(signal);
    const job = {
      path,
      displayPath: rasters.displayPath(file.fileId),
      bands: bandsOf(file),
      areBandsEntered: areBandsEntered(file),
      record: file.rasterInfo,
    };
    const png = await thread.paint(job, signal).catch((error: unknown) => {
      if (error instanceof AppError || error instanceof TooManyWaitingError) throw error;
      // A raster that took too long or ended the thread would do so each time.
      return null;
    });
    kept.put(version, png);
    return png;
  }

  async function answerFor(request: Request, file: FileRow, path: string): Promise<Response> {
    const version = await versionOf(file, path);
    const headers = {
      'content-type': 'image/png',
      etag: `"${version}"`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    };
    if (request.headers.get('if-none-match') === headers.etag)
      return new Response(null, { status: 304, headers });
    const png = await picture(file, path, version, request.signal);
    if (png === null) return noPicture();
    const length = { 'content-length': String(png.length) };
    const body = request.method === 'HEAD' ? null : new Uint8Array(png);
    return new Response(body, { headers: { ...headers, ...length } });
  }

  /** Returns the raster of which a scene shows a picture; null if it has a thumbnail. */
  function rasterOfScene(id: string): FileRow | undefined | null {
    const all = table.filesOf(librarySceneIdSchema.parse(Number(id)));
    return hasThumbnail(all) ? null : rasterOf(all);
  }
  function rasterWith(id: string): FileRow | undefined {
    const file = table.file(libraryFileIdSchema.parse(Number(id)));
    return file.kind === 'raster' && isOnDisk(file) ? file : undefined;
  }
  const hasThumbnail = (all: readonly FileRow[]) =>
    all.some((file) => file.kind === 'attachment' && file.name === 'thumbnail' && isOnDisk(file));

  return {
    /**
     * Answers a request for the thumbnail of a scene without one, also if it has no raster any more, because its files may have been
     * removed meanwhile, and for the picture of one raster, whose place is known; resolves with null for any other request.
     */
    async answer(request: Request, pathname: string): Promise<Response | null> {
      const [, kind, id] = /^\/files\/(thumbnail|painted)\/(\d{1,15})$/.exec(pathname) ?? [];
      if (id === undefined) return null;
      try {
        const file = kind === 'painted' ? rasterWith(id) : rasterOfScene(id);
        if (file === null) return null;
        const path = file?.path && files.absolute(file.path);
        if (!file || !path) return noPicture();
        if (files.drives.isAway(path)) return noPicture();
        return await answerFor(request, file, path);
      } catch {
        // The reason why a raster cannot be painted is shown when it is opened.
        return noPicture();
      }
    },
    close: thread.close,
  };
}
