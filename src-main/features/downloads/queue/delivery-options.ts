import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import type { LinkFetcher } from '../../../service/api/service-client.ts';
import type { PartSizes } from '../../../transfer/part-sizes.ts';
import type { TransferThreads } from '../../../transfer/transfer-threads.ts';
import type { SceneLinks } from '../../library/scene-links.ts';
import type { DeliverableFile } from './deliverable-file.ts';
import type { TransferTable } from './transfer-table.ts';

/** The limits in force now, quiet hours included. */
export interface TransferLimits {
  /** The limit for all transfers together; null is no limit, 0 stops all. */
  bytesPerSecond: number | null;
  connectionsPerFile: number;
  filesAtOnce: number;
}

/**
 * What the download queue needs from the application: tables, links, folders, clock. Tests pass their own clock, random numbers
 * and timers.
 */
export interface DeliveryOptions {
  table: TransferTable;
  /** Returns the files among these that the library knows, in any order. */
  files: (fileIds: readonly LibraryFileId[]) => DeliverableFile[];
  links: Pick<SceneLinks, 'link'>;
  fetcher: LinkFetcher;
  /** The folder of the library, absolute. */
  folder: () => string;
  /** Returns the pattern for the folders of complete files (`folder-pattern.ts`); the default one if it is missing. */
  folderPattern?: () => string;
  /** Rejects with FOLDER_AWAY while the library is away; its downloads then wait. */
  ensureLibrary?: () => Promise<void>;
  /** Distinguishes the partial files of this data folder from those of another one that shares the library. */
  instance: string;
  /** The folder of the database, named in the error if the database cannot be written. */
  dataFolder?: string;
  /** Called when a file has its final name, in the same commit that stores this. */
  saved: (fileId: LibraryFileId, saved: { path: string; sizeBytes: number; sha256: string }) => void;
  changed: () => void;
  onError: (error: unknown) => void;
  /** Milliseconds since epoch. */
  now: () => number;
  random: () => number;
  /** Read at each use, so that a change takes effect at once. */
  limits?: () => TransferLimits;
  /** A connection without a byte for this long is ended. */
  stallMs?: number;
  parts?: PartSizes;
  /** The threads that download. */
  threads?: TransferThreads;
  /** Resolves with the free bytes of the folder's disk; null if the system does not report them. */
  freeBytes?: (folder: string) => Promise<number | null>;
  /** Calls back after this time; returns the function that cancels it. Tests pass timers that they control. */
  setTimer?: (run: () => void, ms: number) => () => void;
}
