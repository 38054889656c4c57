/** Codes of other registries for Web Mercator that many files give as EPSG codes. */
const webMercator = [900_913, 102_100, 102_113, 3_785];

/** The definition of a coordinate system for proj4. */
export interface Definition {
  text: string;
  /** True if the shift of its datum is only accurate to some ten metres. */
  isRough: boolean;
}

/**
 * Resolves with the definition of the EPSG system with this code, without a network; null if it is not in the table. The table is a
 * megabyte large, so it is loaded when the first raster needs it.
 */
export async function definitionOfCode(code: number): Promise<Definition | null> {
  const { default: table } = await import('../../../resources/epsg/definitions.json', {
    with: { type: 'json' },
  });
  const definitions: Readonly<Record<string, string>> = table;
  const text = definitions[String(webMercator.includes(code) ? 3_857 : code)];
  if (text === undefined) return null;
  return { text: text.replace(/^~/, ''), isRough: text.startsWith('~') };
}
