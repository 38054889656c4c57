import { stat } from 'node:fs/promises';
import { extname } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { librarySceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../app-error.ts';
import type { FilesOnDisk } from '../files-on-disk.ts';
import {
  createPaintThread,
  type PaintThread,
  paintThreadOptions,
  TooManyWaitingError,
} from '../paint-thread.ts';
import type { RasterWorkerClient } from '../raster-worker-client.ts';
import type { FileRow, SceneFiles } from '../scene-files.ts';
import type { PictureJob } from './picture-job.ts';

/** A picture that takes longer is given up; a usual one takes a tenth of a second. */
const limitMs = 10_000;
/** More are never in view at once. */
const maxWaiting = 256;
/** A row that is passed by is gone before this. */
const pauseMs = 100;
/** What is kept of pictures in memory; a browser also keeps them itself. */
const keptBytes = 16 * 1_024 ** 2;
const mostKept = 2_000;
/** Raised when pictures look different, so that a browser asks for those that it keeps. */
const paintVersion = 1;

/** No error, which a browser would write into its console. */
const noPicture = () => new Response(null, { status: 204 });

const listedBandsSchema = z.array(z.string());

const createPictureThread = (): PaintThread<PictureJob> =>
  createPaintThread({
    ...{ limitMs, maxWaiting, isLatestFirst: true },
    start: () =>
      new Worker(new URL(`./picture-worker${extname(import.meta.url)}`, import.meta.url), paintThreadOptions),
  });

const bandsOf = ({ bands }: FileRow): string[] => listedBandsSchema.safeParse(JSON.parse(bands)).data ?? [];
const isOnDisk = ({ path, missing }: FileRow) => path !== null && missing === 0;

/** Returns the raster that stands for a scene: the first one with colours, else the first one. */
function rasterOf(files: readonly FileRow[]): FileRow | undefined {
  const rasters = files.filter((file) => file.kind === 'raster' && isOnDisk(file));
  return rasters.find((file) => bandsOf(file).length >= 3) ?? rasters[0];
}

/** Pictures that were painted lately, and which rasters have none. */
function createKeptPictures() {
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
        if (bytes <= keptBytes && kept.size <= mostKept) return;
        forget(oldest);
      }
    },
  };
}

interface RasterPicturesOptions {
  table: Pick<SceneFiles, 'filesOf'>;
  rasters: Pick<RasterWorkerClient, 'displayPath'>;
  files: Pick<FilesOnDisk, 'absolute' | 'further'>;
  thread?: PaintThread<PictureJob>;
  /** Resolves when a picture is still wanted after a moment; rejects if it is not. */
  stillWanted?: (signal: AbortSignal) => Promise<unknown>;
}

/**
 * Creates the pictures of scenes that have a raster on the disk but no thumbnail. They are painted in a thread when somebody looks, those
 * that were asked for last first, and are stored nowhere. A raster that is damaged, too large without overviews, or in a folder that is
 * away has none.
 */
export function createRasterPictures({
  table,
  rasters,
  files,
  thread = createPictureThread(),
  stillWanted = (signal) => setTimeout(pauseMs, undefined, { signal, ref: false }),
}: RasterPicturesOptions) {
  const kept = createKeptPictures();

  /** Returns a text that is another one when the picture may be; throws if the raster cannot be reached. */
  async function versionOf({ fileId }: FileRow, path: string): Promise<string> {
    await files.further.ensureThere(path);
    const { size, mtimeMs } = await stat(path);
    const built = await stat(rasters.displayPath(fileId)).catch(() => null);
    return [paintVersion, fileId, size, mtimeMs, built?.mtimeMs ?? 0].join('-');
  }

  async function picture(file: FileRow, path: string, version: string, signal: AbortSignal) {
    const known = kept.get(version);
    if (known !== undefined) return known;
    await stillWanted(signal);
    const job = {
      ...{ path, displayPath: rasters.displayPath(file.fileId) },
      ...{ bands: bandsOf(file), record: file.rasterInfo },
    };
    const png = await thread.paint(job, signal).catch((error: unknown) => {
      if (error instanceof AppError || error instanceof TooManyWaitingError) throw error;
      // A raster that takes too long or ends the thread does so each time.
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

  const hasThumbnail = (all: readonly FileRow[]) =>
    all.some((file) => file.kind === 'attachment' && file.name === 'thumbnail' && isOnDisk(file));

  return {
    /**
     * Answers for the thumbnail of a scene that has none of its own, also where it has no raster any more: its files may have been
     * removed since the page was told of it. Null for all else.
     */
    async answer(request: Request, pathname: string): Promise<Response | null> {
      const [, id] = /^\/files\/thumbnail\/(\d{1,15})$/.exec(pathname) ?? [];
      if (id === undefined) return null;
      try {
        const all = table.filesOf(librarySceneIdSchema.parse(Number(id)));
        if (hasThumbnail(all)) return null;
        const file = rasterOf(all);
        const path = file?.path && files.absolute(file.path);
        if (!file || !path) return noPicture();
        if (files.further.isAway(path)) return noPicture();
        return await answerFor(request, file, path);
      } catch {
        // A picture that cannot be made is no news: whoever opens the raster is told why.
        return noPicture();
      }
    },
    close: thread.close,
  };
}
