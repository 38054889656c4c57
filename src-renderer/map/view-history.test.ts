import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createViewHistory, type MapView } from './view-history.ts';

const viewOf = (x: number, zoom = 4): MapView => ({ centre: [x * 1e5, 0], zoom });

function createHistory() {
  let clock = 0;
  const shown: MapView[] = [];
  let canGo = { back: false, forward: false };
  const history = createViewHistory({
    now: () => clock,
    show: (view) => shown.push(view),
    onChange: (next) => {
      canGo = next;
    },
  });
  return {
    ...history,
    /** The map stops at a view, long after it stopped last. */
    stop(view: MapView, afterMs = 5_000) {
      clock += afterMs;
      history.note(view);
    },
    /** The map arrives where it was sent to. */
    arrive() {
      const view = shown.at(-1);
      if (view) history.note(view);
    },
    shown,
    canGo: () => canGo,
  };
}

it('goes back and forward between the views at which the map stopped', () => {
  const history = createHistory();
  for (const x of [1, 2, 3]) history.stop(viewOf(x));
  expect(history.canGo()).toEqual({ back: true, forward: false });
  history.back();
  history.arrive();
  history.back();
  history.arrive();
  expect(history.shown).toEqual([viewOf(2), viewOf(1)]);
  expect(history.canGo()).toEqual({ back: false, forward: true });
  history.forward();
  expect(history.shown.at(-1)).toEqual(viewOf(2));
});

it('forgets what lay ahead when the map is moved from a view of before', () => {
  const history = createHistory();
  for (const x of [1, 2, 3]) history.stop(viewOf(x));
  history.back();
  history.arrive();
  history.stop(viewOf(9));
  expect(history.canGo()).toEqual({ back: true, forward: false });
  history.back();
  expect(history.shown.at(-1)).toEqual(viewOf(2));
});

it('takes moves that follow each other at once as one, and the first view as a start', () => {
  const history = createHistory();
  history.stop(viewOf(1));
  for (const x of [2, 3, 4]) history.stop(viewOf(x), 200);
  history.back();
  expect(history.shown.at(-1)).toEqual(viewOf(1));
  history.arrive();
  history.forward();
  expect(history.shown.at(-1)).toEqual(viewOf(4));
});

it('notes neither the same view twice nor one that it went back to', () => {
  const history = createHistory();
  history.stop(viewOf(1));
  history.stop(viewOf(1));
  expect(history.canGo()).toEqual({ back: false, forward: false });
  history.stop(viewOf(2));
  history.back();
  history.arrive();
  expect(history.canGo()).toEqual({ back: false, forward: true });
});

it('notes where the user stopped a move back', () => {
  const history = createHistory();
  history.stop(viewOf(1));
  history.stop(viewOf(20));
  history.back();
  // Half-way the user drags the map.
  history.stop(viewOf(8));
  expect(history.canGo()).toEqual({ back: true, forward: false });
  history.back();
  expect(history.shown.at(-1)).toEqual(viewOf(1));
});

it('is bounded, and never goes where nothing is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constantFrom('back', 'forward'))),
      (steps) => {
        const history = createHistory();
        for (const step of steps) {
          if (step === 'back' || step === 'forward') {
            const { [step]: can } = history.canGo();
            const before = history.shown.length;
            history[step]();
            expect(history.shown.length - before).toBe(can ? 1 : 0);
            history.arrive();
          } else if (typeof step === 'number') history.stop(viewOf(step));
        }
      },
    ),
  );
  const long = createHistory();
  for (let x = 0; x < 200; x += 1) long.stop(viewOf(x));
  let steps = 0;
  for (; long.canGo().back; steps += 1) {
    long.back();
    long.arrive();
  }
  expect(steps).toBe(59);
});
