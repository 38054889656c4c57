import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportProblem } from '../../../src-preload/contract/scene-imports.ts';

/** Where an address is read from. */
export interface HrefBase {
  /** The folder of the file that has the address. */
  folder: string;
  /** No path outside of this folder is used. */
  root: string;
  /** The address under which the file was published, if it tells one: absolute addresses beside it are files beside the file. */
  self: string | null;
}

/** A path, or why the address is not used. */
export type ResolvedHref = { path: string } | { problem: ImportProblem };

const hasScheme = (href: string) => /^[a-z][a-z0-9+.-]*:/i.test(href);
const isDrive = (href: string) => /^[a-z]:[\\/]/i.test(href);

/** True for a path in a folder, or the folder itself. */
export function isWithinFolder(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Another tool may write names as they are, also with a percent sign.
    return text;
  }
}

/** Returns the relative way from the published address of a file to an absolute address; null if they have no place in common. */
function wayFromSelf(self: string | null, href: string): string | null {
  const from = self === null ? null : URL.parse(self);
  const to = URL.parse(href);
  if (from === null || to === null || from.origin !== to.origin || from.origin === 'null') return null;
  if (to.search !== '' || to.hash !== '') return null;
  const base = from.pathname.split('/').slice(0, -1);
  const parts = to.pathname.split('/');
  let shared = 0;
  while (shared < base.length && base[shared] === parts[shared]) shared += 1;
  return [...base.slice(shared).map(() => '..'), ...parts.slice(shared)].join('/');
}

function absolutePath(href: string): string | null {
  try {
    return /^file:/i.test(href) ? fileURLToPath(href) : href;
  } catch {
    return null;
  }
}

/**
 * Returns the path that an address in a file of this computer leads to. An address of another computer, a path outside of the
 * folder that was chosen, and what is no path are problems. Whether a file is there is not looked at.
 */
export function resolveHref(href: string, { folder, root, self }: HrefBase): ResolvedHref {
  if (href === '' || href.includes('\0') || href.length > 8_192) return { problem: 'invalid' };
  const isLocalAbsolute = isDrive(href) || /^file:/i.test(href) || /^\/(?!\/)/.test(href);
  if (isLocalAbsolute) {
    const path = absolutePath(href);
    if (path === null || !isAbsolute(path)) return { problem: 'address-absolute' };
    return isWithinFolder(root, resolve(path)) ? { path: resolve(path) } : { problem: 'address-absolute' };
  }
  const isRemote = hasScheme(href) || /^[\\/]{2}/.test(href);
  const way = isRemote ? wayFromSelf(self, href) : href;
  if (way === null) return { problem: 'address-remote' };
  const text = decoded(way);
  if (text.includes('\0') || isAbsolute(text) || isDrive(text)) return { problem: 'address-outside' };
  if (sep === '\\' && /[\\:]/.test(text)) return { problem: 'address-outside' };
  const path = join(folder, text);
  return isWithinFolder(root, path) && path !== root ? { path } : { problem: 'address-outside' };
}
