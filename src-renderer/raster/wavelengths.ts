import { bandOfColour, type Colour, colours, nanometresOf } from '../../src-preload/codecs/raster-bands.ts';

/** The middle of each band of the service, in nanometres (service §10.5). */
const ofService: Record<Colour, number> = { blue: 480, green: 545, red: 640, nir: 825 };

/**
 * Returns the wavelength of each band in nanometres: as its name says it, or the middle of the service's band of that
 * colour. Null if that of any band is not known, or if two bands have the same.
 */
export function wavelengthsOf(bands: readonly string[]): number[] | null {
  const byColour = new Map(
    colours.flatMap((colour) => {
      const band = bandOfColour(bands, colour);
      return band === null ? [] : [[band, ofService[colour]] as const];
    }),
  );
  const found = bands.map((name, band) => nanometresOf(name) ?? byColour.get(band) ?? null);
  const known = found.filter((value) => value !== null);
  return known.length === bands.length && new Set(known).size === known.length ? known : null;
}
