import { afterEach, describe, expect, it } from 'vitest';
import { readForeignTime } from './foreign-time.ts';

const ownZone = process.env.TZ;
afterEach(() => {
  if (ownZone === undefined) delete process.env.TZ;
  else process.env.TZ = ownZone;
});

const moments: readonly [string, string][] = [
  ['2023-01-10T00:30:00', '2023-01-10T00:30:00.000Z'],
  ['2023-01-10 00:30:00.1239', '2023-01-10T00:30:00.123Z'],
  ['2023-01-10T00:30:00+02', '2023-01-09T22:30:00.000Z'],
  ['2023-01-10T00:30:00+0530', '2023-01-09T19:00:00.000Z'],
  ['2023-01-10T00:30:00-03:00', '2023-01-10T03:30:00.000Z'],
  ['2023-01-10T00:30Z', '2023-01-10T00:30:00.000Z'],
  ['20230110T003000Z', '2023-01-10T00:30:00.000Z'],
  ['20230110T003000.5', '2023-01-10T00:30:00.500Z'],
  ['2023:01:10 00:30:00', '2023-01-10T00:30:00.000Z'],
  ['2023/01/10 00:30:00 UTC', '2023-01-10T00:30:00.000Z'],
  ['2016-12-31T23:59:60Z', '2017-01-01T00:00:00.000Z'],
  ['2023-01-10T24:00:00Z', '2023-01-11T00:00:00.000Z'],
  ['2023-032T10:00:00Z', '2023-02-01T10:00:00.000Z'],
];
const periods: readonly [string, string, string][] = [
  ['2024-02', '2024-02-01T00:00:00.000Z', '2024-02-29T23:59:59.999Z'],
  ['2023', '2023-01-01T00:00:00.000Z', '2023-12-31T23:59:59.999Z'],
  ['2023-01-10', '2023-01-10T00:00:00.000Z', '2023-01-10T23:59:59.999Z'],
  ['20230110', '2023-01-10T00:00:00.000Z', '2023-01-10T23:59:59.999Z'],
  ['2023-06-01T00:00:00Z/2023-06-30T12:00:00Z', '2023-06-01T00:00:00.000Z', '2023-06-30T12:00:00.000Z'],
];
const refused = ['', 'yesterday', '1.5', '2023-02-30', '2023-13-01T00:00:00Z', '2023-01-10T25:00:00Z'].concat(
  ['2023-01-10T10:61:00Z', '2023-01-10T10:00:00+99', '0000:00:00 00:00:00', '2023-366', '2023-01T10:00'],
);

describe.each(['UTC', 'America/Los_Angeles', 'Asia/Kolkata'])('on a computer in the zone %s', (zone) => {
  it.each(moments)('the time %s is the moment %s', (text, at) => {
    process.env.TZ = zone;
    expect(readForeignTime(text)).toEqual({ kind: 'moment', at });
  });

  it.each(periods)('the time %s is a period, not its first second', (text, start, end) => {
    process.env.TZ = zone;
    expect(readForeignTime(text)).toEqual({ kind: 'period', start, end });
  });

  it.each(refused)('the text "%s" is no time', (text) => {
    process.env.TZ = zone;
    expect(readForeignTime(text)).toBeNull();
  });
});
