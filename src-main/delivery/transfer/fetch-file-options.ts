import type { ConnectionId } from '../../../src-preload/contract/ids.ts';
import type { LinkFetcher } from '../../service/api/service-client.ts';
import type { Journal, SaveJournal } from '../storage/journal.ts';
import type { HashWorkerClient } from '../verification/hash-worker-client.ts';
import type { RestartReason } from './answer-rules.ts';
import type { PartSizes } from './part-sizes.ts';
import type { SpeedLimit } from './speed-limit.ts';
import type { TransferThreads } from './transfer-threads.ts';

/** What it takes to download one file. */
export interface FetchFileOptions {
  connectionId: ConnectionId;
  fileName: string;
  partialPath: string;
  journal: Journal;
  links: LinkFetcher;
  /** Resolves with the newest link to the file; given one that was refused, with a newer one. */
  link: (stale: string | null) => Promise<string>;
  /** `last_modified` of the scene as the newest query told it. */
  sceneModified: () => string | null;
  /** Called after the bytes have reached the disk. */
  save: SaveJournal;
  progress: (doneBytes: number, totalBytes: number | null, connections: number) => void;
  /** All bytes have come, but they are not on the disk yet. */
  received: () => void;
  /** What had been downloaded was thrown away. */
  restarted: (because: RestartReason | null) => void;
  /** Throws DISK_FULL when there is no room for so many bytes. */
  ensureFreeSpace: (neededBytes: number) => Promise<void>;
  /** A file beyond this size is refused with FILE_NOT_WHOLE: what comes unasked must not fill the disk. */
  mostBytes?: number | undefined;
  hashes: HashWorkerClient;
  threads: TransferThreads;
  limit: SpeedLimit;
  /** How many connections the file may use now. */
  connections: () => number;
  /** A connection without a byte for so long is given up. */
  stallMs: number;
  parts?: PartSizes;
  /** Milliseconds of a clock that is never set back. */
  now: () => number;
  random: () => number;
}
