import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchWithOneError } from './one-error.ts';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' '), minLength: 1, maxLength: 7 });

/**
 * Returns the minimum number of letters to insert, delete, replace or exchange with their neighbour; each position
 * once.
 */
function editsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (__, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i += 1)
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const steps = [at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + same];
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) steps.push(at(i - 2, j - 2) + 1);
      const row = rows[i];
      if (row) row[j] = Math.min(...steps);
    }
  return at(a.length, b.length);
}

it('finds exactly the names whose beginning is one error away', () => {
  fc.assert(
    fc.property(word, word, (query, name) => {
      if (name.startsWith(query)) return;
      const beginnings = Array.from({ length: name.length + 1 }, (_, length) => name.slice(0, length));
      const isNear = beginnings.some((beginning) => editsBetween(query, beginning) === 1);
      const end = matchWithOneError(`\n${name}\n`, 1, query);
      expect(end >= 0).toBe(isNear);
      if (end >= 0) expect(editsBetween(query, name.slice(0, end - 1))).toBe(1);
    }),
    { numRuns: 3_000 },
  );
});

it('prefers the end of the name, so that a whole name counts as one', () => {
  fc.assert(
    fc.property(word, word, (query, name) => {
      if (editsBetween(query, name) !== 1) return;
      const end = matchWithOneError(`\n${name}\n`, 1, query);
      // The beginning of the name matches without an error.
      if (name.startsWith(query)) expect(end).toBe(-1);
      else expect(end).toBe(name.length + 1);
    }),
    { numRuns: 3_000 },
  );
});

it('never continues in the next line', () => {
  expect(matchWithOneError('\nyor\nk\n', 1, 'yorxk')).toBe(-1);
  expect(matchWithOneError('\nyor\nk\n', 1, 'york')).toBe(4);
});
