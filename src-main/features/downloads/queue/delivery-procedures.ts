import type { PauseReason, TransferUpdate } from '../../../../src-preload/contract/delivery.ts';
import type { Implementer } from '../../../core/implementer.ts';
import { iterate } from '../../../core/iterate.ts';
import type { Unpacking } from '../archives/unpacking.ts';
import type { Delivery } from './delivery.ts';

/** Merges two messages for a slow window: all transfers that changed in either, with their newer state. */
export function joinUpdates(older: TransferUpdate, newer: TransferUpdate): TransferUpdate {
  if (newer.fresh) return newer;
  const changed = new Map(
    [...older.transfers, ...newer.transfers].map((transfer) => [transfer.fileId, transfer]),
  );
  for (const id of newer.removed) changed.delete(id);
  const present = new Set(newer.transfers.map(({ fileId }) => fileId));
  const removed = new Set([...older.removed.filter((id) => !present.has(id)), ...newer.removed]);
  return { ...newer, fresh: older.fresh, transfers: [...changed.values()], removed: [...removed] };
}

/** Returns the procedures of the download queue. */
export function deliveryProcedures(
  os: Implementer,
  {
    delivery,
    unpacking,
    pauseReason,
    examplePath,
    closing,
  }: {
    delivery: Delivery;
    unpacking: Unpacking;
    pauseReason: () => PauseReason | null;
    examplePath: (pattern: string) => string | null;
    closing: AbortSignal;
  },
) {
  return {
    download: os.delivery.download.handler(({ input }) => delivery.download(input.fileIds)),
    done: os.delivery.done.handler(({ input }) => delivery.done(input.offset, input.limit)),
    pause: os.delivery.pause.handler(({ input }) => delivery.pause(input.fileId)),
    resume: os.delivery.resume.handler(({ input }) => delivery.resume(input.fileId)),
    retry: os.delivery.retry.handler(({ input }) => delivery.retry(input.fileId)),
    pauseAll: os.delivery.pauseAll.handler(() => delivery.pauseAll()),
    resumeAll: os.delivery.resumeAll.handler(() => delivery.resumeAll()),
    move: os.delivery.move.handler(({ input }) => delivery.move(input.fileIds, input.before)),
    remove: os.delivery.remove.handler(({ input }) => delivery.remove(input.fileId)),
    unpack: os.delivery.unpack.handler(({ input, signal = closing }) =>
      unpacking.unpack(input.fileId, signal),
    ),
    unpacked: os.delivery.unpacked.handler(({ input }) => unpacking.unpacked(input.fileId)),
    examplePath: os.delivery.examplePath.handler(({ input }) => examplePath(input.pattern)),
    pauseReason: os.delivery.pauseReason.handler(() => pauseReason()),
    clearFinished: os.delivery.clearFinished.handler(() => delivery.clearFinished()),
    progress: os.delivery.progress.handler(({ signal }) =>
      iterate<TransferUpdate>(
        (push) => {
          push({ fresh: true, transfers: [], removed: [], summary: delivery.summary() });
          return delivery.onProgress((transfers, removed) =>
            push({ fresh: false, transfers, removed, summary: delivery.summary() }),
          );
        },
        [signal, closing],
        joinUpdates,
      ),
    ),
  };
}
