/** How many footprints each map of the bench has. */
export const footprintCount = 100_000;

/** A box of the world in degrees, over which footprints are spread. */
export interface Spread {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** A small generator of numbers from 0 to 1, the same for each run. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Footprints as a satellite leaves them: leaning squares of 7 to 34 km. Rings are closed and flat `lon, lat, …` in degrees. */
export function madeFootprints({ west, south, east, north }: Spread): number[][] {
  const chance = seeded(11);
  return Array.from({ length: footprintCount }, () => {
    const x = west + chance() * (east - west);
    const y = south + chance() * (north - south);
    const size = 0.06 + chance() * 0.25;
    const [right, top, lean] = [x + size, y + size * 0.8, size * 0.1];
    return [x + lean, y, right, y + lean, right - lean, top, x, top - lean, x + lean, y];
  });
}
