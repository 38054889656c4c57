import { rm } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { CropRefusal } from '../../../../src-preload/contract/takeaway.ts';
import { AppError } from '../../../core/app-error.ts';
import { besideCrop } from '../../../core/exports-folder.ts';
import { type CropAnswer, type CropJob, cropAnswerSchema } from './crop-job.ts';

/** Samples are not part of the heap; a hostile file that fills the heap ends only this thread. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16 };
const fullDisk = ['ENOSPC', 'EDQUOT'];

/** Returns the error of a crop that its thread could not write. */
export function cropError(
  answer: Extract<CropAnswer, { kind: 'undrawable' | 'failed' }>,
  job: CropJob,
): AppError {
  const fileName = basename(job.path);
  if (answer.kind === 'undrawable')
    return new AppError('RASTER_UNDRAWABLE', { fileName, reason: answer.reason, detail: answer.detail });
  if (fullDisk.includes(answer.code))
    return new AppError('DISK_FULL', { path: job.target, neededBytes: null });
  if (answer.code === 'ENOENT') return new AppError('NOT_FOUND', { what: fileName });
  if (answer.code !== '')
    return new AppError('FOLDER_NOT_WRITABLE', { path: job.target, detail: answer.code });
  return new AppError('RASTER_UNDRAWABLE', { fileName, reason: 'not-readable', detail: '' });
}

/**
 * Writes a crop in a separate thread; resolves with null, or with the reason of a refusal. `onProgress` receives the fraction that is
 * written. After an abort it rejects with CANCELLED, once the thread has ended and its file is removed.
 */
export async function runCrop(
  job: CropJob,
  onProgress: (fraction: number) => void,
  signal: AbortSignal,
): Promise<CropRefusal | null> {
  signal.throwIfAborted();
  const worker = new Worker(new URL(`./crop-worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: { job },
    resourceLimits,
  });
  try {
    return await new Promise<CropRefusal | null>((resolve, reject) => {
      const abort = () => reject(new AppError('CANCELLED', {}));
      signal.addEventListener('abort', abort, { once: true });
      const broken = () => reject(cropError({ kind: 'failed', code: '' }, job));
      worker.once('error', broken);
      worker.once('exit', broken);
      worker.on('message', (message: unknown) => {
        const answer = cropAnswerSchema.safeParse(message).data;
        if (answer === undefined) return broken();
        if (answer.kind === 'progress') onProgress(answer.share);
        else if (answer.kind === 'done') resolve(null);
        else if (answer.kind === 'refused') resolve(answer.reason);
        else reject(cropError(answer, job));
      });
    });
  } catch (error) {
    // The thread must not write any more when its file is removed.
    await worker.terminate();
    for (const path of [job.target, besideCrop(job.target)]) await rm(path, { force: true });
    throw error;
  } finally {
    await worker.terminate();
  }
}
