import { AppError } from '../../core/app-error.ts';
import { inSlices } from '../../core/in-slices.ts';
import type { HandoverRecordTable } from './handover-record-table.ts';

/** The options of `createApprovals`. */
export interface ApprovalsOptions {
  records: Pick<HandoverRecordTable, 'approvals' | 'events'>;
  /** Returns the hash of the content that a draft or prepared row has now; null if there is none with this id. */
  contentHash: (id: string) => string | null;
}

/**
 * Creates the functions that say whether a draft or prepared row is approved. What a package says about approvals does not count: whoever
 * made it could write any name and time.
 */
export function createApprovals({ records, contentHash }: ApprovalsOptions) {
  /**
   * Returns true if it was approved here and is what it was then. An approval of an older version has no hash, and holds until the draft is
   * received again.
   */
  function isApproved(id: string): boolean {
    const [approval] = records.approvals(id);
    if (approval === undefined) return false;
    return approval.hash === null ? approval.isNewest : approval.hash === contentHash(id);
  }

  return {
    isApproved,
    /** Throws NOT_APPROVED if others have prepared some of these and nobody has approved them here as they are. */
    async assertApproved(ids: readonly string[]): Promise<void> {
      await inSlices(ids, (id) => {
        const isReceived = records.events(id).some(({ what }) => what === 'received');
        if (isReceived && !isApproved(id)) throw new AppError('NOT_APPROVED', {});
      });
    },
  };
}
