/** The access of reviews to a disk; all paths are absolute. Every function may reject with a system error. */
export interface ReviewDisk {
  /** Resolves with the text of a file; null if there is none. Symbolic links are not followed. */
  read(path: string, maxBytes: number): Promise<string | null>;
  /** Replaces the text of a file: writes and flushes a new file and renames it. */
  replace(path: string, text: string): Promise<void>;
  /** Resolves with the names in a folder; an empty list if there is no such folder. */
  list(folder: string): Promise<string[]>;
  isFile(path: string): Promise<boolean>;
  isFolder(path: string): Promise<boolean>;
  /** Flushes the entries of a folder, so that renames in it survive a crash. */
  sync(folder: string): Promise<void>;
}

/** Thrown if the library folder is away; its drive may come back. */
export class LibraryAwayError extends Error {}
