export const bandModes = ['true-colour', 'near-infrared'] as const;
export type BandMode = (typeof bandModes)[number];

const names = {
  red: /^(b?red|r|b0?4)$/i,
  green: /^(green|g|b0?3)$/i,
  blue: /^(blue|b|b0?2)$/i,
  nir: /^(nir|near[ _-]?infra[ _-]?red|nir[ _-]?\d|b0?8)$/i,
} as const;

function find(bands: readonly string[], wanted: RegExp): number | null {
  const at = bands.findIndex((name) => wanted.test(name.trim()));
  return at < 0 ? null : at;
}

const unnamed = (bands: readonly string[]) => bands.every((name) => /^band \d+$/.test(name));

/**
 * Which bands go to red, green and blue, by name: providers order them differently (service observed, Scenes and files).
 * Only a raster whose bands nobody names is taken in file order. Null when the raster cannot be shown this way.
 */
export function bandsFor(bands: readonly string[], mode: BandMode): readonly [number, number, number] | null {
  const red = find(bands, names.red);
  const green = find(bands, names.green);
  const blue = find(bands, names.blue);
  const nir = find(bands, names.nir);
  if (mode === 'near-infrared')
    return nir === null || red === null || green === null ? null : [nir, red, green];
  if (red !== null && green !== null && blue !== null) return [red, green, blue];
  if (bands.length >= 3 && unnamed(bands)) return [0, 1, 2];
  return bands.length > 0 ? [0, 0, 0] : null;
}
