import { afterEach, beforeEach, expect, it } from 'vitest';
import { submissionIdSchema } from '../../src-preload/contract/ids.ts';
import { openTestStore, type TestStore } from '../../testing/open-test-store.ts';
import { preparedImage } from '../../testing/prepared-rows.ts';
import { testScope } from '../../testing/task-rows.ts';
import { contentHash } from '../core/content-hash.ts';
import { createCommandTable } from '../features/outbox/command-table.ts';
import { approvalPackageId } from '../features/packages/handover-record-queries.ts';
import { createHandoverRecordTable } from '../features/packages/handover-record-table.ts';
import { createHandedTemplates } from '../features/plan/handed-templates.ts';
import { allMigrations } from './all-migrations.ts';
import { createApprovalGuard } from './handover.ts';

let opened: TestStore;
beforeEach(() => {
  opened = openTestStore(allMigrations);
});
afterEach(() => opened.remove());

const at = '2026-05-01T00:00:00.000Z';

it('a row that was approved is still approved as the command that it becomes, until that is edited', async () => {
  const { store } = opened;
  const { preparedId, image } = preparedImage(1);
  store.run("INSERT INTO prepared VALUES (1, :id, :connection, :contract, 1, :image, :at, 'Ana')", {
    id: preparedId,
    connection: testScope.connectionId,
    contract: testScope.contractId ?? '',
    image: JSON.stringify(image),
    at,
  });
  const records = createHandoverRecordTable({ store });
  const acceptance = records.begin({ packageId: 'p', direction: 'opened', person: 'Arno', at });
  store.run("INSERT INTO handover_event VALUES (:id, :at, 'received', 'Ana', 'there', :acceptance, NULL)", {
    id: preparedId,
    at,
    acceptance,
  });
  records.complete(acceptance);
  const approval = records.begin({ packageId: approvalPackageId, direction: 'opened', person: 'Arno', at });
  records.complete(approval);
  const row = createHandedTemplates({ store }).prepared(preparedId);
  records.addApproval(approval, preparedId, {
    by: 'Arno',
    at,
    instance: 'here',
    hash: contentHash(row?.content),
  });
  const { assertApproved, carryApprovals } = createApprovalGuard({ store, isRequired: () => true });
  await assertApproved([preparedId]);

  const table = createCommandTable(store);
  const request = {
    task_name: 'Plot 1',
    project_name: 'Survey',
    product: 169,
    target: { type: 'Point' as const, coordinates: [16.05, 48] as [number, number] },
    start: '2026-06-02T00:00:00Z',
    end: '2026-06-16T00:00:00Z',
  };
  const id = submissionIdSchema.parse(preparedId);
  table.add({ id, scope: testScope, input: { kind: 'task', request }, contractName: null, createdAt: at });
  await expect(assertApproved([id])).rejects.toMatchObject({ code: 'NOT_APPROVED' });
  carryApprovals([preparedId]);
  store.run('DELETE FROM prepared', {});
  await assertApproved([id]);

  table.update(id, { kind: 'task', request: { ...request, product: 170 } }, ['draft']);
  await expect(assertApproved([id])).rejects.toMatchObject({ code: 'NOT_APPROVED' });
});
