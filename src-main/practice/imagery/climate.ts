const yearMs = 365.25 * 86_400_000;

/** Returns the season: −1 in the middle of the hemisphere's winter, +1 in the middle of its summer. */
function season(date: Date, latitude: number): number {
  const yearStart = Date.UTC(date.getUTCFullYear(), 0, 1);
  const phase = (date.getTime() - yearStart) / yearMs;
  const north = -Math.cos(2 * Math.PI * (phase - 0.05));
  return latitude >= 0 ? north : -north;
}

/** The state of the ground by latitude and day. */
export interface Climate {
  /** The growth of plants, 0–1. */
  vigour: number;
  /** The snow cover, 0–0.8. */
  snow: number;
  /** The dryness, 0–1. */
  arid: number;
  /** True if all forest is evergreen. */
  tropical: boolean;
}

/** Returns the climate at a latitude (degrees) on a day. */
export function climateOf(latitude: number, capturedAt: Date): Climate {
  const absolute = Math.abs(latitude);
  const seasonNow = season(capturedAt, latitude);
  // Seasons are weak near the equator; beyond 55° there is snow in winter.
  const seasonal = Math.min(1, Math.max(0.15, (absolute - 5) / 35));
  return {
    vigour: 0.5 + 0.5 * seasonNow * seasonal,
    snow: absolute > 55 ? Math.min(0.8, Math.max(0, -seasonNow - 0.3) * (absolute - 55) * 0.12) : 0,
    arid: absolute > 14 && absolute < 33 ? 0.55 : 0.15,
    tropical: absolute < 12,
  };
}
