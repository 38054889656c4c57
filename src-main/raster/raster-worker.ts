import { parentPort } from 'node:worker_threads';
import { systemErrorCode } from '../core/system-error.ts';
import { describeRaster } from './describe-raster.ts';
import { type RasterAnswer, rasterJobSchema } from './raster-record.ts';
import { UndrawableError } from './undrawable.ts';

const answer = (message: RasterAnswer) => parentPort?.postMessage(message);

/** Returns the answer for a failure. The details of a bad file are only useful to developers, so they are left out. */
function failureOf(error: unknown): RasterAnswer {
  if (error instanceof UndrawableError)
    return { kind: 'undrawable', reason: error.reason, detail: error.detail };
  const code = systemErrorCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT'
    ? { kind: 'disk-full' }
    : { kind: 'undrawable', reason: 'not-readable', detail: '' };
}

// One at a time: the client sends the next job when it has the answer.
parentPort?.on('message', (raw) => {
  const job = rasterJobSchema.parse(raw);
  describeRaster({ ...job, progress: (share) => answer({ kind: 'progress', share }) }).then(
    (record) => answer({ kind: 'record', record }),
    (error: unknown) => answer(failureOf(error)),
  );
});
