import { bandOfColour, type Colour, colours, nanometresOf } from '../../../src-shared/raster/raster-bands.ts';

/** The middle of each band of the service, in nanometres (service §10.5). */
const ofService: Record<Colour, number> = { blue: 480, green: 545, red: 640, nir: 825 };

/** The wavelengths of bands in nanometres. */
interface Wavelengths {
  at: number[];
  /** True if the name of a band says its colour only: another sensor has other wavelengths for it. */
  areAssumed: boolean;
}

/**
 * Returns the wavelength of each band: as its name says it, or the middle of the service's band of that colour. Null if that of any band is
 * not known, or if two bands have the same.
 */
export function wavelengthsOf(bands: readonly string[]): Wavelengths | null {
  const byColour = new Map(
    colours.flatMap((colour) => {
      const band = bandOfColour(bands, colour);
      return band === null ? [] : [[band, ofService[colour]] as const];
    }),
  );
  const said = bands.map(nanometresOf);
  const at = said.flatMap((own, band) => own ?? byColour.get(band) ?? []);
  if (at.length < bands.length || new Set(at).size < at.length) return null;
  return { at, areAssumed: said.includes(null) };
}
