import type { MapSourceId } from '../../src-preload/contract/ids.ts';

/** The keys of servers. They are in the keychain, and never in the database, the log or the page. */
export interface MapKeys {
  /** Throws KEYCHAIN_UNAVAILABLE. Null if the key was kept for an earlier session only. */
  get(id: MapSourceId): Promise<string | null>;
  /** `forSession` keeps it in memory. Throws KEYCHAIN_UNAVAILABLE. */
  set(id: MapSourceId, key: string, forSession: boolean): Promise<void>;
  clear(id: MapSourceId): Promise<void>;
}
