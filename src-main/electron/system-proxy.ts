/**
 * Returns the first proxy of a PAC answer (`PROXY host:port; HTTPS host:port; DIRECT`) that the HTTP client can use, as an
 * address; null for a direct connection. SOCKS is skipped, because the client does not support it.
 */
export function readProxyRule(rule: string): string | null {
  for (const part of rule.split(';')) {
    const [kind = '', address = ''] = part.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return null;
    const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()];
    if (scheme !== undefined && URL.canParse(`${scheme}://${address}`)) return `${scheme}://${address}`;
  }
  return null;
}
