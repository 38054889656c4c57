import type { ScenesExtent } from '../../../core/stac-extent.ts';
import type { ApiLink } from './documents.ts';

/** A scene that a search has found. `isTwin`: another scene of the same id was recorded before it. */
export interface FoundRow {
  row: number;
  sceneId: string;
  /** The first and the last moment in which it may have been acquired; both are the same but for a period. */
  takenFrom: string | null;
  takenUntil: string | null;
  isTwin: boolean;
}

/** The scenes on disk and their items, which the application supplies. */
export interface SharedSource {
  /** Returns the scenes that match these terms, at most `limit`, after the scene `after`. */
  page(terms: {
    box: readonly number[] | null;
    fromDay: string | null;
    toDay: string | null;
    sceneIds: readonly string[] | null;
    isOldestFirst: boolean;
    after: { takenFrom: string | null; row: number } | null;
    limit: number;
  }): FoundRow[];
  /** Returns the outline of a scene: rings, flat `lon, lat …`. */
  rings(row: number): number[][];
  /** Returns a scene as a STAC Item with these links and addresses of its files; null if it has no file in this folder. */
  item(
    library: string,
    row: number,
    form: { links: readonly ApiLink[]; hrefOf: (fileId: number, fileName: string) => string },
  ): (Record<string, unknown> & { properties: Record<string, unknown> }) | null;
  extent(): ScenesExtent;
  /** Returns the newest scenes with a raster that can be drawn. */
  drawable(limit: number): FoundRow[];
}

/** Returns the id of a scene in the API: its own, or with its number where several scenes have it. */
export const itemIdOf = ({ sceneId, row, isTwin }: FoundRow): string =>
  isTwin ? `${sceneId}~${row}` : sceneId;

/** Returns the ids of the scenes that may have this id in the API. */
export const sceneIdsOf = (itemId: string): [string, string] => [itemId, itemId.replace(/~\d{1,15}$/, '')];
