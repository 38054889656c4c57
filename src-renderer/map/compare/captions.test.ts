import { describe, expect, it } from 'vitest';
import { sceneIdSchema } from '../../../src-preload/contract/ids.ts';
import { isAboveLeft } from './captions.tsx';

const sceneOn = (day: number | null) => ({
  sceneId: sceneIdSchema.parse(`s${day}`),
  timestamp: day === null ? null : new Date(Date.UTC(2026, 0, day)).toISOString(),
  satelliteName: 'SN1',
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
});
