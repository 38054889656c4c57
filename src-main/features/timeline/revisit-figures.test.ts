import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dueTimes, revisitFigures } from './revisit-figures.ts';

const day = 86_400_000;
const at = (days: number) => new Date(Date.UTC(2026, 2, 1) + days * day).toISOString();
const nowMs = Date.parse(at(20));
const weekly = { months: 0, ms: 7 * day };
const facts = { start: at(0), end: at(60), asked: weekly, open: true, endedEarly: false };

describe('the figures of a recurrence', () => {
  it('are those of the gaps between captures, in whatever order they come', () => {
    const figures = revisitFigures({ ...facts, capturedAt: [at(15), at(1), at(8), at(8)] }, nowMs);
    expect(figures).toMatchObject({
      captureCount: 3,
      gapCount: 2,
      medianMs: 7 * day,
      longestMs: 7 * day,
      withinCount: 2,
      waitingSince: at(15),
      dueAt: at(22),
    });
    expect(figures.gaps).toEqual([
      { from: at(1), to: at(8), within: true },
      { from: at(8), to: at(15), within: true },
    ]);
  });

  it('count a gap as in time that is longer by what is tolerated: 5 %, at most twelve hours', () => {
    const fiveMinutes = new Date(Date.parse(at(8)) + 5 * 60_000).toISOString();
    const just = revisitFigures({ ...facts, capturedAt: [at(1), fiveMinutes] }, nowMs);
    expect([just.withinCount, just.gapCount]).toEqual([1, 1]);
    const monthly = { months: 0, ms: 30 * day };
    const withinAfter = (ms: number) =>
      revisitFigures(
        { ...facts, asked: monthly, capturedAt: [at(0), new Date(Date.parse(at(30)) + ms).toISOString()] },
        nowMs,
      ).withinCount;
    expect([withinAfter(12 * 3_600_000), withinAfter(12 * 3_600_000 + 1)]).toEqual([1, 0]);
  });

  it('tell what has not begun from what is over', () => {
    const ahead = { ...facts, start: at(25), capturedAt: [] };
    expect(revisitFigures(ahead, nowMs)).toMatchObject({ open: false, isAhead: true, waitingSince: null });
    expect(revisitFigures({ ...ahead, open: false }, nowMs).isAhead).toBe(false);
    expect(revisitFigures({ ...facts, capturedAt: [] }, nowMs)).toMatchObject({ open: true, isAhead: false });
  });

  it('are late only beyond that, while the next is due as it was asked for', () => {
    const figures = revisitFigures({ ...facts, capturedAt: [at(15)] }, nowMs);
    expect(figures.dueAt).toBe(at(22));
    expect(Date.parse(figures.lateFrom ?? '') - Date.parse(at(22))).toBe(Math.round(0.05 * 7 * day));
  });

  it('tell a gap that is too long by a second', () => {
    const late = new Date(Date.parse(at(8)) + 0.05 * 7 * day + 1_000).toISOString();
    const figures = revisitFigures({ ...facts, capturedAt: [at(1), late, at(9)] }, nowMs);
    expect(figures.gaps.map(({ within }) => within)).toEqual([false, true]);
    expect(figures.withinCount).toBe(1);
  });

  it('wait from the start while nothing was captured, and for nothing when it is over', () => {
    expect(revisitFigures({ ...facts, capturedAt: [] }, nowMs)).toMatchObject({
      captureCount: 0,
      gapCount: 0,
      medianMs: null,
      longestMs: null,
      withinCount: 0,
      waitingSince: at(0),
      dueAt: at(7),
    });
    for (const over of [{ end: at(19) }, { open: false }, { start: at(21) }])
      expect(revisitFigures({ ...facts, ...over, capturedAt: [at(1)] }, nowMs)).toMatchObject({
        open: false,
        waitingSince: null,
        dueAt: null,
      });
  });

  it('count what was missed before the first capture and after the last one of a task that is over', () => {
    const over = { ...facts, open: false, end: at(19), capturedAt: [at(8), at(9)] };
    const figures = revisitFigures(over, nowMs);
    expect(figures.gaps).toEqual([
      { from: at(0), to: at(8), within: false },
      { from: at(8), to: at(9), within: true },
      { from: at(9), to: at(19), within: false },
    ]);
    expect([figures.withinCount, figures.gapCount, figures.longestMs]).toEqual([1, 3, 10 * day]);
    expect(revisitFigures({ ...over, end: at(16) }, nowMs).gapCount, 'no visit was missed at the end').toBe(
      2,
    );
    // A service may leave a task open whose window has ended.
    expect(revisitFigures({ ...over, open: true }, nowMs).gapCount).toBe(3);
    expect(revisitFigures({ ...over, endedEarly: true }, nowMs).gapCount, 'it was cancelled').toBe(2);
    expect(revisitFigures({ ...over, end: at(21) }, nowMs).gapCount, 'its end is to come').toBe(2);
    expect(revisitFigures({ ...over, capturedAt: [] }, nowMs)).toMatchObject({
      gaps: [{ from: at(0), to: at(19), within: false }],
      withinCount: 0,
    });
  });

  it('judge nothing where what was asked for cannot be read', () => {
    const figures = revisitFigures({ ...facts, asked: null, capturedAt: [at(1), at(5)] }, nowMs);
    expect(figures).toMatchObject({ gapCount: 1, medianMs: 4 * day, withinCount: null, dueAt: null });
    expect(figures.gaps[0]?.within).toBeNull();
  });

  it('agree with a count by hand', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 40 }), (days) => {
        const figures = revisitFigures({ ...facts, start: null, capturedAt: days.map(at) }, nowMs);
        const distinct = days.filter((one, index) => days.indexOf(one) === index).sort((a, b) => a - b);
        const gaps = distinct.flatMap((one, index) =>
          index === 0 ? [] : [one - (distinct[index - 1] ?? 0)],
        );
        expect(figures.gapCount).toBe(gaps.length);
        expect(figures.withinCount).toBe(gaps.filter((gap) => gap <= 7).length);
        expect(figures.longestMs).toBe(gaps.length === 0 ? null : Math.max(...gaps) * day);
        const below = gaps.filter((gap) => gap * day < (figures.medianMs ?? 0)).length;
        const above = gaps.filter((gap) => gap * day > (figures.medianMs ?? 0)).length;
        expect(Math.max(below, above)).toBeLessThanOrEqual(gaps.length / 2);
      }),
    );
  });
});

describe('the visits to come', () => {
  const due = (dueAt: string, end: string) =>
    dueTimes({ dueAt, asked: weekly, end }, nowMs).map((ms) => new Date(ms).toISOString());

  it('are those up to the end', () => {
    expect(due(at(22), at(40))).toEqual([at(22), at(29), at(36)]);
  });
  it('begin with the one that is overdue', () => {
    expect(due(at(5), at(30))).toEqual([at(5), at(26)]);
  });
  it('are bounded', () => {
    expect(due(at(22), at(100_000)).length).toBe(60);
  });
});
