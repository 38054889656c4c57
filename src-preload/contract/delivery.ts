import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
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
  /** The task or order that the scene was made for, its project, and the time of the capture (ISO 8601), where known. */
  taskName: z.string().nullable(),
  project: z.string().nullable(),
  takenAt: z.string().nullable(),
  fileName: z.string(),
  state: transferStateSchema,
  /**
   * The position in the queue: smaller numbers come first. Only the order counts; the numbers have gaps and fractions.
   */
  position: z.number(),
  doneBytes: z.number(),
  totalBytes: z.number().nullable(),
  bytesPerSecond: z.number().nullable(),
  /** The number of connections that download it now. */
  ranges: z.number(),
  /** The number of attempts since it was added to the queue or last received a byte. */
  attempts: z.number(),
  /** Why the received bytes were last discarded and the download was restarted; null if they were not. */
  restartedBecause: z.enum(['changed-bytes', 'changed-size', 'changed-scene']).nullable(),
  /** Why it waits or failed, and until when it waits (ISO 8601) if that is known. */
  error: storedErrorSchema.nullable(),
  waitsUntil: z.string().nullable(),
  queuedAt: z.string(),
  finishedAt: z.string().nullable(),
  sha256: z.string().nullable(),
});

/**
 * The queue as a whole. Bytes are those of the present batch: all files that were added since the queue was last
 * empty.
 */
export const transferSummarySchema = z.object({
  running: z.number(),
  queued: z.number(),
  waiting: z.number(),
  paused: z.number(),
  failed: z.number(),
  /** The number of finished files of the batch. */
  done: z.number(),
  doneBytes: z.number(),
  /** The sum of the known sizes. It is the size of the whole batch only if `unsized` is 0. */
  totalBytes: z.number(),
  /** The number of files whose size is not known yet: the service tells it with the first byte. */
  unsized: z.number(),
  bytesPerSecond: z.number(),
  secondsLeft: z.number().nullable(),
});

/** The changes since the last update. If `fresh`, it starts a subscription: everything known before is invalid. */
export const transferUpdateSchema = z.object({
  fresh: z.boolean(),
  transfers: z.array(transferSchema),
  removed: z.array(libraryFileIdSchema),
  summary: transferSummarySchema,
});

/** Why the settings pause or slow down the downloads now; `until` is a local time of this computer, HH:mm. */
export const pauseReasonSchema = z.object({
  because: z.enum(['quiet-hours', 'metered']),
  /** 0 while all downloads are paused. */
  bytesPerSecond: z.number(),
  until: z.string().nullable(),
});

/**
 * The files unpacked from a delivery archive: `folder` is beside it, and the names are relative to it, with slashes.
 */
export const unpackedSchema = z.object({
  folder: z.string(),
  /** Rasters have the SHA-256 of what was unpacked. */
  files: z.array(z.object({ name: z.string(), sizeBytes: z.number(), sha256: z.string().optional() })),
});

const byFile = z.object({ fileId: libraryFileIdSchema });
const fileIds = z.array(libraryFileIdSchema).min(1).max(5_000);

const procedures = {
  /** Adds files to the queue; those that are on the disk or in the queue already are not changed. */
  download: procedure.input(z.object({ fileIds })).output(z.array(transferSchema)),
  /** Returns the finished transfers, latest first. `progress` sends the unfinished ones. */
  done: query('transfers')
    .input(z.object({ offset: z.number().int().min(0), limit: z.number().int().min(1).max(500) }))
    .output(z.object({ total: z.number(), rows: z.array(transferSchema) })),
  pause: procedure.input(byFile).output(transferSchema),
  resume: procedure.input(byFile).output(transferSchema),
  /** Starts a waiting or failed transfer at once, with all its attempts again. */
  retry: procedure.input(byFile).output(transferSchema),
  pauseAll: procedure.output(z.void()),
  resumeAll: procedure.output(z.void()),
  /** Moves files in the queue before another one, or to its end (null); they keep their order. */
  move: procedure.input(z.object({ fileIds, before: libraryFileIdSchema.nullable() })).output(z.void()),
  /** Removes it from the queue and deletes its partial file. */
  remove: procedure.input(byFile).output(z.void()),
  /**
   * Unpacks an archive into a folder beside it; if that was done before and all files still exist, it only returns
   * them.
   */
  unpack: procedure.input(byFile).output(unpackedSchema),
  /**
   * Returns the files that were unpacked from an archive; null if it was not unpacked or they are no longer complete.
   */
  unpacked: query('transfers').input(byFile).output(unpackedSchema.nullable()),
  /**
   * Returns the path that the file which the service listed last would get by a pattern, below the library folder; null if the service has
   * listed none, or the pattern cannot be read.
   */
  examplePath: query('scenes')
    .input(z.object({ pattern: z.string().max(300) }))
    .output(z.string().nullable()),
  pauseReason: query('settings', 'transfers').output(pauseReasonSchema.nullable()),
  /** Removes the finished transfers from the list; the files stay. */
  clearFinished: procedure.output(z.void()),
  /** Streams all unfinished transfers first, then the changes, at most four times a second. */
  progress: procedure.output(eventIterator(transferUpdateSchema)),
};

export const deliveryDomain = declareDomain({
  procedures,
  topics: ['transfers'],
});

/**
 * The download of one file, with its position in the queue and its progress. `totalBytes` is null until the service
 * has given the size, `bytesPerSecond` while nothing is transferred.
 */
export type Transfer = z.infer<typeof transferSchema>;
/** Counts and sums over the whole queue. `secondsLeft` is null while the speed or one of the sizes is not known. */
export type TransferSummary = z.infer<typeof transferSummarySchema>;

/** The summary of a queue that is empty and has finished nothing. */
export const emptySummary: TransferSummary = {
  running: 0,
  queued: 0,
  waiting: 0,
  paused: 0,
  failed: 0,
  done: 0,
  doneBytes: 0,
  totalBytes: 0,
  unsized: 0,
  bytesPerSecond: 0,
  secondsLeft: null,
};

/** The folder and files that were unpacked from a delivery archive. */
export type Unpacked = z.infer<typeof unpackedSchema>;
/**
 * Why the settings pause or slow down all downloads now. `until` is null if no time is known, as on a metered
 * connection.
 */
export type PauseReason = z.infer<typeof pauseReasonSchema>;
/**
 * One message of the progress stream: the transfers that have changed, those that were removed, and the new summary.
 */
export type TransferUpdate = z.infer<typeof transferUpdateSchema>;
