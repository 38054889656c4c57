import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createRangePlan, gapsBetween, type RangeLease } from './range-plan.ts';
import { createSpanSet } from './storage/span-set.ts';

it('whatever connections do, each byte is downloaded once and none is forgotten', () => {
  const action = fc.record({
    kind: fc.constantFrom('allocate', 'download', 'steal', 'release'),
    which: fc.nat(7),
    amount: fc.nat(500),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), fc.array(action, { maxLength: 80 }), (total, actions) => {
      const plan = createRangePlan({
        done: [{ start: 10, end: 20 }].filter(() => total > 20),
        totalBytes: total,
      });
      const timesDownloaded = new Uint8Array(total);
      if (total > 20) timesDownloaded.fill(1, 10, 20);
      const leases: RangeLease[] = [];
      const download = (lease: RangeLease, bytes: number) => {
        const upTo = Math.min(lease.end ?? total, lease.at + bytes);
        for (; lease.at < upTo; lease.at += 1)
          timesDownloaded[lease.at] = (timesDownloaded[lease.at] ?? 0) + 1;
      };
      const add = (lease: RangeLease | null) => lease && leases.push(lease);
      for (const { kind, which, amount } of actions) {
        const lease = leases[which % Math.max(1, leases.length)];
        if (kind === 'allocate') add(plan.allocate(amount + 1));
        else if (lease && kind === 'download') download(lease, amount);
        else if (lease && kind === 'steal')
          add(plan.stealRange(lease, Math.ceil((lease.at + (lease.end ?? 0)) / 2)));
        else if (lease && kind === 'release') plan.release(lease);
        if (kind === 'release' && lease) leases.splice(leases.indexOf(lease), 1);
      }
      for (const lease of leases) {
        download(lease, total);
        plan.release(lease);
      }
      for (let lease = plan.allocate(100); lease; lease = plan.allocate(100)) {
        download(lease, total);
        plan.release(lease);
      }
      expect(plan.isEmpty()).toBe(true);
      expect(timesDownloaded.every((times) => times === 1)).toBe(true);
    }),
  );
});

it('has one lease while the length is unknown, and frees its rear once the length is known', () => {
  const plan = createRangePlan({ done: [], totalBytes: null });
  const first = plan.allocate(10);
  expect(first).toMatchObject({ start: 0, end: null });
  expect(plan.allocate(10)).toBeNull();
  plan.setTotalSize(1_000, 300);
  expect(first?.end).toBe(300);
  expect(plan.freeBytes()).toBe(700);
  expect(plan.allocate(200)).toMatchObject({ start: 300, end: 500 });
  if (first) plan.release(first);
  expect(plan.allocate(1_000)).toMatchObject({ start: 0, end: 300 });
});

it('moves the rear of a lease to another one, but nothing that was downloaded already', () => {
  const plan = createRangePlan({ done: [], totalBytes: 100 });
  const lease = plan.allocate(100);
  if (!lease) throw new Error('nothing was allocated');
  lease.at = 40;
  expect([plan.stealRange(lease, 39), plan.stealRange(lease, 100)]).toEqual([null, null]);
  expect(plan.stealRange(lease, 50)).toMatchObject({ start: 50, end: 100 });
  expect(lease.end).toBe(50);
  plan.release(lease);
  expect(plan.stealRange(lease, 45)).toBeNull();
});

it('joins spans where they touch, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 9 }))), (pieces) => {
      const set = createSpanSet();
      const isPresent = new Array<boolean>(80).fill(false);
      for (const [start, length] of pieces) {
        set.add({ start, end: start + length });
        isPresent.fill(true, start, start + length);
      }
      const gaps = gapsBetween(set.all(), 80);
      const isMissing = new Array<boolean>(80).fill(false);
      for (const { start, end } of gaps) isMissing.fill(true, start, end);
      expect(isMissing).toEqual(isPresent.map((present) => !present));
      expect(set.size()).toBe(isPresent.filter(Boolean).length);
      const prefix = isPresent.indexOf(false);
      expect(set.prefix()).toBe(prefix < 0 ? 80 : prefix);
      expect(set.all().every((span, i) => i === 0 || span.start > (set.all()[i - 1]?.end ?? 0))).toBe(true);
    }),
  );
});
