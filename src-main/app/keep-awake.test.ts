import { beforeEach, expect, it } from 'vitest';
import { createKeepAwake, type KeepAwake } from './keep-awake.ts';

let held: boolean[];
let isWanted: boolean;
let ring: (() => void) | null;
let awake: KeepAwake;
beforeEach(() => {
  held = [];
  isWanted = true;
  ring = null;
  awake = createKeepAwake({
    platform: { keepAwake: (isOn) => held.push(isOn) },
    isWanted: () => isWanted,
    setTimer(run) {
      ring = run;
      return () => {
        ring = null;
      };
    },
  });
});

it('keeps the computer awake from the first work to a while after the last', () => {
  awake.note('downloads', true);
  awake.note('commands', true);
  awake.note('downloads', false);
  expect(held).toEqual([true]);
  awake.note('commands', false);
  awake.note('commands', false);
  expect(held).toEqual([true]);
  ring?.();
  expect(held).toEqual([true, false]);
});

it('goes on keeping it awake when more work begins meanwhile', () => {
  awake.note('commands', true);
  awake.note('commands', false);
  awake.note('commands', true);
  expect(ring).toBeNull();
  expect(held).toEqual([true]);
});

it('lets it sleep at once when it is switched off, and at the end', () => {
  awake.note('downloads', true);
  isWanted = false;
  awake.apply();
  expect(held).toEqual([true, false]);
  isWanted = true;
  awake.apply();
  awake.close();
  awake.close();
  expect(held).toEqual([true, false, true, false]);
});
