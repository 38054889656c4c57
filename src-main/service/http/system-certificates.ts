import tls from 'node:tls';

let isTrusted = false;

/**
 * Trusts the authorities of the system's store beside those that Node brings, in this thread: a company whose proxy opens every
 * connection has put its own there, and packages of Nadir take no `NODE_EXTRA_CA_CERTS`. Called before each secure connection; the first
 * call reads the store, which takes a tenth of a second.
 */
export function trustSystemCertificates(): void {
  if (isTrusted) return;
  isTrusted = true;
  try {
    const all = [...tls.getCACertificates('default'), ...tls.getCACertificates('system')];
    tls.setDefaultCACertificates([...new Set(all)]);
  } catch {
    // The store cannot be read, or this build of Node has none. The authorities of Node stay.
  }
}

/** Returns how many authorities the system's store has, null if it cannot be read, and how many the connections of this thread trust. */
export function countAuthorities(): { system: number | null; trusted: number } {
  let system: number | null = null;
  try {
    // A store may name one in several places.
    system = new Set(tls.getCACertificates('system')).size;
  } catch {
    // As above.
  }
  return { system, trusted: tls.getCACertificates('default').length };
}
