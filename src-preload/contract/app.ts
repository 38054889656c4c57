import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure, query } from './base.ts';
import { toldChangeSchema } from './changes.ts';
import { declareDomain } from './domain.ts';
import { libraryFileIdSchema } from './ids.ts';
import { longestPageStack } from './plain-values.ts';
import { exportNameSchema } from './takeaway.ts';

/** A message to the user that belongs to no screen; its text is under `notices.<kind>` in the catalogue. */
export const noticeSchema = z.object({
  id: z.string(),
  kind: z.enum([
    'settings-kept-aside',
    'connections-kept-aside',
    'database-kept-aside',
    'database-damaged',
    'keychain-unavailable',
    'library-folder-not-writable',
    'library-folder-away',
    'practice-not-started',
    'archive-not-unpacked',
    'files-damaged',
    'import-unfinished',
    'scenes-arrived',
    'reviews-arrived',
    'desktop-notice',
    'sandbox-off',
  ]),
  /** Values for the message, such as the path of a file that was set aside. */
  data: z.record(z.string(), z.string()),
  at: z.string(),
});

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'loopback']),
  os: z.string(),
  dataFolder: z.string(),
  libraryFolder: z.string(),
  capabilities: z.object({
    revealInFolder: z.boolean(),
    notify: z.boolean(),
    pickFolder: z.boolean(),
    pickFile: z.boolean(),
    openFile: z.boolean(),
    dragOut: z.boolean(),
    trash: z.boolean(),
    keepAwake: z.boolean(),
    savePdf: z.boolean(),
    updates: z.boolean(),
  }),
});

const procedures = {
  info: query('settings').output(appInfoSchema),
  notices: query('notices').output(z.array(noticeSchema)),
  dismissNotice: procedure.input(z.object({ id: z.string().max(200) })).output(z.void()),
  /**
   * Streams every change of the local store from the subscription on. The first event is sent at once, so that the
   * client knows that it is subscribed.
   */
  changes: procedure.output(eventIterator(toldChangeSchema)),
  /**
   * Shows a file of the library, or the folder that was unpacked from it, in the system's file manager. NOT_FOUND if it
   * is no longer on the disk.
   */
  revealFile: procedure
    .input(z.object({ fileId: libraryFileIdSchema, unpacked: z.boolean().optional() }))
    .output(z.void()),
  /** Writes an error of the page into the log of Nadir, which is part of the support bundle. */
  reportPageError: procedure
    .input(
      z.object({
        /** The error with its stack. */
        stack: z.string().max(longestPageStack),
        /** The parts of the page around the place of the error, innermost first; empty outside of a drawing. */
        parts: z.string().max(longestPageStack),
      }),
    )
    .output(z.void()),
  /** Lets the user pick a folder in the system's dialog; null if the user closed the dialog or the host has none. */
  pickFolder: procedure.output(z.string().nullable()),
  /**
   * Saves what the window prints as a PDF, at a place that the user picks; null if the user closed the dialog or the host has none.
   * FOLDER_NOT_WRITABLE, DISK_FULL.
   */
  savePdf: procedure.input(z.object({ name: exportNameSchema })).output(z.string().nullable()),
  /** The same for a file; the dialog shows those with one of these extensions. */
  pickFile: procedure
    .input(
      z.object({
        name: z.string().max(100),
        extensions: z.array(z.string().regex(/^[a-z0-9]{1,16}$/)).max(20),
      }),
    )
    .output(z.string().nullable()),
};

export const appDomain = declareDomain({
  procedures,
  topics: ['notices'],
});

/**
 * A message that stays until the user dismisses it. `data` contains the values for its text, such as a path; `at` is
 * ISO 8601 in UTC.
 */
export type Notice = z.infer<typeof noticeSchema>;
