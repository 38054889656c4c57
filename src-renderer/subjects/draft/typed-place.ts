import { type Countries, isOrderDoubtful } from '../../geometry/countries.ts';
import type { LonLat } from '../../i18n/coordinates.ts';
import type { PlaceQuestion } from '../../i18n/place-reading.ts';
import { readNumber } from '../../i18n/read-number.ts';
import { readPlace } from '../../i18n/read-place.ts';

/** A point of interest as it is typed. */
export interface TypedPlace {
  place: string;
  /** The text of the place that was picked on the map or chosen among its readings: it is not asked about again. */
  placeConfirmed: string;
  /** Metres; a text of its own goes before what the place says. */
  altitude: string;
}

interface Problem {
  message: string;
  values?: Record<string, string | number>;
}

/**
 * A place as it was typed: read without doubt, open to a question, or not readable. `squareMetres` is the side of the
 * square that MGRS or a Plus Code names; null for a point.
 */
export type ReadTypedPlace =
  | { at: LonLat; altitudeMetres: number | null; squareMetres: number | null }
  | { question: PlaceQuestion }
  | { problem: Problem };

/**
 * What is typed in the field of the place. Two numbers at sea that would be on land the other way round are asked about;
 * while the outlines of countries are not there yet (null), nobody can tell.
 */
export function readTypedPlace(
  { place, placeConfirmed }: Pick<TypedPlace, 'place' | 'placeConfirmed'>,
  countries: Countries | null,
): ReadTypedPlace {
  const reading = readPlace(place);
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

/** The position as it is sent (service §2.6): longitude, latitude, and the altitude where one was given. */
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
