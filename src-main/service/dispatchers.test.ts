import { expect, it } from 'vitest';
import { bypasses } from './dispatchers.ts';

it.each([
  [null, 'https://a.example/', false],
  ['', 'https://a.example/', false],
  ['*', 'https://a.example/', true],
  ['a.example', 'https://a.example/', true],
  ['A.Example', 'https://a.example/', true],
  ['a.example', 'https://b.a.example/', true],
  ['.a.example', 'https://b.a.example/', true],
  ['*.a.example', 'https://b.a.example/', true],
  ['a.example', 'https://ba.example/', false],
  ['a.example:8443', 'https://a.example/', false],
  ['a.example:8443', 'https://a.example:8443/', true],
  ['a.example:443', 'https://a.example/', true],
  ['b.example a.example', 'https://a.example/', true],
  [' b.example ,, a.example ', 'https://a.example/', true],
])('NO_PROXY %j for %s: %j', (noProxy, address, expected) => {
  expect(bypasses(noProxy, new URL(address))).toBe(expected);
});
