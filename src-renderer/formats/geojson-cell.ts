import { limits } from './limits.ts';
import { partsOfGeometry, type RawPart, refused } from './raw-geometry.ts';

const start =
  /^\s*\{\s*"(?:type|coordinates|geometries|crs|bbox)"\s*:\s*(?:"(?:Multi)?(?:Point|LineString|Polygon)"|"GeometryCollection"|[[{])/;

/** Returns true if a cell starts like the GeoJSON text of a geometry. */
export const isGeoJsonGeometry = (text: string): boolean => start.test(text.slice(0, 200));

/** Returns the places of a geometry in GeoJSON text. */
export function partsOfGeoJson(text: string): RawPart[] {
  if (text.length > limits.featureChars) return [refused('validation.featureTooLarge')];
  try {
    return partsOfGeometry(JSON.parse(text));
  } catch {
    return [refused('validation.geometry')];
  }
}
