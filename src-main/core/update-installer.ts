/** Reads the feed of updates and its files, and nothing that lies elsewhere. All its errors are AppErrors. */
export interface UpdateTransport {
  /** Resolves with a small file as text; rejects with UPDATE_REFUSED if it is missing, too large or elsewhere. */
  text(url: URL, signal: AbortSignal): Promise<string>;
  /** Resolves with the bytes of a file as they arrive. */
  file(url: URL, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>>;
}

/** A version of Nadir that is newer than this one. */
export interface FoundUpdate {
  version: string;
  sizeBytes: number;
}

/** What a host needs to replace the program by a newer version. Nothing is downloaded or installed unless it is called for. */
export interface UpdateInstaller {
  /** The path of the file by which an administrator has switched updates off; null if there is none. */
  readonly managedBy: string | null;
  /** Resolves with the newer version, or null if this one is the newest. Rejects with UPDATE_REFUSED for a feed that is not as it must be. */
  find(
    feed: { address: string; transport: UpdateTransport },
    signal: AbortSignal,
  ): Promise<FoundUpdate | null>;
  /** Downloads what was found last and checks it. What has arrived is removed if that fails. */
  download(onProgress: (receivedBytes: number) => void, signal: AbortSignal): Promise<void>;
  /** Rejects with UPDATE_REFUSED, and removes the downloaded file, if it has changed since. */
  checkAgain(): Promise<void>;
  /** Has Nadir close, be replaced and start again. */
  restart(): Promise<void>;
}
