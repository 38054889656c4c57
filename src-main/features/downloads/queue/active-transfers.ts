import type { LibraryFileId } from '../../../../src-preload/contract/ids.ts';
import type { TransferLimits } from './delivery-options.ts';
import type { TransferRow } from './transfer-row.ts';

/** A running transfer, which receives, or is verified and moved. Times are in ms of the transfers' clock. */
export interface ActiveTransfer {
  readonly abort: AbortController;
  /** The bytes that were there when this attempt began. */
  readonly startedWithBytes: number;
  /** The folder of its bytes; the library's folder may change before they are complete. */
  readonly folder: string;
  /** True for a file that nobody has asked for; it takes no place of the queue. */
  readonly isAutomatic: boolean;
  connectionId: string;
  doneBytes: number;
  totalBytes: number | null;
  connections: number;
  isVerifying: boolean;
  bytesPerSecond: number;
  measuredAt: number;
  measuredBytes: number;
  lastByteAt: number;
  finished: Promise<void>;
}

/** The most connections to one service, for all files together. */
const maxConnections = 16;
/** The shortest interval over which a rate is measured. */
const rateIntervalMs = 500;

/** The transfers that run now, with their rates and connections. */
export type ActiveTransfers = ReturnType<typeof createActiveTransfers>;

/** Creates the list of the running transfers, with what they share: the connections to a service and the room on a disk. */
export function createActiveTransfers({ limits, now }: { limits: () => TransferLimits; now: () => number }) {
  const byFile = new Map<LibraryFileId, ActiveTransfer>();
  return {
    byFile: byFile as ReadonlyMap<LibraryFileId, ActiveTransfer>,
    add(row: TransferRow, folder: string): ActiveTransfer {
      const at = now();
      const transfer: ActiveTransfer = {
        abort: new AbortController(),
        folder,
        isAutomatic: row.isAutomatic,
        connectionId: '',
        startedWithBytes: row.doneBytes,
        doneBytes: row.doneBytes,
        totalBytes: row.totalBytes,
        connections: 0,
        isVerifying: false,
        bytesPerSecond: 0,
        measuredAt: at,
        measuredBytes: row.doneBytes,
        lastByteAt: at,
        finished: Promise.resolve(),
      };
      byFile.set(row.fileId, transfer);
      return transfer;
    },
    delete(fileId: LibraryFileId) {
      byFile.delete(fileId);
    },
    receivingCount: (ofAutomatic: boolean) =>
      [...byFile.values()].filter(
        ({ isVerifying, isAutomatic }) => !isVerifying && isAutomatic === ofAutomatic,
      ).length,
    /** Returns a file's fair share of the connections to its service. */
    connectionsFor({ connectionId }: ActiveTransfer): number {
      const files = [...byFile.values()].filter(
        (other) => !other.isVerifying && other.connectionId === connectionId,
      ).length;
      const share = Math.floor(maxConnections / Math.max(1, files));
      return Math.max(1, Math.min(limits().connectionsPerFile, share));
    },
    /** Returns how many bytes the other transfers to the same folder still need. */
    promisedBytesBeside(transfer: ActiveTransfer): number {
      return [...byFile.values()]
        .filter(
          (other) => other !== transfer && other.folder === transfer.folder && other.totalBytes !== null,
        )
        .reduce((sum, { totalBytes, doneBytes }) => sum + Math.max(0, (totalBytes ?? 0) - doneBytes), 0);
    },
    updateRate(
      transfer: ActiveTransfer,
      progress: { doneBytes: number; totalBytes: number | null; connections: number },
    ) {
      const at = now();
      if (progress.doneBytes !== transfer.doneBytes) transfer.lastByteAt = at;
      transfer.doneBytes = progress.doneBytes;
      transfer.totalBytes = progress.totalBytes;
      transfer.connections = progress.connections;
      const elapsedMs = at - transfer.measuredAt;
      if (elapsedMs < rateIntervalMs) return;
      const latest = ((progress.doneBytes - transfer.measuredBytes) / elapsedMs) * 1_000;
      const { bytesPerSecond } = transfer;
      transfer.bytesPerSecond = bytesPerSecond === 0 ? latest : bytesPerSecond * 0.6 + latest * 0.4;
      transfer.measuredAt = at;
      transfer.measuredBytes = progress.doneBytes;
    },
    abortAll() {
      for (const { abort } of byFile.values()) abort.abort();
    },
  };
}
