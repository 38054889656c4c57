/** Codes of other registries that many files name as if they were of EPSG: all are Web Mercator. */
const webMercator = [900_913, 102_100, 102_113, 3_785];

/** The definition of a coordinate system for proj4. */
export interface Definition {
  text: string;
  /** True if the shift of its datum is known to some ten metres only. */
  isRough: boolean;
}

/**
 * Returns the definition of the EPSG system with this code, without a network; null if it is not known. The table has a megabyte,
 * so it is read when the first raster needs it.
 */
export async function definitionOfCode(code: number): Promise<Definition | null> {
  const { default: table } = await import('../../../resources/epsg/definitions.json', {
    with: { type: 'json' },
  });
  const known: Readonly<Record<string, string>> = table;
  const text = known[String(webMercator.includes(code) ? 3_857 : code)];
  if (text === undefined) return null;
  return { text: text.replace(/^~/, ''), isRough: text.startsWith('~') };
}
