/** A file on disk that a host serves to the page under an address of the application. */
export interface ResolvedFile {
  /** Absolute. */
  path: string;
  contentType: string;
  /** Its name changes with its content: may be kept for ever. */
  immutable?: boolean;
  /** It is shown as a picture: one of more pixels than this is not served, and nothing that is no picture. */
  mostPixels?: number;
  /** Told whether the file is there, as it was opened anyway. */
  seen?: (isThere: boolean) => void;
}
