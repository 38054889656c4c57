import { AppError } from '../core/app-error.ts';
import {
  type RasterJob,
  type RasterRecord,
  rasterAnswerSchema,
  rasterRecordSchema,
} from './raster-record.ts';

/** A job with the file name for its errors. */
export interface NamedRasterJob extends RasterJob {
  fileName: string;
}

/** The meaning of a worker's message for its job. */
export type RasterOutcome =
  | { kind: 'progress'; share: number }
  | { kind: 'record'; record: RasterRecord | null }
  | { kind: 'failed'; errorFor: (job: NamedRasterJob) => AppError };

/** Returns the function that creates the error of a job whose raster cannot be drawn for this reason. */
export const undrawable =
  (reason: 'too-slow' | 'not-readable') =>
  ({ fileName }: NamedRasterJob): AppError =>
    new AppError('RASTER_UNDRAWABLE', { fileName, reason, detail: '' });

const unreadable: RasterOutcome = { kind: 'failed', errorFor: undrawable('not-readable') };

/** Returns the meaning of a worker's message. The worker reads foreign bytes, so a message of another shape is a failure. */
export function readRasterAnswer(message: unknown): RasterOutcome {
  const answer = rasterAnswerSchema.safeParse(message).data;
  switch (answer?.kind) {
    case 'progress':
      return { kind: 'progress', share: answer.share };
    case 'record': {
      const record = rasterRecordSchema.nullable().safeParse(answer.record);
      return record.success ? { kind: 'record', record: record.data } : unreadable;
    }
    case 'disk-full':
      return {
        kind: 'failed',
        errorFor: ({ displayPath }) => new AppError('DISK_FULL', { path: displayPath, neededBytes: null }),
      };
    case 'undrawable': {
      const { reason, detail } = answer;
      return {
        kind: 'failed',
        errorFor: ({ fileName }) => new AppError('RASTER_UNDRAWABLE', { fileName, reason, detail }),
      };
    }
    default:
      return unreadable;
  }
}
