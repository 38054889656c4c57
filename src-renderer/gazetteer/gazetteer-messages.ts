import type { LonLat } from '../geometry/lon-lat.ts';
import type { FoundPlace, WhereIs } from './found-place.ts';
import type { NameSearch } from './search-names.ts';

/** Why the names cannot be read: the file is not there, is not what it should be, or its thread ended. */
export type GazetteerFailure = 'missing' | 'damaged' | 'stopped';

/** Where the thread finds what it reads; the page knows the addresses of its own files. */
export interface GazetteerAddresses {
  names: string;
  /** The outlines of countries. */
  countries: string;
}

/** What is asked of the thread. */
export type GazetteerQuestion =
  | ({ kind: 'find' } & NameSearch)
  | { kind: 'where'; at: LonLat }
  /** Reads the file before the first search; the answer is empty. */
  | { kind: 'load' };

/** A message to the thread. `addresses` comes first; `cancel` names a question that nobody waits for any more. */
export type GazetteerRequest =
  | { kind: 'addresses'; addresses: GazetteerAddresses }
  | { kind: 'ask'; id: number; question: GazetteerQuestion }
  | { kind: 'cancel'; id: number };

/** The answer to a question. */
export type GazetteerAnswer =
  | { kind: 'find'; places: FoundPlace[] }
  | { kind: 'where'; where: WhereIs }
  | { kind: 'load' };

/** A message of the thread. A question that was cancelled may get no answer. */
export type GazetteerReply = { id: number } & ({ answer: GazetteerAnswer } | { failure: GazetteerFailure });
