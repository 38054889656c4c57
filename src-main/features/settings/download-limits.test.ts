import { describe, expect, it } from 'vitest';
import type { DownloadSettings } from '../../../src-preload/contract/settings.ts';
import { clockTime, limitsNow, pauseReasonNow } from './download-limits.ts';

const settings: DownloadSettings = {
  bytesPerSecond: null,
  connectionsPerFile: 4,
  filesAtOnce: 4,
  quietHours: { from: '22:00', to: '06:30', bytesPerSecond: 50_000 },
  pauseWhenMetered: false,
  notifyWhenDone: true,
  keepAwake: true,
  folderPattern: '{project}/{scene}',
};

describe('quiet hours', () => {
  it.each([
    ['21:59', false],
    ['22:00', true],
    ['00:00', true],
    ['06:29', true],
    ['06:30', false],
    ['12:00', false],
  ])('over midnight: %s', (now, quiet) => {
    expect(pauseReasonNow(settings, now, false) !== null).toBe(quiet);
  });

  it.each([
    ['08:59', false],
    ['09:00', true],
    ['16:59', true],
    ['17:00', false],
  ])('by day: %s', (now, quiet) => {
    const day = { ...settings, quietHours: { from: '09:00', to: '17:00', bytesPerSecond: 0 as const } };
    expect(pauseReasonNow(day, now, false)).toEqual(
      quiet ? { because: 'quiet-hours', bytesPerSecond: 0, until: '17:00' } : null,
    );
  });

  it('hold only what is faster than they allow', () => {
    expect(pauseReasonNow({ ...settings, bytesPerSecond: 20_000 }, '23:00', false)).toBeNull();
    const pauseReason = pauseReasonNow({ ...settings, bytesPerSecond: 90_000 }, '23:00', false);
    expect(limitsNow(settings, pauseReason).bytesPerSecond).toBe(50_000);
    expect(limitsNow({ ...settings, bytesPerSecond: 7_000 }, null)).toEqual({
      bytesPerSecond: 7_000,
      connectionsPerFile: 4,
      filesAtOnce: 4,
    });
  });
});

it('stops on a metered connection where that is wanted', () => {
  expect(pauseReasonNow({ ...settings, pauseWhenMetered: true }, '12:00', true)).toEqual({
    because: 'metered',
    bytesPerSecond: 0,
    until: null,
  });
  expect(pauseReasonNow(settings, '12:00', true)).toBeNull();
});

it('reads the clock of this computer', () => {
  expect(clockTime(new Date(2026, 0, 2, 7, 5))).toBe('07:05');
});
