import { expect, it } from 'vitest';
import { createTileSteps } from './tile-steps.ts';

it('lets tiles through together, the last one at once, and no single one waits', async () => {
  let time = 1_000;
  const due: { work: () => void; ms: number }[] = [];
  const steps = createTileSteps({ now: () => time, later: (work, ms) => due.push({ work, ms }) });
  const shown: string[] = [];
  const finish = new Map<string, () => void>();
  const load = (name: string) =>
    steps
      .pass(() => new Promise<string>((resolve) => finish.set(name, () => resolve(name))))
      .then((tile) => shown.push(tile));
  const afterTasks = () => new Promise((resolve) => setImmediate(resolve));
  for (const name of ['a', 'b', 'c', 'd', 'e']) void load(name);
  finish.get('a')?.();
  await afterTasks();
  // Nothing was shown for long.
  expect(shown).toEqual(['a']);
  time += 10;
  finish.get('b')?.();
  finish.get('c')?.();
  await afterTasks();
  expect([shown, due.map(({ ms }) => ms)]).toEqual([['a'], [70]]);
  time += 70;
  due.shift()?.work();
  await afterTasks();
  expect(shown).toEqual(['a', 'b', 'c']);
  finish.get('d')?.();
  await afterTasks();
  expect(shown).toEqual(['a', 'b', 'c']);
  // No other is awaited after this one.
  finish.get('e')?.();
  await afterTasks();
  expect(shown.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e']);
});

it('tells a failure at once, and lets through what waited for the others', async () => {
  const steps = createTileSteps({ now: () => 0, later: () => undefined });
  let fail = (_error: Error) => {};
  const failing = steps.pass(
    () =>
      new Promise<string>((_resolve, reject) => {
        fail = reject;
      }),
  );
  expect(await Promise.race([steps.pass(async () => 'first'), failing])).toBe('first');
  const second = steps.pass(async () => 'second');
  fail(new Error('damaged'));
  await expect(failing).rejects.toThrow('damaged');
  expect(await second).toBe('second');
});
