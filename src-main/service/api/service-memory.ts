import type { PageSizes } from './page-size.ts';

/** Each kind of V2 call for itself: some are written with the prefix and some without (service §4.11). */
export type OrderCallKind =
  | 'orders'
  | 'order'
  | 'captures'
  | 'deliverables of an order'
  | 'events'
  | 'deliverables';

/** Under which prefix the V2 calls of a connection answered. */
export interface KnownPrefixes {
  /** What answered last time under this address. */
  known(address: string, kind: OrderCallKind): string | undefined;
  remember(address: string, kind: OrderCallKind, prefix: string): void;
}

/** What has been found out about the services of all connections, for as long as Nadir runs. */
export interface ServiceMemory {
  pageSizesOf(connectionId: string, server: 'tasking' | 'orders'): PageSizes;
  prefixesOf(connectionId: string): KnownPrefixes;
}

/** Makes the memory of where the V2 calls were found and how many rows are given at once, per connection and address. */
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
