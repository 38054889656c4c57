/**
 * Returns the first proxy of a PAC answer (`PROXY host:port; HTTPS host:port; DIRECT`) that the HTTP client can use, as an
 * address; null for a direct connection. Where the system allows a SOCKS proxy only, its address is returned: the client does not support it,
 * and says so instead of going around it.
 */
export function readProxyRule(rule: string): string | null {
  let socks: string | null = null;
  for (const part of rule.split(';')) {
    const [kind = '', address = ''] = part.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return null;
    const scheme = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }[kind.toUpperCase()];
    if (scheme !== undefined && URL.canParse(`${scheme}://${address}`)) return `${scheme}://${address}`;
    if (/^SOCKS[45]?$/i.test(kind) && URL.canParse(`socks://${address}`)) socks ??= `socks://${address}`;
  }
  return socks;
}
