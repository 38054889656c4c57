import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { HandedEvent } from '../../../src-preload/contract/handover.ts';
import { openTestStore, type TestStore } from '../../../testing/open-test-store.ts';
import { testScope } from '../../../testing/task-rows.ts';
import { createApprovals } from './approvals.ts';
import { createDraftTrails } from './draft-trails.ts';
import { createHandoverRecordTable } from './handover-record-table.ts';
import { handoverMigrations } from './tables.ts';

const id = 'draft-1';
let opened: TestStore;
let content: string;
beforeEach(() => {
  opened = openTestStore(handoverMigrations);
  content = 'as Ana wrote it';
});
afterEach(() => opened.remove());

function begin() {
  const records = createHandoverRecordTable({ store: opened.store });
  const trails = createDraftTrails({
    records,
    sentFromHere: () => null,
    preparedIds: () => [id],
    contentHash: () => content,
    instance: 'here',
    author: () => 'Ben',
    now: () => new Date('2026-03-05T00:00:00Z'),
    onChange: vi.fn(),
  });
  let packages = 0;
  /** Accepts a package that has the draft, with these events beside those of its way. */
  const receive = (...events: Omit<HandedEvent, 'remoteId'>[]) => {
    packages += 1;
    const at = `2026-03-0${packages}T00:00:00Z`;
    const acceptanceId = records.begin({
      packageId: `package-${packages}`,
      direction: 'opened',
      person: 'Ben',
      at,
    });
    const history = [`r${packages}`];
    records.addItems(acceptanceId, [
      { kind: 'draft', id, hash: content, history, name: 'Harbour', parent: null },
    ]);
    records.addEvents(acceptanceId, id, [
      { what: 'prepared', by: 'Ana', at, instance: 'there' },
      ...events,
      { what: 'received', by: 'Ben', at, instance: 'here' },
    ]);
    records.complete(acceptanceId);
  };
  const trail = () => trails.trails([id])[0];
  const waiting = async () => (await trails.unapproved(testScope)).ids;
  return { trails, receive, trail, waiting, records };
}

it.each(['9999-12-31T00:00:00Z', 'zzz', '2026-03-05T00:00:00Z'])(
  'does not believe a package that says it was approved at %s',
  async (at) => {
    const { receive, trail, waiting } = begin();
    receive({ what: 'approved', by: 'Boss', at, instance: 'there' });
    expect(trail()?.isApproved).toBe(false);
    expect(await waiting()).toEqual([id]);
    const approvals = trail()?.events.filter(({ what }) => what === 'approved');
    expect(approvals).toMatchObject([{ by: 'Boss', isClaim: true }]);
  },
);

it('does not take an approval under the own name and data folder for its own', async () => {
  const { receive, trail } = begin();
  receive({ what: 'approved', by: 'Ben', at: '2026-03-05T00:00:00Z', instance: 'here' });
  expect(trail()?.isApproved).toBe(false);
});

it('keeps its own approval when the same draft is received again, whatever time that package states', async () => {
  const { trails, receive, trail, waiting } = begin();
  receive({ what: 'approved', by: 'Ben', at: '2026-03-05T00:00:00.000Z', instance: 'here' });
  expect(await trails.approve([id], 'Ben')).toBe(1);
  expect(trail()?.isApproved).toBe(true);
  expect(trail()?.events.filter(({ what }) => what === 'approved')).toMatchObject([
    { by: 'Ben', isClaim: false },
  ]);
  receive({ what: 'received', by: 'Cleo', at: '9999-12-31T00:00:00Z', instance: 'elsewhere' });
  expect(trail()?.isApproved).toBe(true);
  expect(await waiting()).toEqual([]);
});

it('is for the content that was approved: another content is not approved, the old one is again', async () => {
  const { trails, receive, trail, waiting } = begin();
  receive();
  await trails.approve([id], 'Ben');
  content = 'with another place';
  expect(trail()?.isApproved).toBe(false);
  expect(await waiting()).toEqual([id]);
  content = 'as Ana wrote it';
  expect(trail()?.isApproved).toBe(true);
});

it('reads an approval of an older version, which holds until the draft is received again', async () => {
  const { trails, receive, trail } = begin();
  receive();
  await trails.approve([id], 'Ben');
  opened.store.run('UPDATE handover_event SET content_hash = NULL');
  expect(trail()?.isApproved).toBe(true);
  receive();
  expect(trail()?.isApproved).toBe(false);
});

it('refuses what others have prepared and nobody has approved here, and lets everything else pass', async () => {
  const { trails, receive, records } = begin();
  const { assertApproved } = createApprovals({ records, contentHash: () => content });
  // A draft of one's own was never received.
  await assertApproved([id, 'own']);
  receive({ what: 'approved', by: 'Boss', at: '9999-12-31T00:00:00Z', instance: 'there' });
  await expect(assertApproved(['own', id])).rejects.toMatchObject({ code: 'NOT_APPROVED' });
  await trails.approve([id], 'Ben');
  await assertApproved([id]);
  content = 'changed after the approval';
  await expect(assertApproved([id])).rejects.toMatchObject({ code: 'NOT_APPROVED' });
});
