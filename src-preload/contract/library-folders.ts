import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';

/**
 * The state of a library folder. `there` can be read and written, `read-only` can be read; `away` is not there, such as a drive that
 * is not connected; `sleeping` does not answer within a few seconds. The texts are under `libraryFolders.state`.
 */
export const folderStates = ['there', 'read-only', 'away', 'sleeping'] as const;
const stateSchema = z.enum(folderStates);

/** The most folders beside the one for new downloads. */
export const mostLibraryFolders = 20;

export const libraryFolderIdSchema = z.number().int().positive().brand<'LibraryFolderId'>();

export const libraryFolderSchema = z.object({
  id: libraryFolderIdSchema,
  /** Absolute. */
  path: z.string(),
  state: stateSchema,
  /** When it last answered (ISO 8601, UTC); null if it never did. */
  seenAt: z.string().nullable(),
  /** The scenes that were found in it when it was last read. */
  scenes: z.number(),
  /** The reading of it that is under way; null if there is none. */
  reading: z.object({ entries: z.number(), scenes: z.number() }).nullable(),
  /** Parts of the folder that were not used when it was last read in this session. */
  problemCount: z.number(),
});

const byFolder = z.object({ id: libraryFolderIdSchema });
const pathSchema = z.string().trim().min(1, 'validation.required').max(4_096, 'validation.tooLong');

const procedures = {
  list: query('library-folders', 'settings').output(
    z.object({
      /** The folder that new downloads go to. */
      main: z.string(),
      folders: z.array(libraryFolderSchema),
    }),
  ),
  /**
   * Adds a folder whose scenes are shown with the others; nothing in it is changed. FOLDER_AWAY if it is not there; INVALID_INPUT if
   * it is not absolute, contains another library folder or lies in one.
   */
  add: procedure.input(z.object({ path: pathSchema })).output(libraryFolderSchema),
  /** Takes it off the list; its files stay as they are, and its scenes are listed without files. */
  remove: procedure.input(byFolder).output(z.void()),
  /** Says that the folder is at another place now. The same errors as `add`. */
  relocate: procedure.input(byFolder.extend({ path: pathSchema })).output(libraryFolderSchema),
  /** Makes it the folder of new downloads; the one of before takes its place in the list. FOLDER_NOT_WRITABLE, FOLDER_AWAY. */
  use: procedure.input(byFolder).output(z.void()),
  /** Looks whether it is there, and reads it again. FOLDER_AWAY if it is not. */
  read: procedure.input(byFolder).output(z.void()),
};

export const libraryFoldersDomain = declareDomain({
  procedures,
  topics: [
    // The list of further library folders, and the state of each.
    'library-folders',
  ],
});

/** A further library folder, whose scenes are read in place. */
export type LibraryFolder = z.infer<typeof libraryFolderSchema>;
/** Whether a library folder can be used now. */
export type FolderState = z.infer<typeof stateSchema>;
/** The number of a further library folder. */
export type LibraryFolderId = z.infer<typeof libraryFolderIdSchema>;
