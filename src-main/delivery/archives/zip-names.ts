import type { AppErrorData } from '../../../src-preload/contract/errors.ts';
import { deviceNames, foldedName } from '../storage/safe-name.ts';

/** Why an archive is refused as a whole. */
export type ZipRefusal = AppErrorData<'ARCHIVE_REFUSED'>['reason'];

/** What the usual file systems take for one name, and what a path may add up to. */
const maxNameBytes = 255;
const maxPathBytes = 1_024;
const maxDepth = 32;

/** Controls (NUL among them), what separates paths or means more than itself somewhere, and what turns the reading around. */
const badCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\\:*?"<>|\u202a-\u202e\u2066-\u2069\ufffd]/u;

/**
 * The folders and the name that an entry asks for, or why it gets none (service §11.3). Odd but harmless
 * names (`..foo.txt`, `.hidden`, inner spaces) pass as they are: other files of the archive may refer to them.
 */
export function zipPath(name: string): { segments: string[]; isFolder: boolean } | { refused: ZipRefusal } {
  if (/^[/\\]/.test(name) || /^[a-z]:/i.test(name)) return { refused: 'absolute' };
  if (name.split(/[/\\]/).includes('..')) return { refused: 'outside' };
  if (name === '' || badCharacters.test(name)) return { refused: 'character' };
  const segments = name.split('/').filter((segment) => segment !== '' && segment !== '.');
  for (const segment of segments) {
    if (deviceNames.test(segment)) return { refused: 'device' };
    if (/[. ]$/.test(segment)) return { refused: 'trailing' };
    if (Buffer.byteLength(segment) > maxNameBytes) return { refused: 'long' };
  }
  if (segments.length > maxDepth || Buffer.byteLength(name) > maxPathBytes) return { refused: 'long' };
  const isFolder = /(^|\/)\.?$/.test(name);
  if (segments.length === 0 && !isFolder) return { refused: 'character' };
  return { segments, isFolder };
}

/** Refuses what would be the same to a file system that folds case or normalizes, and a file where a folder is. */
export function createZipNames() {
  const known = new Map<string, { spelling: string; kind: 'file' | 'folder' }>();
  return {
    /** Takes the name; returns false where it is taken already. */
    reserve(segments: readonly string[], isFolder: boolean): boolean {
      for (let depth = 1; depth <= segments.length; depth += 1) {
        const spelling = segments.slice(0, depth).join('/');
        const kind = depth < segments.length || isFolder ? 'folder' : 'file';
        const folded = foldedName(spelling);
        const before = known.get(folded);
        if (!before) known.set(folded, { spelling, kind });
        else if (kind === 'file' || before.kind === 'file' || before.spelling !== spelling) return false;
      }
      return true;
    },
  };
}
