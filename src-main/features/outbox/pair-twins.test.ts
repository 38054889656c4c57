import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pairTwins } from './pair-twins.ts';

const pair = (commands: string[], remotes: string[], fits = (a: string, b: string) => a[0] === b[0]) =>
  pairTwins({
    commands,
    remotes,
    fits,
    distance: (a, b) => Math.abs(Number(a.slice(1)) - Number(b.slice(1))),
  });

it('pairs what is alone with its own', () => {
  expect(pair(['a1', 'b1'], ['b1', 'a1'])).toEqual(
    new Map([
      ['a1', 'a1'],
      ['b1', 'b1'],
    ]),
  );
});

it('pairs twins one to one, the nearest first', () => {
  expect(pair(['a1', 'a2', 'a3'], ['a3', 'a1'])).toEqual(
    new Map([
      ['a1', 'a1'],
      ['a3', 'a3'],
    ]),
  );
});

it('pairs none where there are more than were sent', () => {
  expect(pair(['a1', 'a2', 'b1'], ['a1', 'a2', 'a3', 'b1'])).toEqual(new Map([['b1', 'b1']]));
});

it('leaves none over that only one could take', () => {
  const fits = (a: string, b: string) => b !== 'x9' || a === 'x1';
  expect(pair(['x1', 'x2'], ['x1', 'x9'], fits)).toEqual(
    new Map([
      ['x1', 'x9'],
      ['x2', 'x1'],
    ]),
  );
});

it('never pairs twice, never what does not fit, and leaves no twin over while it is sure', () => {
  const names = fc.array(
    fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(99)).map(([name, at]) => `${name}${at}`),
    {
      maxLength: 20,
    },
  );
  fc.assert(
    fc.property(names, names, (some, others) => {
      const [commands, remotes] = [[...new Set(some)], [...new Set(others)]];
      const pairs = pair(commands, remotes);
      expect(new Set(pairs.values()).size).toBe(pairs.size);
      for (const [command, remote] of pairs) expect(command[0]).toBe(remote[0]);
      for (const name of ['a', 'b', 'c']) {
        const count = (of: Iterable<string>) => [...of].filter((each) => each.startsWith(name)).length;
        const [sent, remote] = [count(commands), count(remotes)];
        expect(count(pairs.keys())).toBe(remote > sent ? 0 : remote);
      }
    }),
  );
});
