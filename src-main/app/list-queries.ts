import { createFlagTable } from '../features/timeline/tracking/flag-table.ts';
import type { Store } from '../store/store.ts';
import { domains } from './domains.ts';

type Domains = typeof domains;
type QueriesOf<Domain> = Domain extends { listQueries(options: never): infer Queries } ? Queries : never;
type Listing = { [Name in keyof Domains]: Domains[Name] extends { listQueries: unknown } ? Name : never };

const now = () => new Date();

/** The queries for lists and maps, by domain and name. */
export type ListQueries = { [Name in Listing[keyof Domains]]: QueriesOf<Domains[Name]> };

/** The queries of a domain by name, as the thread calls them with the arguments of a message. */
type QueriesByName = Readonly<Record<string, (...args: never[]) => unknown>>;

/** Creates the queries of all domains for lists and maps, by domain; the list reader calls them in its thread. `folder` has the database. */
export function createListQueries(store: Store, folder: string | null): ReadonlyMap<string, QueriesByName> {
  const options = { store, now, folder, flags: createFlagTable({ store, now }) };
  const queries = new Map<string, QueriesByName>();
  for (const [name, domain] of Object.entries(domains))
    if ('listQueries' in domain) queries.set(name, domain.listQueries(options));
  return queries;
}
