import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Transfer } from '../../../../src-preload/contract/delivery.ts';
import type { LibraryFileId, RuleId } from '../../../../src-preload/contract/ids.ts';
import type { RuleFileRow } from './rule-files.ts';
import type { RuleQueue } from './rule-queue.ts';
import type { RulesOptions } from './rules-options.ts';

/** How many unfinished files are checked in one turn of the event loop. */
const batchFiles = 500;

/** True if the file of the rule is in the queue, according to the stored state. */
const isQueued = ({ state }: RuleFileRow) => state === 'fetching' || state === 'failed';

/** Records in the history of rules what happens to their files in the download queue. */
export function createRuleFollower(
  { table, delivery, files, unpack, changed }: RulesOptions,
  queue: RuleQueue,
) {
  function markFetched(file: RuleFileRow, sizeBytes: number | null) {
    const rule = table.get(file.ruleId);
    const [known] = files([file.fileId]);
    // The unpacking is requested first: if a crash came in between, nothing would request it again.
    if (rule?.unpack && known?.name === 'delivery_zip') unpack(file.fileId);
    table.setFile(file, 'fetched', sizeBytes);
  }

  /** Resolves with true if the history has changed. */
  async function followTransfer(file: RuleFileRow, transfer: Transfer): Promise<boolean> {
    const { state, totalBytes } = transfer;
    if (!isQueued(file)) return false;
    if (state === 'done') {
      markFetched(file, totalBytes);
      return true;
    }
    if (state === 'failed') {
      if (file.state === 'failed') return false;
      table.setFile(file, 'failed', totalBytes);
      return true;
    }
    if (file.state === 'failed') {
      table.setFile(file, 'fetching', totalBytes);
      return true;
    }
    if (totalBytes === null || totalBytes === file.sizeBytes) return false;
    table.setFile(file, 'fetching', totalBytes);
    const rule = table.get(file.ruleId);
    if (rule && rule.quotaBytes !== null && rule.bytes > rule.quotaBytes)
      await queue.postpone(file, totalBytes);
    return true;
  }

  /** Handles a file that has left the queue. Resolves with true if the history has changed. */
  async function recordRemoval(file: RuleFileRow): Promise<boolean> {
    if (!isQueued(file)) return false;
    // It was removed for one rule, and queued again for this one before the report came.
    if ((await delivery.transfersOf([file.fileId])).length > 0) return false;
    // It was finished and cleared from the list before the report came.
    const [known] = files([file.fileId]);
    if (known?.onDisk) markFetched(file, null);
    else table.setFile(file, 'removed', null);
    return true;
  }

  async function resumeFiles(unfinished: readonly RuleFileRow[]): Promise<void> {
    const ids = unfinished.map(({ fileId }) => fileId);
    const transfers = new Map(
      (await delivery.transfersOf(ids)).map((transfer) => [transfer.fileId, transfer]),
    );
    const onDisk = new Set(files(ids).flatMap((file) => (file.onDisk ? [file.fileId] : [])));
    for (const file of unfinished) {
      const transfer = transfers.get(file.fileId);
      if (onDisk.has(file.fileId)) markFetched(file, transfer?.totalBytes ?? null);
      else if (transfer && transfer.state !== 'done') await followTransfer(file, transfer);
      else if (transfer) table.setFile(file, 'removed', null);
      else await delivery.download([file.fileId], table.get(file.ruleId)?.folder ?? null);
    }
  }

  return {
    async follow(changedTransfers: readonly Transfer[], removed: readonly LibraryFileId[]): Promise<void> {
      const transfers = new Map(changedTransfers.map((transfer) => [transfer.fileId, transfer]));
      const rows = table.ofFiles([...transfers.keys(), ...removed]);
      const changedRules = new Set<RuleId>();
      const changedFiles = new Set<LibraryFileId>();
      for (const file of rows) {
        const transfer = transfers.get(file.fileId);
        if (!(transfer ? await followTransfer(file, transfer) : await recordRemoval(file))) continue;
        changedRules.add(file.ruleId);
        changedFiles.add(file.fileId);
      }
      // Another rule may have waited for a file that this one does not fetch any more.
      for (const { ruleId, fileId, state } of rows)
        if (state === 'planned' && changedFiles.has(fileId)) changedRules.add(ruleId);
      for (const id of changedRules) await queue.fill(id);
      if (changedRules.size > 0) changed();
    },
    /**
     * Continues with the files that were in the queue when Nadir ended: each is still queued, is on disk meanwhile, or was lost
     * between two writes.
     */
    async resumeUnfinished(): Promise<void> {
      const unfinished = table.unfinished();
      for (let at = 0; at < unfinished.length; at += batchFiles) {
        await resumeFiles(unfinished.slice(at, at + batchFiles));
        await yieldToEventLoop();
      }
    },
  };
}
