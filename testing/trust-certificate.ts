import { getCACertificates, setDefaultCACertificates } from 'node:tls';

/** This process trusts the certificate as it would an authority of the system's. Returns the function that undoes it. */
export function trustCertificate(cert: string): () => void {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, cert]);
  return () => setDefaultCACertificates(before);
}
