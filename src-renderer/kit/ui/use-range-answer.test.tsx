import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRangeAnswer } from './use-range-answer.ts';

/** Asks for two ranges, whose answers arrive when the test wants. */
function asking() {
  const first = Promise.withResolvers<string>();
  const second = Promise.withResolvers<string>();
  const used: string[] = [];
  const { result, rerender } = renderHook(({ chosen }) => useRangeAnswer(chosen), {
    initialProps: { chosen: new Set<string>() },
  });
  const ask = (answer: Promise<string>) =>
    result.current.ask(
      () => answer,
      (found) => used.push(found),
    );
  return { first, second, used, rerender, ask, isAsked: () => result.current.isAsked() };
}

it('uses the answer of a range, and awaits it until then', async () => {
  const { first, used, ask, isAsked } = asking();
  const done = ask(first.promise);
  expect(isAsked()).toBe(true);
  first.resolve('rows');
  await done;
  expect(used).toEqual(['rows']);
  expect(isAsked()).toBe(false);
});

it('ignores the answer if the selection was changed meanwhile', async () => {
  const { first, used, rerender, ask, isAsked } = asking();
  const done = ask(first.promise);
  rerender({ chosen: new Set() });
  expect(isAsked()).toBe(false);
  first.resolve('rows');
  await done;
  expect(used).toEqual([]);
});

it('uses only the answer of the latest range, in whichever order they arrive', async () => {
  const { first, second, used, ask, isAsked } = asking();
  const asked = [ask(first.promise), ask(second.promise)];
  second.resolve('later');
  await asked[1];
  first.resolve('earlier');
  await asked[0];
  expect(used).toEqual(['later']);
  expect(isAsked()).toBe(false);
});

it('passes a failure on, and awaits nothing after it', async () => {
  const { first, ask, isAsked } = asking();
  const done = ask(first.promise);
  first.reject(new Error('no answer'));
  await expect(done).rejects.toThrow('no answer');
  expect(isAsked()).toBe(false);
});
