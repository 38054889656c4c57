import { isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ImportProblem } from '../../../../src-preload/contract/scene-imports.ts';

/** The file that has the addresses. */
export interface HrefBase {
  /** The folder of the file. */
  folder: string;
  /** The folder that no address may leave. */
  root: string;
  /** The address at which the file was published; absolute addresses beside it are files beside the file. Null if it names none. */
  self: string | null;
}

/** The path of an address, or the problem if it is not used. */
export type ResolvedHref = { path: string } | { problem: ImportProblem };

const hasScheme = (href: string) => /^[a-z][a-z0-9+.-]*:/i.test(href);
const isDrive = (href: string) => /^[a-z]:[\\/]/i.test(href);

/** True for a path in a folder, or the folder itself. */
export function isWithinFolder(folder: string, path: string): boolean {
  const below = relative(folder, path);
  return below === '' || (below !== '..' && !below.startsWith(`..${sep}`) && !isAbsolute(below));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Other tools may write names without encoding, also names with a percent sign.
    return text;
  }
}

/** Returns the relative address from the published address of a file to an absolute one; null if their origins differ or it has a query. */
function relativeToSelf(self: string | null, href: string): string | null {
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
 * Returns the path to which an address in a local file leads. Addresses of other computers, paths outside of `root` and invalid paths
 * are problems. It does not check whether the file exists.
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
  const relativeHref = isRemote ? relativeToSelf(self, href) : href;
  if (relativeHref === null) return { problem: 'address-remote' };
  // Tools on Windows write paths where addresses belong. An encoded backslash is a part of a name.
  const text = decoded(isRemote ? relativeHref : relativeHref.replaceAll('\\', '/'));
  if (text.includes('\0') || isAbsolute(text) || isDrive(text)) return { problem: 'address-outside' };
  if (sep === '\\' && /[\\:]/.test(text)) return { problem: 'address-outside' };
  const path = join(folder, text);
  return isWithinFolder(root, path) && path !== root ? { path } : { problem: 'address-outside' };
}
