import { z } from 'zod';
import { procedure, query } from './base.ts';
import { declareDomain } from './domain.ts';

/**
 * The state of a library folder: `there` can be read and written; `read-only` can be read; `away` is missing, such as an
 * unplugged drive; `sleeping` does not answer within a few seconds. The texts are under `libraryFolders.state`.
 */
export const folderStates = ['there', 'read-only', 'away', 'sleeping'] as const;
const stateSchema = z.enum(folderStates);

/** The limit for folders besides the one for new downloads. */
export const mostLibraryFolders = 20;

export const libraryFolderIdSchema = z.number().int().positive().brand<'LibraryFolderId'>();

export const libraryFolderSchema = z.object({
  id: libraryFolderIdSchema,
  /** Absolute. */
  path: z.string(),
  state: stateSchema,
  /** When it last answered (ISO 8601, UTC); null if it never did. */
  seenAt: z.string().nullable(),
  /** The number of scenes at the last reading. */
  scenes: z.number(),
  /** The progress of the present reading; null if there is none. */
  reading: z.object({ entries: z.number(), scenes: z.number() }).nullable(),
  /** The parts of the folder that could not be used at the last reading in this session. */
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
   * Adds a folder whose scenes are listed with the others; nothing in it is changed. FOLDER_AWAY if it is missing;
   * INVALID_INPUT if it is not absolute, contains another library folder or is inside one.
   */
  add: procedure.input(z.object({ path: pathSchema })).output(libraryFolderSchema),
  /** Removes the folder from the list. Its files stay, and its scenes are listed without files. */
  remove: procedure.input(byFolder).output(z.void()),
  /** Sets the new path of a folder that was moved. Throws the same errors as `add`. */
  relocate: procedure.input(byFolder.extend({ path: pathSchema })).output(libraryFolderSchema),
  /** Makes it the folder for new downloads; the former one takes its place in the list. FOLDER_NOT_WRITABLE, FOLDER_AWAY. */
  use: procedure.input(byFolder).output(z.void()),
  /** Checks whether the folder is there, and reads it again. FOLDER_AWAY if it is missing. */
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
