import { z } from 'zod';
import { openFolderStore } from '../../bench/folder/seed-folder.ts';
import { seedTasks } from '../../bench/folder/seed-tasks.ts';
import { storedContractId } from '../../src-main/store/stored-contract-id.ts';
import { connectionIdSchema } from '../../src-preload/contract/ids.ts';

const scopeRow = z.object({ connectionId: connectionIdSchema, contractId: storedContractId });

/** Writes completed tasks into a folder whose Nadir is closed, under the contract whose tasks it has. The service does not know them. */
export function seedCompletedTasks(dataFolder: string, count: number) {
  const store = openFolderStore(dataFolder);
  const scope = store.get(
    scopeRow,
    'SELECT connection_id AS connectionId, contract_id AS contractId FROM task LIMIT 1',
  );
  store.close();
  if (scope === undefined) throw new Error('the folder has no tasks yet');
  seedTasks(
    dataFolder,
    scope,
    Array.from({ length: count }, (_, i) => ({
      name: `Seeded ${String(i).padStart(5, '0')}`,
      longitude: (i % 300) - 150,
      latitude: (i % 120) - 60,
      status: 'completed',
    })),
  );
}
