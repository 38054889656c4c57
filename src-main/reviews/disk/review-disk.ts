/** What reviews need of a disk; all paths are absolute. Every function may reject with the error of the system. */
export interface ReviewDisk {
  /** Resolves with the text of a file; null if there is no file of this name. A symbolic link is no file. */
  read(path: string, maxBytes: number): Promise<string | null>;
  /** Gives a file this text: under another name first, flushed, then renamed. */
  replace(path: string, text: string): Promise<void>;
  /** Resolves with the names in a folder; none if there is no such folder. */
  list(folder: string): Promise<string[]>;
  isFile(path: string): Promise<boolean>;
  isFolder(path: string): Promise<boolean>;
  /** Flushes the entries of a folder, so that renames in it survive a crash. */
  sync(folder: string): Promise<void>;
}

/** Thrown if the library folder is not there: its drive may come back. */
export class LibraryAwayError extends Error {}
