import { cellValue, fractalNoise, valueNoise } from './noise.ts';
import type { Coarse } from './parcels.ts';
import { cover, type Reflectance } from './reflectance.ts';

/** Creates the clouds of one moment and their shadows. `salt` identifies the moment. */
export function createClouds({ salt, coarse }: { salt: number; coarse: Coarse }) {
  const cloudiness = cellValue(3, 5, salt);
  // A level above 1 is a clear sky.
  const level = cloudiness < 0.6 ? 2 : 0.74 - 0.16 * ((cloudiness - 0.6) / 0.4);
  const field = (x: number, y: number) => fractalNoise(x / 900, y / 900, salt + 30, 6);
  const cloudGrid = level > 1 ? null : coarse(field);
  const shadowGrid = level > 1 ? null : coarse((x, y) => field(x + 260, y - 340));

  function thickness(grid: typeof cloudGrid, x: number, y: number): number {
    return grid ? Math.max(0, grid(x, y) - level) * 12 : 0;
  }

  return {
    /** Whether a point (metres) is under cloud. */
    isCloud: (x: number, y: number): boolean => level <= 1 && (field(x, y) - level) * 12 > 0.3,
    /** Draws shadow and cloud over the ground in `out`; returns whether the cloud hides it. */
    draw(x: number, y: number, out: Reflectance): boolean {
      const shadow = thickness(shadowGrid, x, y);
      if (shadow > 0) {
        const dark = 1 - 0.55 * Math.min(1, shadow);
        for (let band = 0; band < 4; band += 1) out[band] = (out[band] ?? 0) * dark;
      }
      const cloud = Math.min(1, thickness(cloudGrid, x, y));
      if (cloud > 0) cover(out, cloud, 2_050 + 500 * cloud + 900 * valueNoise(x / 90, y / 90, salt + 31));
      return cloud > 0.3;
    },
  };
}
