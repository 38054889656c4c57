import type { AppErrorData } from '../../../../src-preload/contract/errors.ts';
import { foldedName } from '../../../core/folded-name.ts';
import { deviceNames } from '../../../transfer/storage/safe-name.ts';

/** The reasons why an archive is refused as a whole. */
export type ZipRefusal = AppErrorData<'ARCHIVE_REFUSED'>['reason'];

/** The longest name that usual file systems accept, and the longest path. */
const maxNameBytes = 255;
const maxPathBytes = 1_024;
const maxDepth = 32;

/**
 * Control characters (with NUL), characters with a special meaning on some system, and those that change the
 * direction of text.
 */
const badCharacters = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}:*?"<>|\u202a-\u202e\u2066-\u2069\ufffd]/u;

/**
 * Returns the folders and the name of an entry, or why it is refused (service §11.3). A backslash separates folders, as programs on Windows
 * write it, and what it separates is checked like everything else. Odd but harmless names (`..foo.txt`,
 * `.hidden`, inner spaces) are accepted unchanged, because other files of the archive may refer to them.
 */
export function zipPath(name: string): { segments: string[]; isFolder: boolean } | { refused: ZipRefusal } {
  if (/^[/\\]/.test(name) || /^[a-z]:/i.test(name)) return { refused: 'absolute' };
  if (name.split(/[/\\]/).includes('..')) return { refused: 'outside' };
  if (name === '' || badCharacters.test(name)) return { refused: 'character' };
  const segments = name.split(/[/\\]/).filter((segment) => segment !== '' && segment !== '.');
  for (const segment of segments) {
    if (deviceNames.test(segment)) return { refused: 'device' };
    if (/[. ]$/.test(segment)) return { refused: 'trailing' };
    if (Buffer.byteLength(segment) > maxNameBytes) return { refused: 'long' };
  }
  if (segments.length > maxDepth || Buffer.byteLength(name) > maxPathBytes) return { refused: 'long' };
  const isFolder = /(^|[/\\])\.?$/.test(name);
  if (segments.length === 0 && !isFolder) return { refused: 'character' };
  return { segments, isFolder };
}

/**
 * Refuses names that a file system which folds case or normalizes would treat as the same, and a file with the name of a folder.
 */
export function createZipNames() {
  const known = new Map<string, { spelling: string; kind: 'file' | 'folder' }>();
  return {
    /** Reserves the name; returns false if it is already taken. */
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
