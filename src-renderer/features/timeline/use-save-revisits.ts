import { useState } from 'react';
import type { RevisitWithGaps } from '../../../src-preload/contract/timeline.ts';
import { useApi } from '../../kit/client/api.tsx';
import { saveCsv } from '../../kit/client/save-file.ts';
import { pageSize } from '../../kit/ui/paged-rows.ts';
import type { Timeline } from './moment/use-timeline.ts';
import { revisitCsv } from './revisit-csv.ts';

const today = () => new Date().toISOString().slice(0, 10);

/** Returns functions that save one revisit, or all of the project, as CSV. `project` is null for all projects. */
export function useSaveRevisits(timeline: Timeline, project: string | null) {
  const { client } = useApi();
  const [isSavingAll, setSavingAll] = useState(false);
  const nameOfContract = (contractId: string | null) =>
    timeline.contracts.find((contract) => contract.contractId === contractId)?.name ?? contractId ?? '';
  const save = (name: string, rows: readonly RevisitWithGaps[]) =>
    saveCsv(`${name}-${today()}.csv`, revisitCsv(rows, nameOfContract, Date.now()));
  return {
    isSavingAll,
    saveOne: (row: RevisitWithGaps) => save(`revisit-${row.subject.kind}-${row.subject.id}`, [row]),
    /** Reads all pages before it saves them. */
    async saveAll() {
      const { connectionId, contractIds } = timeline;
      setSavingAll(true);
      try {
        const rows: RevisitWithGaps[] = [];
        for (let hasMore = true; hasMore; ) {
          const page = await client.timeline.revisits({
            connectionId,
            contractIds,
            project,
            offset: rows.length,
            limit: pageSize,
          });
          rows.push(...page.rows);
          hasMore = page.rows.length > 0 && rows.length < page.total;
        }
        save('revisits', rows);
      } finally {
        setSavingAll(false);
      }
    },
  };
}
