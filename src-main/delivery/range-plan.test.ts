import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Claim, createRangePlan, gapsBetween } from './range-plan.ts';
import { createSpanSet } from './span-set.ts';

it('whatever connections do, each byte is brought once and none is forgotten', () => {
  const action = fc.record({
    kind: fc.constantFrom('take', 'bring', 'split', 'release'),
    which: fc.nat(7),
    amount: fc.nat(500),
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 3_000 }), fc.array(action, { maxLength: 80 }), (total, actions) => {
      const plan = createRangePlan({
        done: [{ start: 10, end: 20 }].filter(() => total > 20),
        totalBytes: total,
      });
      const brought = new Uint8Array(total);
      if (total > 20) brought.fill(1, 10, 20);
      const claims: Claim[] = [];
      const bring = (claim: Claim, bytes: number) => {
        const upTo = Math.min(claim.end ?? total, claim.at + bytes);
        for (; claim.at < upTo; claim.at += 1) brought[claim.at] = (brought[claim.at] ?? 0) + 1;
      };
      const add = (claim: Claim | null) => claim && claims.push(claim);
      for (const { kind, which, amount } of actions) {
        const claim = claims[which % Math.max(1, claims.length)];
        if (kind === 'take') add(plan.take(amount + 1));
        else if (claim && kind === 'bring') bring(claim, amount);
        else if (claim && kind === 'split')
          add(plan.cut(claim, Math.ceil((claim.at + (claim.end ?? 0)) / 2)));
        else if (claim && kind === 'release') plan.release(claim);
        if (kind === 'release' && claim) claims.splice(claims.indexOf(claim), 1);
      }
      for (const claim of claims) {
        bring(claim, total);
        plan.release(claim);
      }
      for (let claim = plan.take(100); claim; claim = plan.take(100)) {
        bring(claim, total);
        plan.release(claim);
      }
      expect(plan.isEmpty()).toBe(true);
      expect(brought.every((times) => times === 1)).toBe(true);
    }),
  );
});

it('of unknown length there is one part; measured, its rear is free', () => {
  const plan = createRangePlan({ done: [], totalBytes: null });
  const first = plan.take(10);
  expect(first).toMatchObject({ start: 0, end: null });
  expect(plan.take(10)).toBeNull();
  plan.measure(1_000, 300);
  expect(first?.end).toBe(300);
  expect(plan.freeBytes()).toBe(700);
  expect(plan.take(200)).toMatchObject({ start: 300, end: 500 });
  if (first) plan.release(first);
  expect(plan.take(1_000)).toMatchObject({ start: 0, end: 300 });
});

it('the rear of a part goes to another claim; what was brought already does not', () => {
  const plan = createRangePlan({ done: [], totalBytes: 100 });
  const claim = plan.take(100);
  if (!claim) throw new Error('nothing taken');
  claim.at = 40;
  expect([plan.cut(claim, 39), plan.cut(claim, 100)]).toEqual([null, null]);
  expect(plan.cut(claim, 50)).toMatchObject({ start: 50, end: 100 });
  expect(claim.end).toBe(50);
  plan.release(claim);
  expect(plan.cut(claim, 45)).toBeNull();
});

it('spans join where they touch, in any order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(60), fc.integer({ min: 1, max: 9 }))), (pieces) => {
      const set = createSpanSet();
      const there = new Array<boolean>(80).fill(false);
      for (const [start, length] of pieces) {
        set.add({ start, end: start + length });
        there.fill(true, start, start + length);
      }
      const gaps = gapsBetween(set.all(), 80);
      const missing = new Array<boolean>(80).fill(false);
      for (const { start, end } of gaps) missing.fill(true, start, end);
      expect(missing).toEqual(there.map((each) => !each));
      expect(set.size()).toBe(there.filter(Boolean).length);
      const prefix = there.indexOf(false);
      expect(set.prefix()).toBe(prefix < 0 ? 80 : prefix);
      expect(set.all().every((span, i) => i === 0 || span.start > (set.all()[i - 1]?.end ?? 0))).toBe(true);
    }),
  );
});
