import { expect, it } from 'vitest';
import {
  bandOfColour,
  formatBandName,
  naturalBands,
  readListedBands,
  splitBandName,
} from './raster-bands.ts';

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
  [['Blau', 'Grün', 'Rot', 'Nahes Infrarot'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [['Blu', 'Verde', 'Rosso', 'Infrarosso vicino'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [['blauw', 'groen', 'rood', 'nabij infrarood'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [['Bleu', 'Vert', 'Rouge', 'Proche infrarouge'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [['Azul', 'Verde', 'Vermelho', 'Infravermelho próximo'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [['blå', 'grön', 'röd'], 'true-colour', [2, 1, 0], null],
  [['синий', 'зелёный', 'красный', 'БИК'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [['蓝', '绿', '红', '近红外'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  [
    ['Band 1 - Blue', 'Band 2 - Green', 'Band 3 - Red', 'Band 4 - Near Infrared'],
    'true-colour',
    [2, 1, 0],
    [3, 2, 1],
  ],
  [['Band 5 - Red Edge', 'Band 3 - Green', 'Band 2 - Blue'], 'grey', [0, 0, 0], null],
  [['Coastal Blue', 'Blue', 'Green I', 'Green', 'Red', 'NIR'], 'true-colour', [4, 3, 1], [5, 4, 3]],
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
  [['B1 (blue)', 'B2 (green)', 'B3 (red)', 'B4 (nir)'], 'true-colour', [2, 1, 0], [3, 2, 1]],
  // The red edge of Sentinel-2 and its narrow near infrared are neither of these.
  [
    ['b (492.4 nm)', 'g (559.8 nm)', 'r (664.6 nm)', 'B05 (704.1 nm)', 'B07 (782.8 nm)', 'B08 (832.8 nm)'],
    'true-colour',
    [2, 1, 0],
    [5, 2, 1],
  ],
  [['B8A (nir08)', 'B8 (nir)', 'B4 (red)', 'B3 (green)'], 'grey', [0, 0, 0], [1, 2, 3]],
  [['B5 (nir08)', 'B4 (red)', 'B3 (green)'], 'grey', [0, 0, 0], [0, 1, 2]],
  [['B4 (rededge)', 'B3 (green)', 'B2 (blue)', 'nir09'], 'grey', [0, 0, 0], null],
  [['band 1'], 'grey', [0, 0, 0], null],
  [['pan'], 'grey', [0, 0, 0], null],
] as const)('%j', (bands, style, natural, infrared) => {
  expect(naturalBands(bands)).toEqual({ style, bands: natural });
  const found = (['nir', 'red', 'green'] as const).map((colour) => bandOfColour(bands, colour));
  expect(found.includes(null) ? null : found).toEqual(infrared);
});

it('no bands, nothing to draw', () => expect(naturalBands([])).toBeNull());

// The forms of STAC 0.9, 1.0 and 1.1, and those of services that list names.
it.each([
  [
    [
      { name: 'B1', common_name: 'blue' },
      { name: 'B2', 'eo:common_name': 'nir' },
    ],
    ['B1 (blue)', 'B2 (nir)'],
  ],
  [
    [{ name: 'Blue', common_name: 'blue' }, { common_name: 'red' }],
    ['Blue', 'red'],
  ],
  [
    [{ name: 'b5', center_wavelength: 0.7041 }, { 'eo:center_wavelength': 0.842 }],
    ['b5 (704.1 nm)', '842 nm'],
  ],
  [[{ name: 'B8A', common_name: 'nir08', center_wavelength: 0.865 }], ['B8A (nir08)']],
  [
    [{ name: 'VH', description: 'cross-polarised' }, 'VV'],
    ['VH', 'VV'],
  ],
  [
    [{ common_name: 'nir2' }, { name: 'x', common_name: 7 }],
    ['nir2', 'x'],
  ],
  [[{ name: 'red' }, { data_type: 'uint16' }], []],
  [['red', 5], []],
] as const)('the names of listed bands say what they mean: %j', (listed, names) => {
  expect(readListedBands([...listed])).toEqual(names);
});

it('a name is split from its meaning only where that is one', () => {
  expect(splitBandName('B4 (nir)')).toEqual({ name: 'B4', meaning: 'nir' });
  expect(splitBandName('B5 (704 nm)')).toEqual({ name: 'B5', meaning: '704 nm' });
  expect(splitBandName('Reflectance (scaled)')).toEqual({ name: 'Reflectance (scaled)', meaning: null });
});

it('a name that tells its meaning does not get it twice', () => {
  expect(formatBandName('Red', { common: 'red', nanometres: 665 })).toBe('Red');
  expect(formatBandName('665 nm', { common: null, nanometres: 665 })).toBe('665 nm');
  expect(formatBandName(null, { common: null, nanometres: null })).toBeNull();
});
