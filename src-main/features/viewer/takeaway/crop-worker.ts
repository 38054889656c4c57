import { parentPort, workerData } from 'node:worker_threads';
import { systemErrorCode } from '../../../core/system-error.ts';
import { UndrawableError } from '../../../raster/undrawable.ts';
import { type CropAnswer, cropJobSchema } from './crop-job.ts';
import { CropRefusedError } from './crop-refused.ts';
import { writeCrop } from './write-crop.ts';

const answer = (message: CropAnswer) => parentPort?.postMessage(message);

function failureOf(error: unknown): CropAnswer {
  if (error instanceof CropRefusedError) return { kind: 'refused', reason: error.reason };
  if (error instanceof UndrawableError)
    return { kind: 'undrawable', reason: error.reason, detail: error.detail };
  return { kind: 'failed', code: systemErrorCode(error) };
}

// One crop, then the thread ends.
writeCrop(cropJobSchema.parse(workerData.job), (share) => answer({ kind: 'progress', share })).then(
  () => answer({ kind: 'done' }),
  (error: unknown) => answer(failureOf(error)),
);
