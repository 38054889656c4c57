import { expect, it } from 'vitest';
import { libraryFileIdSchema } from '../../../../src-preload/contract/ids.ts';
import { createActiveTransfers } from './active-transfers.ts';
import type { TransferRow } from './transfer-row.ts';

const row = (id: number, doneBytes = 0, totalBytes: number | null = null): TransferRow => ({
  fileId: libraryFileIdSchema.parse(id),
  state: 'queued',
  doneBytes,
  totalBytes,
  validator: null,
  lastModified: null,
  sceneModified: null,
  error: null,
  waitsUntil: null,
  finishedAt: null,
  queuedAt: '2026-01-02T03:04:05Z',
  sha256: null,
  place: null,
  position: 1,
  folder: null,
  restartedBecause: null,
  isAutomatic: false,
});

function make(connectionsPerFile = 8) {
  const clock = { at: 1_000 };
  const active = createActiveTransfers({
    limits: () => ({ bytesPerSecond: null, connectionsPerFile, filesAtOnce: 4 }),
    now: () => clock.at,
  });
  return { active, clock };
}

it('begins with what was there before', () => {
  const { active } = make();
  expect(active.add(row(1, 300, 900), '/imagery')).toMatchObject({
    startedWithBytes: 300,
    doneBytes: 300,
    measuredBytes: 300,
    totalBytes: 900,
    connections: 0,
    isVerifying: false,
    bytesPerSecond: 0,
    lastByteAt: 1_000,
  });
});

it('shares sixteen connections among the files of one service, of which none goes without', () => {
  const { active } = make();
  const first = active.add(row(1), '/imagery');
  expect(active.connectionsFor(first)).toBe(8);
  for (let id = 2; id <= 3; id += 1) active.add(row(id), '/imagery');
  expect(active.connectionsFor(first)).toBe(5);
  const elsewhere = active.add(row(4), '/imagery');
  elsewhere.connectionId = 'another';
  const verifying = active.add(row(5), '/imagery');
  verifying.isVerifying = true;
  expect(active.connectionsFor(first)).toBe(5);
  expect(active.receivingCount(false)).toBe(4);
  expect(active.receivingCount(true)).toBe(0);
  for (let id = 6; id <= 40; id += 1) active.add(row(id), '/imagery');
  expect(active.connectionsFor(first)).toBe(1);
  expect(make(2).active.connectionsFor(first)).toBe(2);
});

it('knows what the others still need on the same disk', () => {
  const { active } = make();
  const own = active.add(row(1, 0, 5_000), '/imagery');
  active.add(row(2, 300, 1_000), '/imagery');
  active.add(row(3, 0, null), '/imagery');
  active.add(row(4, 0, 9_000), '/elsewhere');
  // More bytes than announced were received.
  active.add(row(5, 50, 20), '/imagery');
  expect(active.promisedBytesBeside(own)).toBe(700);
});

it('measures a rate over half a second or more, and lets it move slowly', () => {
  const { active, clock } = make();
  const transfer = active.add(row(1), '/imagery');
  const receive = (at: number, doneBytes: number) => {
    clock.at = at;
    active.updateRate(transfer, { doneBytes, totalBytes: 9_000, connections: 3 });
    return transfer.bytesPerSecond;
  };
  expect(receive(1_499, 400)).toBe(0);
  expect(transfer).toMatchObject({ doneBytes: 400, totalBytes: 9_000, connections: 3, lastByteAt: 1_499 });
  expect(receive(1_500, 500)).toBe(1_000);
  expect(receive(2_000, 1_500)).toBe(1_000 * 0.6 + 2_000 * 0.4);
  const before = transfer.lastByteAt;
  expect(receive(2_500, 1_500)).toBeCloseTo(1_400 * 0.6);
  expect(transfer.lastByteAt).toBe(before);
});

it('ends all of them, and forgets one that has ended', () => {
  const { active } = make();
  const transfers = [active.add(row(1), '/imagery'), active.add(row(2), '/imagery')];
  active.abortAll();
  expect(transfers.map(({ abort }) => abort.signal.aborted)).toEqual([true, true]);
  active.delete(libraryFileIdSchema.parse(1));
  expect([...active.byFile.keys()]).toEqual([2]);
});
