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
