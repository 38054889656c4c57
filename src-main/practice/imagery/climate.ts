const yearMs = 365.25 * 86_400_000;

/** −1 in the middle of the hemisphere's winter, +1 in the middle of its summer. */
function season(date: Date, latitude: number): number {
  const yearStart = Date.UTC(date.getUTCFullYear(), 0, 1);
  const phase = (date.getTime() - yearStart) / yearMs;
  const north = -Math.cos(2 * Math.PI * (phase - 0.05));
  return latitude >= 0 ? north : -north;
}

/** What the latitude and the day make of the ground. */
export interface Climate {
  /** How far plants have grown, 0–1. */
  vigour: number;
  /** How much snow lies, 0–0.8. */
  snow: number;
  /** How dry it is, 0–1. */
  arid: number;
  /** Whether all forest is evergreen. */
  tropical: boolean;
}

/** The climate of a latitude (degrees) on a day. */
export function climateOf(latitude: number, capturedAt: Date): Climate {
  const absolute = Math.abs(latitude);
  const seasonNow = season(capturedAt, latitude);
  // Near the equator the year hardly shows; beyond 55° winter lies under snow.
  const seasonal = Math.min(1, Math.max(0.15, (absolute - 5) / 35));
  return {
    vigour: 0.5 + 0.5 * seasonNow * seasonal,
    snow: absolute > 55 ? Math.min(0.8, Math.max(0, -seasonNow - 0.3) * (absolute - 55) * 0.12) : 0,
    arid: absolute > 14 && absolute < 33 ? 0.55 : 0.15,
    tropical: absolute < 12,
  };
}
