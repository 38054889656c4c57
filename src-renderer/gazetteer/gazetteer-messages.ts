import type { LonLat } from '../../src-shared/geometry/lon-lat.ts';
import type { FoundPlace, WhereIs } from './found-place.ts';
import type { NameSearch } from './search-names.ts';

/** Why the names cannot be read: the file is missing or damaged, or the thread stopped. */
export type GazetteerFailure = 'missing' | 'damaged' | 'stopped';

/** The addresses of the files that the thread reads; only the page knows them. */
export interface GazetteerAddresses {
  names: string;
  /** The outlines of countries. */
  countries: string;
}

/** A question to the thread. */
export type GazetteerQuestion =
  | ({ kind: 'find' } & NameSearch)
  | { kind: 'where'; at: LonLat; language: string }
  /** Reads the file before the first search; the answer has no content. */
  | { kind: 'load' };

/** A message to the thread. `addresses` comes first; `cancel` names a question whose answer is no longer needed. */
export type GazetteerRequest =
  | { kind: 'addresses'; addresses: GazetteerAddresses }
  | { kind: 'ask'; id: number; question: GazetteerQuestion }
  | { kind: 'cancel'; id: number };

/** The answer to a question. */
export type GazetteerAnswer =
  | { kind: 'find'; places: FoundPlace[] }
  | { kind: 'where'; where: WhereIs }
  | { kind: 'load' };

/** A message from the thread. A cancelled question may get no answer. */
export type GazetteerReply = { id: number } & ({ answer: GazetteerAnswer } | { failure: GazetteerFailure });
