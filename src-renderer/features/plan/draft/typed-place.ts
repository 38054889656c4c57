import { readNumber } from '../../../../src-preload/contract/read-number.ts';
import { type Countries, isOrderDoubtful } from '../../../../src-shared/geometry/countries.ts';
import type { LonLat } from '../../../kit/i18n/coordinates.ts';
import type { PlaceQuestion } from '../../../kit/i18n/place-reading.ts';
import { readPlaceOnMap } from '../../../kit/i18n/read-place.ts';

/** A point of interest as typed. */
export interface TypedPlace {
  place: string;
  /** The text of a place that the user picked on the map or chose among two readings; Nadir does not question it again. */
  placeConfirmed: string;
  /** Metres; a typed altitude has priority over an altitude in the place. */
  altitude: string;
}

interface Problem {
  message: string;
  values?: Record<string, string | number>;
}

/**
 * The result of parsing a typed place: a position, a question to the user, or a problem. `squareMetres` is the side of the square that an
 * MGRS reference or Plus Code names; null for a point.
 */
export type ReadTypedPlace =
  | { at: LonLat; altitudeMetres: number | null; squareMetres: number | null }
  | { question: PlaceQuestion }
  | { problem: Problem };

/**
 * Parses the text of the place field. The result is a question if the two numbers name a point at sea that would be on land in the other
 * order; never without the countries' outlines (null). `middle` is that of the map, for short Plus Codes; null where no map is beside the
 * text.
 */
export function readTypedPlace(
  { place, placeConfirmed }: Pick<TypedPlace, 'place' | 'placeConfirmed'>,
  countries: Countries | null,
  middle: LonLat | null = null,
): ReadTypedPlace {
  const reading = readPlaceOnMap(place, middle);
  if (!('place' in reading)) return reading;
  const { at, altitudeMetres, squareMetres, swapped } = reading.place;
  if (swapped && countries && place !== placeConfirmed && isOrderDoubtful(countries, at, swapped))
    return {
      question: {
        kind: 'order',
        values: {},
        choices: [
          { meaning: 'longitude-first', at: swapped },
          { meaning: 'latitude-first', at },
        ],
      },
    };
  return { at, altitudeMetres, squareMetres };
}

const lowestMetres = -500;
const highestMetres = 9_000;

type TargetResult =
  | { coordinates: [number, number] | [number, number, number] }
  | { field: 'place' | 'altitude'; problem: Problem };

/** Returns the position in the form that is sent (service §2.6): longitude, latitude, and the altitude if one was given. */
export function readTarget(typed: TypedPlace, countries: Countries | null): TargetResult {
  const read = readTypedPlace(typed, countries);
  if ('problem' in read) return { field: 'place', problem: read.problem };
  if ('question' in read) return { field: 'place', problem: { message: 'validation.placeChoice' } };
  const own = readNumber(typed.altitude);
  if (own && 'problem' in own) return { field: 'altitude', problem: own.problem };
  const altitude = own ? own.value : read.altitudeMetres;
  if (altitude !== null && (altitude < lowestMetres || altitude > highestMetres))
    return { field: 'altitude', problem: { message: 'validation.altitude' } };
  const [longitude, latitude] = read.at;
  return { coordinates: altitude === null ? [longitude, latitude] : [longitude, latitude, altitude] };
}
