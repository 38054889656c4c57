import type { ConnectionId } from '../../src-preload/contract/ids.ts';
import type { LinkFetcher } from '../service/api/service-client.ts';
import type { RestartReason } from './answer-rules.ts';
import type { PartSizes } from './part-sizes.ts';
import type { SpeedLimit } from './speed-limit.ts';
import type { Journal, SaveJournal } from './storage/journal.ts';
import type { TransferThreads } from './transfer-threads.ts';
import type { HashWorkerClient } from './verification/hash-worker-client.ts';

/** What the download of one file needs. */
export interface FetchFileOptions {
  connectionId: ConnectionId;
  fileName: string;
  partialPath: string;
  journal: Journal;
  links: LinkFetcher;
  /** Resolves with the newest link to the file; given a refused link, with a newer one. */
  link: (stale: string | null) => Promise<string>;
  /** Returns `last_modified` of the scene according to the latest query. */
  sceneModified: () => string | null;
  /** Called after the bytes have reached the disk. */
  save: SaveJournal;
  progress: (doneBytes: number, totalBytes: number | null, connections: number) => void;
  /** Called when all bytes were received, but are not on disk yet. */
  received: () => void;
  /** Called when the downloaded bytes were discarded. */
  restarted: (because: RestartReason | null) => void;
  /** Throws DISK_FULL if there is no room for this many bytes. */
  ensureFreeSpace: (neededBytes: number) => Promise<void>;
  /** A larger file is refused with FILE_NOT_WHOLE: files that nobody asked for must not fill the disk. */
  maxBytes?: number | undefined;
  hashes: HashWorkerClient;
  threads: TransferThreads;
  limit: SpeedLimit;
  /** How many connections the file may use now. */
  connections: () => number;
  /** A connection without a byte for this long is ended. */
  stallMs: number;
  parts?: PartSizes;
  /** Milliseconds of a clock that never goes back. */
  now: () => number;
  random: () => number;
}
