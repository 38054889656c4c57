import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readRange } from './byte-range.ts';

const part = (start: number, end: number) => ({ kind: 'part', start, end });
const ignored = { kind: 'ignored' };
const unsatisfiable = { kind: 'unsatisfiable' };

describe('a range of 1,000 bytes (RFC 9110 §14.1.2)', () => {
  it.each([
    ['bytes=0-499', part(0, 499)],
    ['bytes=500-999', part(500, 999)],
    ['bytes=999-999', part(999, 999)],
    ['bytes=0-0', part(0, 0)],
    ['bytes=9-', part(9, 999)],
    ['bytes=0-', part(0, 999)],
    ['bytes=900-5000', part(900, 999)],
    ['bytes=-500', part(500, 999)],
    ['bytes=-5000', part(0, 999)],
    ['bytes=-1', part(999, 999)],
    ['bytes= 0-1 ', part(0, 1)],
    ['bytes=1000-', unsatisfiable],
    ['bytes=1000-1001', unsatisfiable],
    ['bytes=-0', unsatisfiable],
    ['bytes=5-4', ignored],
    ['bytes=-', ignored],
    ['bytes=', ignored],
    ['bytes=a-b', ignored],
    ['bytes=1', ignored],
    ['bytes=--1', ignored],
    ['bytes=0-1,5-6', ignored],
    ['items=0-1', ignored],
    ['bytes=0x1-2', ignored],
    ['bytes=1.5-2', ignored],
    ['bytes=1e2-', ignored],
    ['bytes=99999999999999999999-', ignored],
    ['', ignored],
    [null, ignored],
  ])('%j', (header, expected) => {
    expect(readRange(header, 1_000)).toEqual(expected);
  });
});

it('takes the unit in any case', () => {
  expect(readRange('Bytes=0-1', 10)).toEqual(part(0, 1));
});

it.each(['bytes=0-', 'bytes=-5', 'bytes=0-0'])('has nothing to give of an empty file for %s', (header) => {
  expect(readRange(header, 0)).toEqual(unsatisfiable);
});

it('never leads out of the file, whatever is asked', () => {
  const header = fc.oneof(
    fc.tuple(fc.nat(), fc.nat()).map(([from, to]) => `bytes=${from}-${to}`),
    fc.nat().map((from) => `bytes=${from}-`),
    fc.nat().map((length) => `bytes=-${length}`),
    fc.string().map((text) => `bytes=${text}`),
  );
  fc.assert(
    fc.property(header, fc.nat(), (text, size) => {
      const range = readRange(text, size);
      if (range.kind !== 'part') return true;
      return (
        Number.isSafeInteger(range.start) && range.start >= 0 && range.start <= range.end && range.end < size
      );
    }),
  );
});
