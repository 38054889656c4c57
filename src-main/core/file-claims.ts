import type { CatalogSource } from './catalog-scene.ts';

/**
 * Why a file must stay although a scene gives it up. `scene`: another scene has it, by this name; `item`: the item of another
 * scene or tool names it; `unreadable`: this item or folder cannot be read. Paths are absolute.
 */
export type FileClaim =
  | { by: 'scene'; sceneId: string }
  | { by: 'item'; path: string }
  | { by: 'unreadable'; path: string };

/** The scene that gives up files: one of the database, or one that is not recorded yet. Null if it is neither any more. */
export type LosingScene = { sceneRow: number } | { source: CatalogSource } | null;

/** The files that stayed when a scene lost its files. */
export interface KeptFiles {
  count: number;
  /** The absolute paths of those that another scene or item names: the scene must release them once it has no record of them. */
  claimed: readonly string[];
  /** The names of those that were changed or replaced since they were written. */
  changed: readonly string[];
  /** The names of those that others have too, or of which it cannot be told whose they are. */
  shared: readonly string[];
}

/** Determines who owns a file. Whatever deletes or renames a file of the library asks first. */
export interface FileOwners {
  /**
   * Resolves with those of the files that must stay, by their absolute paths. Never rejects: a file of unknown ownership stays.
   */
  claimsOn(paths: readonly string[], scene: LosingScene): Promise<ReadonlyMap<string, FileClaim>>;
  /** Records, within the transaction, that a scene gave up a file which stays, so that its item does not name it any more. */
  release(sceneRow: number, path: string): void;
}
