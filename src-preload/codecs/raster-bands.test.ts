import { expect, it } from 'vitest';
import { bandOfColour, naturalBands } from './raster-bands.ts';

const numbered = (bands: readonly string[]) => bands.map((_, i) => `SR_B${i + 1}`);

it.each([
  [['red', 'green', 'blue', 'nir'], 'true-colour', [0, 1, 2], [3, 0, 1]],
  [['blue', 'green', 'red', 'nir'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [['Blue', 'GREEN', 'Red', 'NIR'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [['B02', 'B03', 'B04', 'B08'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [['B2', 'B3', 'B4', 'B8', 'B8A'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [['Azul', 'Verde', 'Rojo', 'Infrarrojo cercano'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [['Blue band', 'Green band', 'Red band', 'Near-Infrared'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [['490 nm', '560nm', '665 nm', '705 nm', '0.842 µm'], 'true-colour', [2, 1, 0], [4, 2, 1]],
  // Landsat 8 and 9, and those before: the same number is another colour.
  [numbered(Array(7).fill('')), 'true-colour', [3, 2, 1], [4, 3, 2]],
  [['SR_B1', 'SR_B2', 'SR_B3', 'SR_B4', 'SR_B5', 'SR_B7'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  // Of an unknown sensor the fourth band may be anything.
  [['B1', 'B2', 'B3', 'B4'], 'as-stored', [0, 1, 2], null],
  [['SR_B4'], 'grey', [0, 0, 0], null],
  [['red edge', 'green', 'blue'], 'grey', [0, 0, 0], null],
  [['red', 'green', 'blue'], 'true-colour', [0, 1, 2], null],
  [['band 1', 'band 2', 'band 3'], 'as-stored', [0, 1, 2], null],
  [['swir', 'nir', 'red'], 'grey', [0, 0, 0], null],
  [['band 1'], 'grey', [0, 0, 0], null],
  [['pan'], 'grey', [0, 0, 0], null],
] as const)('%j', (bands, style, natural, infrared) => {
  expect(naturalBands(bands)).toEqual({ style, bands: natural });
  const found = (['nir', 'red', 'green'] as const).map((colour) => bandOfColour(bands, colour));
  expect(found.includes(null) ? null : found).toEqual(infrared);
});

it('no bands, nothing to draw', () => expect(naturalBands([])).toBeNull());
