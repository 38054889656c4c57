import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';
import { storedErrorSchema } from './errors.ts';

/**
 * The address of the folder with the feed of updates. Plain http could be changed on the way; a name, a password, a query or a
 * fragment would be repeated with each file.
 */
export const updateAddressSchema = z
  .string()
  .trim()
  .max(2_000, 'validation.tooLong')
  .regex(/^https:\/\/[^\s/?#@\\]+(?:\/[^\s?#@\\]*)?$/i, 'validation.updateAddress');

/** Work during which Nadir neither downloads an update nor restarts; the texts are under `updates.busyWith`. */
export const updateBlocks = ['downloads', 'commands'] as const;

export const updateStatusSchema = z.object({
  /**
   * `none`: this way of running cannot update itself; `managed`: a file of the administrator switches it off; `off`: no address is
   * set.
   */
  mode: z.enum(['none', 'managed', 'off', 'on']),
  /** The path of the file that switches updates off; null unless the mode is `managed`. */
  managedBy: z.string().nullable(),
  phase: z.enum([
    'idle',
    'checking',
    'current',
    'available',
    'waiting',
    'downloading',
    'staged',
    'restarting',
    'failed',
  ]),
  /** The newer version; null if none is known. */
  version: z.string().nullable(),
  sizeBytes: z.number().nullable(),
  receivedBytes: z.number(),
  /** True after *Not now* or *Later*: the question is asked again at the next start. */
  isPutOff: z.boolean(),
  /** The work that is under way now. */
  busyWith: z.array(z.enum(updateBlocks)),
  /** Why the last check or download failed; null unless the phase is `failed`. */
  error: storedErrorSchema.nullable(),
});

const procedures = {
  status: query('updates').output(updateStatusSchema),
  /** Reads the feed now; a failure is in the status. Does nothing while an update is downloaded or ready. */
  check: procedure.output(updateStatusSchema),
  /**
   * The user wants the update that was found. It is downloaded at once, or after the work that is under way; resolves when it has
   * begun or waits.
   */
  download: procedure.output(updateStatusSchema),
  /** Ends the download, or the wait for it; what has arrived is removed. */
  cancel: procedure.output(updateStatusSchema),
  /** Hides the question until the next start. */
  putOff: procedure.output(updateStatusSchema),
  /** Closes Nadir, installs the downloaded update and starts it. UPDATE_REFUSED if work is under way or the file has changed. */
  restart: procedure.output(updateStatusSchema),
};

export const updatesDomain = declareDomain({
  procedures,
  topics: [
    // The newer version of Nadir, and how far its download is.
    'updates',
  ],
});

/** Whether there is a newer version of Nadir, and what becomes of it. */
export type UpdateStatus = z.infer<typeof updateStatusSchema>;
/** Work during which Nadir is not updated. */
export type UpdateBlock = (typeof updateBlocks)[number];
