import type { LonLat } from './coordinates.ts';

/** The place that a text means, with the other values of its notation. */
export interface ReadPlace {
  at: LonLat;
  /** The altitude above the ellipsoid or the sea, as in the text; null if it has none. */
  altitudeMetres: number | null;
  /** The side of the square that the notation names (MGRS, Plus Codes); `at` is its centre. Null for a point. */
  squareMetres: number | null;
  /**
   * The place with its two numbers exchanged, if no letter says which is which and both are valid places; else null.
   */
  swapped: LonLat | null;
}

type ChoiceMeaning =
  | 'latitude-first'
  | 'longitude-first'
  | 'band'
  | 'north'
  | 'south'
  | 'centre'
  | 'south-west'
  | 'o-west'
  | 'o-east'
  | 'near-map';

/**
 * A question to the user with the meaning of each answer. A single choice is offered too. `near` has none of its own: a
 * short Plus Code is a place only beside another one, which whoever asks must supply.
 */
export interface PlaceQuestion {
  kind: 'order' | 'hemisphere' | 'square' | 'letter' | 'near';
  /** The values for the text: the zone in the text, the side of the square, the short code with its town. */
  values: Record<string, string | number>;
  choices: readonly { meaning: ChoiceMeaning; at: LonLat }[];
}

/**
 * The result of reading a text: a place, a question that only the user can answer, or the reason why it is not a
 * place.
 */
export type PlaceReading =
  | { place: ReadPlace }
  | { question: PlaceQuestion }
  | { problem: { message: string; values?: Record<string, string | number> } };

/** The messages that say how to write a place that can mean several. */
const writtenClearly = {
  order: 'validation.ambiguousPlace',
  hemisphere: 'validation.ambiguousZone',
  square: 'validation.ambiguousSquare',
  letter: 'validation.ambiguousLetter',
  near: 'validation.shortPlusCode',
} as const;

/** Returns a question as a problem, for a field that can ask none. */
export const problemOfQuestion = ({ kind, values }: PlaceQuestion) => ({
  message: writtenClearly[kind],
  values,
});

/** Returns a failed reading with the key of its message. */
export const problemOf = (message: string, values?: Record<string, string | number>): PlaceReading => ({
  problem: values === undefined ? { message } : { message, values },
});

/** Returns the reading of a single point. */
export const pointReading = (at: LonLat, altitudeMetres: number | null = null): PlaceReading => ({
  place: { at, altitudeMetres, squareMetres: null, swapped: null },
});

/** Returns the reading of a known latitude and longitude, or the problem if one is out of range. */
export function latLonReading(
  latitude: number,
  longitude: number,
  altitudeMetres: number | null = null,
): PlaceReading {
  if (!(Math.abs(latitude) <= 90)) return problemOf('validation.latitude');
  if (!(Math.abs(longitude) <= 180)) return problemOf('validation.longitude');
  return pointReading([longitude, latitude], altitudeMetres);
}

/**
 * Returns the reading of two numbers without letters: the first is the latitude, unless it is out of range for one.
 */
export function numberPairReading(
  first: number,
  second: number,
  altitudeMetres: number | null = null,
): PlaceReading {
  const isPair = (latitude: number, longitude: number) =>
    Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  const swapped: LonLat | null = isPair(second, first) ? [first, second] : null;
  if (isPair(first, second))
    return {
      place: {
        at: [second, first],
        altitudeMetres,
        squareMetres: null,
        swapped: first === second ? null : swapped,
      },
    };
  if (swapped)
    return {
      question: { kind: 'order', values: {}, choices: [{ meaning: 'longitude-first', at: swapped }] },
    };
  return latLonReading(first, second);
}

/**
 * Returns a question for a longitude with the letter `O`: the west in Spanish, French and Italian (oeste), the east in
 * German (Ost) and Dutch (oost). `longitude` is the one of the west.
 */
export function letterQuestion(
  latitude: number,
  longitude: number,
  altitudeMetres: number | null,
): PlaceReading {
  const reading = latLonReading(latitude, longitude, altitudeMetres);
  return 'place' in reading && longitude !== 0
    ? {
        question: {
          kind: 'letter',
          values: {},
          choices: [
            { meaning: 'o-west', at: [longitude, latitude] },
            { meaning: 'o-east', at: [-longitude, latitude] },
          ],
        },
      }
    : reading;
}

/** Returns a question for two numbers whose order differs between programs, such as `[a, b]`. */
export function orderQuestion(first: number, second: number, altitudeMetres: number | null): PlaceReading {
  const reading = numberPairReading(first, second, altitudeMetres);
  if (!('place' in reading) || reading.place.swapped === null) return reading;
  return {
    question: {
      kind: 'order',
      values: {},
      choices: [
        { meaning: 'longitude-first', at: reading.place.swapped },
        { meaning: 'latitude-first', at: reading.place.at },
      ],
    },
  };
}
