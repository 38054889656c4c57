import { expect, it } from 'vitest';
import { emptySummary } from '../../../../src-preload/contract/delivery.ts';
import { summarize } from './summarize.ts';

type Input = Parameters<typeof summarize>[0];
const counted = (state: Input['tally'][number]['state'], patch: Partial<Input['tally'][number]> = {}) => ({
  state,
  files: 1,
  sized: 1,
  doneBytes: 0,
  totalBytes: 0,
  ...patch,
});
const running = (patch: Partial<Input['active'][number]> = {}) => ({
  unsavedBytes: 0,
  unsavedSize: null,
  bytesPerSecond: 0,
  ...patch,
});
const sum = (patch: Partial<Input>) =>
  summarize({ tally: [], done: { files: 0, bytes: 0 }, active: [], ...patch });

it('an empty queue is nothing, with no time left', () => {
  expect(sum({})).toEqual(emptySummary);
});

it('tells how long it takes while bytes come, and nothing while none do', () => {
  const tally = [counted('queued', { files: 2, sized: 2, doneBytes: 100, totalBytes: 1_000 })];
  expect(
    sum({ tally, active: [running({ bytesPerSecond: 60 }), running({ bytesPerSecond: 40 })] }),
  ).toMatchObject({ running: 2, queued: 0, bytesPerSecond: 100, secondsLeft: 9 });
  expect(sum({ tally, active: [running()] })).toMatchObject({ running: 1, queued: 1, secondsLeft: null });
});

it('tells of the last byte, and that no time is left once all are there', () => {
  const left = (doneBytes: number) =>
    sum({
      tally: [counted('queued', { doneBytes, totalBytes: 1 })],
      active: [running({ bytesPerSecond: 1 })],
    }).secondsLeft;
  expect([left(0), left(1)]).toEqual([1, 0]);
});

it('counts what came since the journal was written, and sizes that it does not know yet', () => {
  const tally = [counted('queued', { sized: 0, doneBytes: 100, totalBytes: 0 })];
  const active = [running({ unsavedBytes: 50, unsavedSize: 400 }), running({ unsavedBytes: -10 })];
  expect(sum({ tally, active })).toMatchObject({ doneBytes: 150, totalBytes: 400 });
});

it('guesses no size: it counts the files without one, and says no time that is left', () => {
  const tally = [counted('waiting', { files: 3, sized: 1, totalBytes: 300 })];
  const active = [running({ bytesPerSecond: 10 })];
  expect(sum({ tally, active, done: { files: 1, bytes: 100 } })).toMatchObject({
    waiting: 3,
    done: 1,
    doneBytes: 100,
    totalBytes: 400,
    unsized: 2,
    secondsLeft: null,
  });
});

it('leaves out the bytes of what failed: a bar that waits for them would never fill', () => {
  const tally = [
    counted('failed', { doneBytes: 5, totalBytes: 1_000 }),
    counted('paused', { totalBytes: 200 }),
  ];
  expect(sum({ tally })).toMatchObject({ failed: 1, paused: 1, doneBytes: 0, totalBytes: 200 });
});
