import type { PageSizes } from './page-size.ts';

/**
 * The kinds of V2 calls. The prefix is remembered for each kind, because some are documented with it and some without (service
 * §4.11).
 */
export type OrderCallKind =
  | 'orders'
  | 'order'
  | 'captures'
  | 'deliverables of an order'
  | 'events'
  | 'deliverables';

/** The path prefixes under which the V2 calls of a connection were answered. */
export interface KnownPrefixes {
  /** The prefix that answered last time under this address. */
  known(address: string, kind: OrderCallKind): string | undefined;
  remember(address: string, kind: OrderCallKind, prefix: string): void;
}

/** What is known about the services of all connections. It is kept in memory while Nadir runs. */
export interface ServiceMemory {
  pageSizesOf(connectionId: string, server: 'tasking' | 'orders'): PageSizes;
  prefixesOf(connectionId: string): KnownPrefixes;
}

/**
 * Creates the memory of the prefixes of the V2 calls and of the page sizes that the services accept, per connection and address.
 */
export function createServiceMemory(): ServiceMemory {
  const prefixes = new Map<string, string>();
  const sizes = new Map<string, number>();
  return {
    pageSizesOf(connectionId, server) {
      const key = `${connectionId} ${server}`;
      return {
        most: () => sizes.get(key) ?? Number.POSITIVE_INFINITY,
        remember: (size) => sizes.set(key, size),
      };
    },
    prefixesOf: (connectionId) => ({
      known: (address, kind) => prefixes.get(`${connectionId} ${address} ${kind}`),
      remember(address, kind, prefix) {
        prefixes.set(`${connectionId} ${address} ${kind}`, prefix);
      },
    }),
  };
}
