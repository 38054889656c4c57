/** What a file declares of the values of a band: value = stored sample × scale + offset. */
export interface BandScale {
  scale: number;
  offset: number;
}

/** Returns the value that a stored sample stands for; the sample itself if the file declares nothing of its band. */
export const scaledValue = (sample: number, of: BandScale | null | undefined): number =>
  of == null ? sample : sample * of.scale + of.offset;

/** The values that are drawn dark and bright. The first is the larger one where the smallest value is bright. */
export type Ends = readonly [dark: number, bright: number];

/** Returns one pair for all: from the lowest to the highest value, or turned round where all are turned round. */
export function together(all: readonly Ends[]): Ends[] {
  const values = all.flat();
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const joint: Ends = all.every(([dark, bright]) => dark > bright) ? [highest, lowest] : [lowest, highest];
  return all.map(() => joint);
}

/** Returns the values of a band that are drawn dark and bright; null if there are none. The stretch of a raster has stored samples. */
export function scaledStretch(
  {
    stretch,
    scales,
  }: { stretch: readonly (readonly [number, number])[]; scales: readonly (BandScale | null)[] },
  band: number,
): [dark: number, bright: number] | null {
  const ends = stretch[band];
  return ends === undefined ? null : [scaledValue(ends[0], scales[band]), scaledValue(ends[1], scales[band])];
}
