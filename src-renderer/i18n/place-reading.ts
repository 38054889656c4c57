import type { LonLat } from './coordinates.ts';

/** A place that was read, with what the notation says beside it. */
export interface ReadPlace {
  at: LonLat;
  /** Above the ellipsoid or the sea, as it was written; null where it was not. */
  altitudeMetres: number | null;
  /** The side of the square that the notation names (MGRS, Plus Codes); `at` is its centre. Null for a point. */
  squareMetres: number | null;
  /** The same two numbers the other way round, where no letter says which is which and both are places. */
  swapped: LonLat | null;
}

type ChoiceMeaning =
  | 'latitude-first'
  | 'longitude-first'
  | 'band'
  | 'north'
  | 'south'
  | 'centre'
  | 'south-west';

/** What to ask about, and what each answer means. A choice that stands alone is offered all the same. */
export interface PlaceQuestion {
  kind: 'order' | 'hemisphere' | 'square';
  /** For the words: the zone that was written, the side of the square. */
  values: Record<string, string | number>;
  choices: readonly { meaning: ChoiceMeaning; at: LonLat }[];
}

/** What a text says: a place, a question that only its writer can answer, or why it is no place. */
export type PlaceReading =
  | { place: ReadPlace }
  | { question: PlaceQuestion }
  | { problem: { message: string; values?: Record<string, string | number> } };

/** A reading that failed, with the key of its message. */
export const problemOf = (message: string, values?: Record<string, string | number>): PlaceReading => ({
  problem: values === undefined ? { message } : { message, values },
});

/** A reading that is one point. */
export const pointReading = (at: LonLat, altitudeMetres: number | null = null): PlaceReading => ({
  place: { at, altitudeMetres, squareMetres: null, swapped: null },
});

/** A latitude and a longitude that are told apart, or what is out of bounds. */
export function lettered(
  latitude: number,
  longitude: number,
  altitudeMetres: number | null = null,
): PlaceReading {
  if (!(Math.abs(latitude) <= 90)) return problemOf('validation.latitude');
  if (!(Math.abs(longitude) <= 180)) return problemOf('validation.longitude');
  return pointReading([longitude, latitude], altitudeMetres);
}

/** Two numbers that nothing tells apart: the first is the latitude, unless it cannot be one. */
export function unlettered(
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
  return lettered(first, second);
}

/** Two numbers in an order that programs do not agree on, such as `[a, b]`. */
export function askedOrder(first: number, second: number, altitudeMetres: number | null): PlaceReading {
  const reading = unlettered(first, second, altitudeMetres);
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
