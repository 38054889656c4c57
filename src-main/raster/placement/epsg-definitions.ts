/** A system that may be further off than this in metres is not placed at all: it would be taken for exact from afar. */
export const mostMetres = 250;

/** The definition of a coordinate system for proj4. */
export interface Definition {
  text: string;
  /** True if the shift of its datum is only known to a metre or more, or not at all. */
  isRough: boolean;
  /** The EPSG code of the system in whose area the shift of the datum holds; absent if it is the system itself, or none is known. */
  shiftCode?: number;
}

/** A coordinate system that Nadir cannot use; `detail` is its code or name. */
export interface UnknownProjection {
  reason: 'no-georeference' | 'unknown-projection';
  detail: string;
}

/** A coordinate system that Nadir can use. */
export interface KnownProjection extends Definition {
  /** Its EPSG code if the file names one. */
  epsg: number | null;
}

/**
 * Resolves with the definition of the EPSG system with this code, without a network; null if the table does not have it, or only with
 * a shift that is too far off for pixels. The table is more than a megabyte large, so it is loaded when the first raster needs it.
 */
export async function definitionOfCode(code: number): Promise<Definition | null> {
  const { isWithoutShift, systemOfCode } = await import('../../../src-shared/crs/systems.ts');
  const system = systemOfCode(code);
  if (system === null || system.metres > mostMetres) return null;
  return { text: system.definition, isRough: system.metres > 0 || isWithoutShift(system.definition) };
}
