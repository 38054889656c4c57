import type { LonLat } from '../../../src-shared/geometry/lon-lat.ts';
import { fromUtm, type UtmMetres } from './utm.ts';

/** The datum of coordinates in a text: how its degrees and its metres of UTM become places on WGS 84. */
export interface Datum {
  /** False if its squares of MGRS have the letters of WGS 84; the older ellipsoids of America and Asia have others. */
  hasOtherSquares: boolean;
  fromDegrees(at: LonLat): LonLat;
  /** Returns the place of metres in a zone; null if they are not a place on the globe. */
  fromUtm(metres: UtmMetres, south: boolean): LonLat | null;
}

/** The datum of receivers, of links of web maps and of most files, which need no conversion. */
export const wgs84Datum: Datum = { hasOtherSquares: false, fromDegrees: (at) => at, fromUtm };
