import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure } from './base.ts';
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
  doneBytes: z.number(),
  totalBytes: z.number().nullable(),
  bytesPerSecond: z.number().nullable(),
  /** Why it waits or failed, and until when it waits (ISO), if known. */
  error: storedErrorSchema.nullable(),
  waitsUntil: z.string().nullable(),
  queuedAt: z.string(),
  finishedAt: z.string().nullable(),
  sha256: z.string().nullable(),
});

const byFile = z.object({ fileId: libraryFileIdSchema });

export const deliveryContract = {
  /** Puts files into the queue; those already on disk or queued are left as they are. */
  download: procedure
    .input(z.object({ fileIds: z.array(libraryFileIdSchema).min(1).max(5_000) }))
    .output(z.array(transferSchema)),
  list: procedure.output(z.array(transferSchema)),
  pause: procedure.input(byFile).output(transferSchema),
  resume: procedure.input(byFile).output(transferSchema),
  /** Takes it out of the queue and removes its partial file. */
  remove: procedure.input(byFile).output(z.void()),
  /** The transfers that moved, at most four times a second; at subscription all unfinished ones. */
  progress: procedure.output(eventIterator(z.array(transferSchema))),
};

export type Transfer = z.infer<typeof transferSchema>;
