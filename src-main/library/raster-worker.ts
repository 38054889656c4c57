import { parentPort } from 'node:worker_threads';
import { systemErrorCode } from '../core/system-error.ts';
import { describeRaster } from './describe-raster.ts';
import { type RasterAnswer, rasterJobSchema } from './raster-record.ts';
import { UndrawableError } from './undrawable.ts';

const answer = (message: RasterAnswer) => parentPort?.postMessage(message);

/** What is wrong with a file's bytes in detail is for nobody but the reader of its source. */
function failureOf(error: unknown): RasterAnswer {
  if (error instanceof UndrawableError)
    return { kind: 'undrawable', reason: error.reason, detail: error.detail };
  const code = systemErrorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? { kind: 'disk-full' }
    : { kind: 'undrawable', reason: 'not-readable', detail: '' };
}

// One at a time: the client sends the next when it has its answer.
parentPort?.on('message', (raw) => {
  const job = rasterJobSchema.parse(raw);
  describeRaster({ ...job, progress: () => answer({ kind: 'progress' }) }).then(
    (record) => answer({ kind: 'record', record }),
    (error: unknown) => answer(failureOf(error)),
  );
});
