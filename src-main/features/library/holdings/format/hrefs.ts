import { posix } from 'node:path';

/** Why the address of a file is not used. */
export type HrefProblem = 'address-remote' | 'address-absolute' | 'address-outside';

const parentOf = (path: string) => posix.dirname(path);

/** Returns the relative address from one file to another; both paths are relative to the library folder and separated by `/`. */
export function relativeHref(from: string, to: string): string {
  const text = posix
    .relative(parentOf(from), to)
    .split('/')
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join('/');
  return text.startsWith('../') ? text : `./${text}`;
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href);
  } catch {
    // Other tools may write names without encoding, also names with a percent sign.
    return href;
  }
}

/**
 * Returns the path, relative to the library folder, to which an address in a file of the catalog leads. Addresses with a scheme or a host,
 * absolute paths and paths out of the library are problems.
 */
export function pathOfHref(from: string, href: string): { path: string } | { problem: HrefProblem } {
  // Tested first, because a drive letter looks like a scheme.
  if (/^[a-z]:[\\/]/i.test(href) || /^(file:\/\/\/|[\\/](?![\\/]))/i.test(href))
    return { problem: 'address-absolute' };
  if (/^([a-z][a-z0-9+.-]*:|[\\/]{2})/i.test(href) || /[?#]/.test(href)) return { problem: 'address-remote' };
  const text = decoded(href);
  if (text === '' || text.includes('\0') || /^[\\/]/.test(text) || /^[a-z]:[\\/]/i.test(text))
    return { problem: 'address-outside' };
  if (process.platform === 'win32' && /[\\:]/.test(text)) return { problem: 'address-outside' };
  const path = posix.normalize(posix.join(parentOf(from), text));
  if (path === '.' || path === '..' || path.startsWith('../') || path.endsWith('/'))
    return { problem: 'address-outside' };
  return { path };
}
