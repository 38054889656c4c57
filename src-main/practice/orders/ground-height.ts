/** Longitude, latitude, height of the middle (metres) and half width (degrees east, degrees north) of each highland. */
const highlands: readonly (readonly [number, number, number, number, number])[] = [
  [88, 33, 4_900, 12, 4],
  [-67, -18, 3_800, 3, 6],
  [-78, -2, 2_600, 2, 6],
  [-108, 40, 2_100, 7, 8],
  [-102, 22, 1_900, 4, 5],
  [-42, 73, 2_600, 9, 6],
  [40, 9, 2_200, 4, 5],
  [36, 0, 1_600, 4, 4],
  [26, -29, 1_400, 5, 4],
  [20, -18, 1_100, 8, 7],
  [40, 39, 1_500, 7, 2],
  [54, 33, 1_300, 6, 5],
  [10, 46.5, 1_600, 4, 1],
  [-3.5, 40.3, 700, 3, 2],
  [9, 61.5, 1_000, 2, 2],
  [103, 47, 1_500, 9, 4],
  [103, 26, 1_800, 4, 3],
  [-46, -18, 800, 6, 6],
  [134, -25, 400, 12, 6],
  [100, 64, 500, 15, 6],
  [10, 24, 550, 12, 5],
  [-81, 37, 500, 3, 4],
];

/** Returns a plausible height of the ground (metres): the world's highlands with hills on them. The same in every run. */
export function groundHeight(longitude: number, latitude: number): number {
  let height = 12;
  for (const [east, north, middle, width, breadth] of highlands)
    height += middle * Math.exp(-(((longitude - east) / width) ** 2) - ((latitude - north) / breadth) ** 2);
  const hills =
    Math.sin(longitude * 31) * Math.cos(latitude * 29) + 0.3 * Math.sin(longitude * 410 + latitude * 370);
  return Math.round(Math.max(0, height + hills * (3 + height * 0.08)) * 10) / 10;
}

/** Returns the coordinates with the height of the ground as third number of each position (service §10.4). */
export function withGroundHeight(coordinates: unknown): unknown {
  if (!Array.isArray(coordinates)) return coordinates;
  const [longitude, latitude] = coordinates;
  if (typeof longitude === 'number' && typeof latitude === 'number')
    return [longitude, latitude, groundHeight(longitude, latitude)];
  return coordinates.map(withGroundHeight);
}
