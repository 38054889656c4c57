import type { MapSourceId } from '../../../src-preload/contract/ids.ts';

/** The keys of servers. The keychain has them, and never the database, the log or the page. */
export interface MapKeys {
  /** Returns a key; null if it was only kept for an earlier session. @throws KEYCHAIN_UNAVAILABLE */
  get(id: MapSourceId): Promise<string | null>;
  /** Stores a key; with `forSession` in memory only. @throws KEYCHAIN_UNAVAILABLE */
  set(id: MapSourceId, key: string, forSession: boolean): Promise<void>;
  clear(id: MapSourceId): Promise<void>;
}
