import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import type { CatalogSource } from '../../core/catalog-scene.ts';
import type { FileClaim, FileOwners, LosingScene } from '../../core/file-claims.ts';
import { isEntry, isSameEntry } from '../../core/same-entry.ts';
import type { RecordedClaims } from './recorded-claims.ts';

/** A question about a folder: which of these files do items of other scenes name? */
export interface BesideQuestion {
  library: string;
  paths: string[];
  /** The scene whose items do not count; null if there is none. */
  source: CatalogSource | null;
  /** The absolute path of its item, which may be damaged; null if there is none. */
  ownItem: string | null;
}

/** What `createFileOwners` needs. */
export interface FileOwnersOptions {
  recorded: RecordedClaims;
  /** Resolves with the claims that items in the folders of files make to them. */
  beside: (question: BesideQuestion) => Promise<readonly (readonly [string, FileClaim])[]>;
  library: () => string;
  /** Returns a recorded path as an absolute one. */
  absolute: (path: string) => string;
  sourceOf: (sceneRow: number) => CatalogSource | null;
  /** Returns where the item of a scene is, below the library. */
  itemOf: (sceneRow: number) => string | null;
  release: FileOwners['release'];
  onError: (error: unknown) => void;
}

/** Returns all forms in which a path may be recorded: absolute or below the library, and in either normalization. */
function formsOf(library: string, paths: readonly string[]): string[] {
  const below = paths.filter((path) => path.startsWith(library + sep)).map((path) => relative(library, path));
  return [...paths, ...below].flatMap((path) => [path, path.normalize('NFC'), path.normalize('NFD')]);
}

/**
 * Creates the check of which scene a file belongs to. A file belongs to one scene at most, so one that another scene of the database
 * has, or that an item in its folder names, must not be deleted; neither must one whose owner cannot be found out.
 */
export function createFileOwners(options: FileOwnersOptions): FileOwners {
  const { recorded, beside, absolute, release, onError } = options;

  /** Resolves with the scene of the database that has a file too; null if none has. */
  async function recordedClaim(path: string, sceneRow: number | null): Promise<FileClaim | null> {
    const library = options.library();
    const real = join(await realpath(dirname(path)), basename(path));
    const root = await realpath(library).catch(() => library);
    const forms = new Set([...formsOf(library, [path, real]), ...formsOf(root, [real])]);
    for (const claim of recorded([...forms], sceneRow))
      if (await isSameEntry(absolute(claim.path), path)) return { by: 'scene', sceneId: claim.sceneId };
    return null;
  }

  async function claimsOn(paths: readonly string[], scene: LosingScene) {
    const claims = new Map<string, FileClaim>();
    const sceneRow = scene !== null && 'sceneRow' in scene ? scene.sceneRow : null;
    const free: string[] = [];
    for (const path of paths) {
      try {
        // A file that does not exist cannot be lost.
        if (!(await isEntry(path))) continue;
        const claim = await recordedClaim(path, sceneRow);
        if (claim === null) free.push(path);
        else claims.set(path, claim);
      } catch (error) {
        onError(error);
        claims.set(path, { by: 'unreadable', path: dirname(path) });
      }
    }
    if (free.length === 0) return claims;
    const library = options.library();
    const item = sceneRow === null ? null : options.itemOf(sceneRow);
    try {
      const source =
        scene === null ? null : 'source' in scene ? scene.source : options.sourceOf(scene.sceneRow);
      const ownItem = item === null ? null : join(library, ...item.split('/'));
      for (const [path, claim] of await beside({ library, paths: free, source, ownItem }))
        claims.set(path, claim);
    } catch (error) {
      onError(error);
      for (const path of free) claims.set(path, { by: 'unreadable', path: dirname(path) });
    }
    return claims;
  }

  return { claimsOn, release };
}
