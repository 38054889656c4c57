import { expect, it } from 'vitest';
import { createWorkLoop } from './work-loop.ts';

/** A loop over planned steps, which notes what it does; a pause lasts until it is ended. */
function loopOver(steps: (number | null)[]) {
  const closing = new AbortController();
  const noted: string[] = [];
  const loop = createWorkLoop({
    async step() {
      noted.push('step');
      return steps.shift() ?? null;
    },
    pause: (ms, signal) =>
      new Promise((_, reject) => {
        noted.push(`pause ${ms}`);
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
    closing: closing.signal,
    started: () => noted.push('started'),
    stopped: () => noted.push('stopped'),
  });
  return { loop, noted, closing };
}

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

it('works step by step until nothing is left', async () => {
  const { loop, noted } = loopOver([0, 0, null]);
  loop.run();
  loop.run();
  await loop.running();
  expect(noted).toEqual(['started', 'step', 'step', 'step', 'stopped']);
  expect(loop.running()).toBeNull();
});

it('ends a pause when it is kicked', async () => {
  const { loop, noted } = loopOver([1_000, null]);
  loop.run();
  await turns();
  loop.kick();
  await loop.running();
  expect(noted).toEqual(['started', 'step', 'pause 1000', 'step', 'stopped']);
});

it('takes another step when it was kicked during the last', async () => {
  const { loop, noted } = loopOver([null, null]);
  loop.run();
  loop.kick();
  await loop.running();
  expect(noted).toEqual(['started', 'step', 'step', 'stopped']);
});

it('stops in a pause when the application closes, and does not begin again', async () => {
  const { loop, noted, closing } = loopOver([1_000, null]);
  loop.run();
  await turns();
  closing.abort();
  await loop.running();
  loop.kick();
  expect(noted).toEqual(['started', 'step', 'pause 1000', 'stopped']);
});
