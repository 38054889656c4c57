import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { procedure, query } from './base.ts';
import { toldChangeSchema } from './changes.ts';
import { libraryFileIdSchema } from './ids.ts';

/** Something the user must know that belongs to no screen; words under `notices.<kind>` in the catalogue. */
export const noticeSchema = z.object({
  id: z.string(),
  kind: z.enum([
    'settings-kept-aside',
    'connections-kept-aside',
    'database-kept-aside',
    'database-damaged',
    'keychain-unavailable',
    'library-folder-not-writable',
    'practice-not-started',
    'archive-not-unpacked',
  ]),
  /** Values for the message, such as the path of what was kept aside. */
  data: z.record(z.string(), z.string()),
  at: z.string(),
});

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'loopback']),
  os: z.string(),
  dataFolder: z.string(),
  libraryFolder: z.string(),
  capabilities: z.object({ revealInFolder: z.boolean(), notify: z.boolean(), pickFolder: z.boolean() }),
});

export const appContract = {
  info: query('settings').output(appInfoSchema),
  notices: query('notices').output(z.array(noticeSchema)),
  dismissNotice: procedure.input(z.object({ id: z.string().max(200) })).output(z.void()),
  /** Every change of the local store, from subscription on; the first event is sent at once so that a client knows it listens. */
  changes: procedure.output(eventIterator(toldChangeSchema)),
  /** Shows a file of the library in the system's file manager, or what was unpacked of it; NOT_FOUND when it is gone from disk. */
  revealFile: procedure
    .input(z.object({ fileId: libraryFileIdSchema, unpacked: z.boolean().optional() }))
    .output(z.void()),
  /** Asks for a folder with the system's dialog; null when the user closed it or the host has none. */
  pickFolder: procedure.output(z.string().nullable()),
};

/**
 * A message that stays until the user dismisses it. `data` has the values for its words, such as a path; `at` is ISO
 * 8601 in UTC.
 */
export type Notice = z.infer<typeof noticeSchema>;
