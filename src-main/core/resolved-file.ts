/** A file on disk that a host serves to the page under an address of the application. */
export interface ResolvedFile {
  /** Absolute. */
  path: string;
  /** Set for a file of a library folder: no link in its path may lead out of this folder, and it must not be a link itself. */
  root?: string;
  contentType: string;
  /** True if the name changes with the content: the file may be cached forever. */
  immutable?: boolean;
  /** Set for a picture: a file that is not a picture, or has more pixels, is not served. */
  mostPixels?: number;
  /** Resolves before the file is opened; rejects if its drive does not answer, because opening it would block. */
  ready?: () => Promise<void>;
  /** Called with true if the file exists, when it is opened for serving. */
  seen?: (isThere: boolean) => void;
}
