import type { LibraryFileId, RuleId } from '../../../../src-preload/contract/ids.ts';
import type { RuleFileRow } from './rule-files.ts';
import type { RulesOptions } from './rules-options.ts';

/** How many planned files are considered at a time. */
const plannedAtOnce = 500;
/** The most files of one rule in the queue. */
const maxQueued = 200;
/**
 * The most files of unknown size of a rule with a quota in the queue. Their sizes come with the files, and a small file is whole before its
 * size is known here: with more of them, the quota would be exceeded by all of these instead of by one.
 */
const maxUnsizedUnderQuota = 1;

/** Moves planned files of rules into the download queue while their quotas allow it. */
export type RuleQueue = ReturnType<typeof createRuleQueue>;

/** Puts the planned files of rules into the download queue, as far as their quotas have room. */
export function createRuleQueue(
  { table, delivery, files, changed }: Pick<RulesOptions, 'table' | 'delivery' | 'files' | 'changed'>,
  signal: AbortSignal,
) {
  /**
   * Returns the planned files that this rule may fetch now. A file that a person has fetched meanwhile belongs to that person,
   * and a rule must not undo it; a file that was removed for one rule is not fetched again for another; a file that another rule
   * fetches arrives anyway.
   */
  function fetchableBy(id: RuleId, planned: readonly RuleFileRow[]): RuleFileRow[] {
    const fileIds = planned.map(({ fileId }) => fileId);
    const onDisk = files(fileIds).filter((file) => file.onDisk);
    const obsolete = new Set(onDisk.map(({ fileId }) => fileId));
    const fetchedByOther = new Set<LibraryFileId>();
    for (const { ruleId, fileId, state } of table.ofFiles(fileIds)) {
      if (ruleId === id) continue;
      if (state === 'removed' || state === 'undone') obsolete.add(fileId);
      if (state === 'fetching' || state === 'failed') fetchedByOther.add(fileId);
    }
    for (const file of planned) if (obsolete.has(file.fileId)) table.forgetFile(file);
    return planned.filter(({ fileId }) => !obsolete.has(fileId) && !fetchedByOther.has(fileId));
  }

  /** Chooses as many files as the queue has room for and the quota allows. */
  function chooseNext(
    id: RuleId,
    open: { files: number; unsized: number },
    { bytes, quotaBytes }: { bytes: number; quotaBytes: number | null },
  ): RuleFileRow[] {
    const room = maxQueued - open.files;
    const chosen: RuleFileRow[] = [];
    let plannedBytes = bytes;
    let unsized = open.unsized;
    for (const file of fetchableBy(id, table.planned(id, plannedAtOnce))) {
      if (chosen.length >= room) break;
      if (quotaBytes !== null) {
        // A smaller file after it may still fit.
        if (plannedBytes + (file.sizeBytes ?? 1) > quotaBytes) continue;
        if (file.sizeBytes === null && unsized >= maxUnsizedUnderQuota) continue;
      }
      plannedBytes += file.sizeBytes ?? 0;
      if (file.sizeBytes === null) unsized += 1;
      chosen.push(file);
    }
    return chosen;
  }

  return {
    async fill(id: RuleId): Promise<void> {
      const rule = table.get(id);
      if (!rule?.enabled || signal.aborted) return;
      const chosen = chooseNext(id, table.open(id), rule);
      if (chosen.length === 0) return;
      // Stored first: a file in the queue that no rule lists could not be undone.
      table.transaction(() => {
        for (const file of chosen) table.setFile(file, 'fetching', null);
      });
      await delivery.download(
        chosen.map(({ fileId }) => fileId),
        rule.folder,
      );
      changed();
    },
    /** Takes a file out of the queue; it waits until the quota has room for it. */
    async postpone(file: RuleFileRow, totalBytes: number): Promise<void> {
      // Stored before it is removed, so that the removal does not look like a person's action.
      table.setFile(file, 'planned', totalBytes);
      await delivery.remove(file.fileId);
    },
  };
}
