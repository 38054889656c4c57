import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure, query } from './base.ts';
import { storedErrorSchema } from './errors.ts';
import { libraryFileIdSchema, librarySceneIdSchema } from './ids.ts';

export const transferStateSchema = z.enum([
  'queued',
  'running',
  'waiting',
  'paused',
  'verifying',
  'done',
  'failed',
]);

export const transferSchema = z.object({
  fileId: libraryFileIdSchema,
  librarySceneId: librarySceneIdSchema,
  sceneName: z.string(),
  fileName: z.string(),
  state: transferStateSchema,
  /** Place in the queue: smaller comes first. Only the order counts, the numbers have gaps and fractions. */
  position: z.number(),
  doneBytes: z.number(),
  totalBytes: z.number().nullable(),
  bytesPerSecond: z.number().nullable(),
  /** Connections that bring its bytes now. */
  ranges: z.number(),
  /** Tries since it was put into the queue or last brought a byte. */
  attempts: z.number(),
  /** Why what had arrived was thrown away and begun anew, the last time that happened. */
  restartedBecause: z.enum(['changed-bytes', 'changed-size', 'changed-scene']).nullable(),
  /** Why it waits or failed, and until when it waits (ISO), if known. */
  error: storedErrorSchema.nullable(),
  waitsUntil: z.string().nullable(),
  queuedAt: z.string(),
  finishedAt: z.string().nullable(),
  sha256: z.string().nullable(),
});

/** The queue as a whole. Bytes count the present batch: all that was put in since the queue was last empty. */
export const transferSummarySchema = z.object({
  running: z.number(),
  queued: z.number(),
  waiting: z.number(),
  paused: z.number(),
  failed: z.number(),
  /** Files of the batch that are done. */
  done: z.number(),
  doneBytes: z.number(),
  /** A size not known yet counts as the mean of the known ones; 0 while none is known. */
  totalBytes: z.number(),
  bytesPerSecond: z.number(),
  secondsLeft: z.number().nullable(),
});

/** What moved since the last one. The `fresh` ones begin a subscription: nothing known from before holds any more. */
export const transferUpdateSchema = z.object({
  fresh: z.boolean(),
  transfers: z.array(transferSchema),
  removed: z.array(libraryFileIdSchema),
  summary: transferSummarySchema,
});

/** Why nothing or little may come now, by the settings; `until` is a time of this computer's clock, HH:mm. */
export const pauseReasonSchema = z.object({
  because: z.enum(['quiet-hours', 'metered']),
  /** 0 while all stands still. */
  bytesPerSecond: z.number(),
  until: z.string().nullable(),
});

/** What came out of a delivery archive: `folder` lies beside it, names are relative to it, with slashes. */
export const unpackedSchema = z.object({
  folder: z.string(),
  files: z.array(z.object({ name: z.string(), sizeBytes: z.number() })),
});

const byFile = z.object({ fileId: libraryFileIdSchema });
const fileIds = z.array(libraryFileIdSchema).min(1).max(5_000);

export const deliveryContract = {
  /** Puts files into the queue; those already on disk or in it are left as they are. */
  download: procedure.input(z.object({ fileIds })).output(z.array(transferSchema)),
  /** What is done, latest first. What is not comes by `progress`. */
  done: query('transfers')
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number(), rows: z.array(transferSchema) })),
  pause: procedure.input(byFile).output(transferSchema),
  resume: procedure.input(byFile).output(transferSchema),
  /** At once and with all tries again: one that waits or failed. */
  retry: procedure.input(byFile).output(transferSchema),
  pauseAll: procedure.output(z.void()),
  resumeAll: procedure.output(z.void()),
  /** Into the queue before another one, or to its end (null); they keep their order among themselves. */
  move: procedure.input(z.object({ fileIds, before: libraryFileIdSchema.nullable() })).output(z.void()),
  /** Takes it out of the queue and removes its partial file. */
  remove: procedure.input(byFile).output(z.void()),
  /** Into a folder beside the archive; when that was done before and is still whole, it is only answered. */
  unpack: procedure.input(byFile).output(unpackedSchema),
  /** What was unpacked of it and is still there. */
  unpacked: query('transfers').input(byFile).output(unpackedSchema.nullable()),
  pauseReason: query('settings', 'transfers').output(pauseReasonSchema.nullable()),
  /** Forgets those that are done; the files stay. */
  clearFinished: procedure.output(z.void()),
  /** All that is not done in the first ones, then what moved, at most four times a second. */
  progress: procedure.output(eventIterator(transferUpdateSchema)),
};

/**
 * The download of one file, with its place in the queue and its progress. `totalBytes` is null until the service has
 * told the size, `bytesPerSecond` while nothing is transferred.
 */
export type Transfer = z.infer<typeof transferSchema>;
/** Counts and sums over the whole queue. `secondsLeft` is null while the speed or the sizes are not known. */
export type TransferSummary = z.infer<typeof transferSummarySchema>;
/** The folder and files that came out of a delivery archive. */
export type Unpacked = z.infer<typeof unpackedSchema>;
/**
 * Why the settings pause or slow down all downloads now. `until` is null where no time is known, as on a metered
 * connection.
 */
export type PauseReason = z.infer<typeof pauseReasonSchema>;
/** One message of the progress stream: the transfers that have changed, the ones that are gone, and the new summary. */
export type TransferUpdate = z.infer<typeof transferUpdateSchema>;
