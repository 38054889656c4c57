import type { SearchTerms } from './search-terms.ts';
import type { ItemContext } from './stac-items.ts';

/** A search; `self` is the path of the request with its query, `body` the body of a POST and null for a GET. */
export interface SearchQuestion extends ItemContext {
  ask: 'search';
  terms: SearchTerms;
  self: string;
  body: Record<string, unknown> | null;
}

/** A question to the thread that answers other programs. */
export type StacQuestion =
  | (ItemContext & {
      ask: 'landing' | 'conformance' | 'description' | 'collections' | 'collection' | 'wmts';
    })
  | (ItemContext & { ask: 'item'; id: string })
  | SearchQuestion;

/** An answer as it is sent. */
export interface StacAnswer {
  status: number;
  type: string;
  body: string;
}
