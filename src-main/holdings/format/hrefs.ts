import { posix } from 'node:path';

/** Why the address of a file is not used. */
export type HrefProblem = 'address-remote' | 'address-absolute' | 'address-outside';

/** Where a path below the library folder begins; only for the computation of relative paths. */
const above = (path: string) => posix.dirname(path);

/** Returns the address of a file as seen from another one; both are paths below the library folder with `/` in them. */
export function relativeHref(from: string, to: string): string {
  const way = posix.relative(above(from), to);
  const text = way
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');
  return text.startsWith('../') ? text : `./${text}`;
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    // Another tool may write names as they are, also with a percent sign.
    return href;
  }
}

/**
 * Returns the path below the library folder that an address in a file of the catalog leads to. What leads elsewhere is a problem and
 * no path: a scheme or a host, an absolute path, a path out of the library.
 */
export function pathOfHref(from: string, href: string): { path: string } | { problem: HrefProblem } {
  // A drive letter looks like a scheme, so it is told first.
  if (/^[a-z]:[\\/]/i.test(href) || /^(file:\/\/\/|[\\/](?![\\/]))/i.test(href))
    return { problem: 'address-absolute' };
  if (/^([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(href) || /[?#]/.test(href)) return { problem: 'address-remote' };
  const text = decoded(href);
  if (text === '' || text.includes('\0') || /^[\\/]/.test(text) || /^[a-z]:[\\/]/i.test(text))
    return { problem: 'address-outside' };
  if (process.platform === 'win32' && /[\\:]/.test(text)) return { problem: 'address-outside' };
  const path = posix.normalize(posix.join(above(from), text));
  if (path === '.' || path === '..' || path.startsWith('../') || path.endsWith('/'))
    return { problem: 'address-outside' };
  return { path };
}
