import { cellValue, valueNoise } from './noise.ts';
import { type Reflectance, setBands, setVegetation } from './reflectance.ts';

/**
 * Creates the function that draws streets, houses and gardens at a point (metres) into `out`; `grain` is the brightness of the
 * pixel.
 */
export function createTown({ salt, vigour }: { salt: number; vigour: number }) {
  const angle = cellValue(1, 2, salt + 25) * 1.2 - 0.6;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];

  function drawRoof(roof: number, light: number, out: Reflectance) {
    if (roof < 0.5) return setBands(out, 760 * light, 880 * light, 1_350 * light, 1_900 * light);
    if (roof < 0.9) return setBands(out, 1_050 * light, 1_080 * light, 1_110 * light, 1_350 * light);
    return setBands(out, 2_000 * light, 2_050 * light, 2_080 * light, 2_300 * light);
  }

  return (east: number, north: number, grain: number, out: Reflectance) => {
    const x = east * cos + north * sin;
    const y = north * cos - east * sin;
    const streetX = ((x % 84) + 84) % 84;
    const streetY = ((y % 66) + 66) % 66;
    if (streetX < 8 || streetY < 7)
      return setBands(out, 950 * grain, 1_010 * grain, 1_060 * grain, 1_300 * grain);
    const lotX = Math.floor(x / 21);
    const lotY = Math.floor(y / 16.5);
    const inX = ((x % 21) + 21) % 21;
    const inY = ((y % 16.5) + 16.5) % 16.5;
    const built = cellValue(lotX, lotY, salt + 14);
    // Every lot has one house, with its own size and place.
    const left = 2 + 4 * cellValue(lotX, lotY, salt + 26);
    const right = left + 7 + built * 9;
    const low = 2 + 3 * cellValue(lotX, lotY, salt + 27);
    const high = low + 6 + built * 5;
    if (built < 0.72 && inX > left && inX < right && inY > low && inY < high) {
      const ridge = (inY < (low + high) / 2 ? 1.12 : 0.84) * (0.9 + 0.2 * cellValue(lotX, lotY, salt + 28));
      return drawRoof(cellValue(lotX, lotY, salt + 15), ridge, out);
    }
    // The shadow is on the far side of a house; elsewhere there are trees and garden.
    if (built < 0.72 && inX >= right && inX < right + 2.5 && inY > low && inY < high)
      return setBands(out, 330, 360, 340, 700);
    if (valueNoise(x / 5, y / 5, salt + 29) > 0.66)
      return setVegetation(out, { green: 0.35 + 0.5 * vigour, light: grain * 0.55, soil: 0.6 });
    setVegetation(out, { green: 0.3 + 0.4 * vigour, light: grain, soil: 0.85 });
  };
}
