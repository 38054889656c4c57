/** A plausible height of the ground (metres) for a place: hills without a map, the same in every run, never below the sea. */
export function groundHeight(longitude: number, latitude: number): number {
  const x = (longitude * Math.PI) / 180;
  const y = (latitude * Math.PI) / 180;
  const ranges = 620 * Math.sin(3 * x + 1.3) * Math.cos(4 * y - 0.4) + 330 * Math.sin(11 * x - 7 * y);
  const hills = 45 * Math.sin(180 * x) * Math.cos(170 * y) + 8 * Math.sin(1_900 * x + 1_700 * y);
  return Math.max(0, Math.round((240 + ranges + hills) * 10) / 10);
}

/** Positions with the height of their ground as the third number (observed, Orders). */
export function withGroundHeight(coordinates: unknown): unknown {
  if (!Array.isArray(coordinates)) return coordinates;
  const [longitude, latitude] = coordinates;
  if (typeof longitude === 'number' && typeof latitude === 'number')
    return [longitude, latitude, groundHeight(longitude, latitude)];
  return coordinates.map(withGroundHeight);
}
