import type { CatalogSource } from './catalog-scene.ts';

/**
 * Why a file stays when a scene is to lose it. `scene`: another scene has it, by this name; `item`: the item of another scene or tool
 * names it; `unreadable`: nobody knows, because this item or folder cannot be read. Paths are absolute.
 */
export type FileClaim =
  | { by: 'scene'; sceneId: string }
  | { by: 'item'; path: string }
  | { by: 'unreadable'; path: string };

/** The scene that is to lose files: one of the database, or one that is not recorded yet. Null if it is none of them any more. */
export type LosingScene = { sceneRow: number } | { source: CatalogSource } | null;

/** Says whose files are. Whatever deletes or renames a file of the library asks first. */
export interface FileOwners {
  /** Resolves with those of the files that have to stay, by their absolute paths. Never rejects: what is not known has to stay. */
  claimsOn(paths: readonly string[], scene: LosingScene): Promise<ReadonlyMap<string, FileClaim>>;
  /** Notes that a scene gave up a file which stays, so that its item does not name it any more; within the transaction. */
  release(sceneRow: number, path: string): void;
}
