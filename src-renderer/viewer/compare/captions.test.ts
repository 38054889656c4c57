import { describe, expect, it } from 'vitest';
import type { AcquisitionPeriod } from '../../../src-preload/contract/acquired.ts';
import { librarySceneIdSchema, sceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { wordsOf } from '../../../testing/i18n/words.ts';
import { formatScene, isAboveLeft } from './captions.tsx';
import { type CapturedScene, compareCaptures } from './shown-rasters.ts';

const sceneOn = (day: number | null, period: AcquisitionPeriod | null = null): CapturedScene => ({
  librarySceneId: librarySceneIdSchema.parse(day ?? 100),
  sceneId: sceneIdSchema.parse(`s${day}`),
  timestamp: day === null || period !== null ? null : new Date(Date.UTC(2026, 0, day)).toISOString(),
  period,
  satelliteName: 'SN1',
});
const daysOf = (start: string, end: string) => ({
  start: `${start}T00:00:00.000Z`,
  end: `${end}T23:59:59.999Z`,
});

describe('of two captures beside each other', () => {
  const base = sceneOn(5);

  it('the earlier one is on the left, whichever is selected', () => {
    expect(isAboveLeft({ base, above: [sceneOn(2)], areExchanged: false })).toBe(true);
    expect(isAboveLeft({ base, above: [sceneOn(9)], areExchanged: false })).toBe(false);
  });

  it('the later one is on the left after the user has exchanged them', () => {
    expect(isAboveLeft({ base, above: [sceneOn(2)], areExchanged: true })).toBe(false);
    expect(isAboveLeft({ base, above: [sceneOn(9)], areExchanged: true })).toBe(true);
  });

  it('the selected one is on the left if a time is unknown, or if it is between the others', () => {
    expect(isAboveLeft({ base, above: [sceneOn(null)], areExchanged: false })).toBe(false);
    expect(isAboveLeft({ base: sceneOn(null), above: [sceneOn(2)], areExchanged: false })).toBe(false);
    expect(isAboveLeft({ base: null, above: [sceneOn(2)], areExchanged: false })).toBe(false);
    expect(isAboveLeft({ base, above: [sceneOn(2), sceneOn(9)], areExchanged: false })).toBe(false);
  });

  it('one of which a day or a month is known is on the left if that is over before the other one, else the selected one', () => {
    const december = sceneOn(1, daysOf('2025-12-01', '2025-12-31'));
    const january = sceneOn(2, daysOf('2026-01-01', '2026-01-31'));
    expect(isAboveLeft({ base, above: [december], areExchanged: false })).toBe(true);
    expect(isAboveLeft({ base, above: [january], areExchanged: false })).toBe(false);
    expect(isAboveLeft({ base: january, above: [base], areExchanged: false })).toBe(false);
  });
});

it('captures have one order wherever two are told apart: by time, and by their ids where the times are equal', () => {
  const day = daysOf('2026-01-05', '2026-01-05');
  const captures = [sceneOn(9), sceneOn(7, day), sceneOn(3, day), sceneOn(null), null];
  expect(captures.toSorted(compareCaptures)).toEqual([
    null,
    captures[3],
    captures[2],
    captures[1],
    captures[0],
  ]);
});

it('a caption names the period of a capture, not a moment in it', async () => {
  const text = formatScene(await wordsOf('en'), 'en', sceneOn(1, daysOf('2025-12-01', '2025-12-31')));
  expect(text).toBe('Dec 2025 · SN1');
});
