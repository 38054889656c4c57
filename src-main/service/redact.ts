/** Query parameters that carry a secret in some link. */
const secretParameters = /^(token|access_token|signature|sig|key|secret|client_secret|x-amz-.*)$/i;
const mask = '***';

/**
 * An address as it may be logged: no userinfo, no token parameter, no token path segment (interface §4.10: the raster
 * link carries its token as a path segment, the attachment link as a query parameter).
 */
export function redactAddress(address: string): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return redactText(address);
  }
  url.username = '';
  url.password = '';
  for (const name of [...url.searchParams.keys()]) {
    if (secretParameters.test(name)) url.searchParams.set(name, mask);
  }
  url.hash = '';
  url.pathname = url.pathname.replaceAll(/(\/token\/)[^/]+/gi, `$1${mask}`);
  return url.href;
}

/** Free text (an error of the service, a stack) without what looks like a credential. */
export function redactText(text: string): string {
  return text
    .replaceAll(/(\/token\/)[^/\s"'<>]+/gi, `$1${mask}`)
    .replaceAll(
      /([?&](?:token|access_token|signature|sig|key|secret|client_secret)=)[^&\s"'<>]+/gi,
      `$1${mask}`,
    )
    .replaceAll(/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, `$1 ${mask}`)
    .replaceAll(
      /("(?:access_token|client_secret|client_id|refresh_token|token)"\s*:\s*")[^"]*/gi,
      `$1${mask}`,
    );
}

export interface Redactor {
  /** A value that must never leave main in any text. */
  remember(secret: string): void;
  text(text: string): string;
  address(address: string): string;
}

/** Redaction by shape, and by value for every secret and token in use. */
export function createRedactor(): Redactor {
  const secrets = new Set<string>();
  const byValue = (text: string) => {
    let clean = text;
    for (const secret of secrets) clean = clean.replaceAll(secret, mask);
    return clean;
  };
  return {
    remember(secret) {
      // Shorter ones would eat ordinary words.
      if (secret.length < 6) return;
      secrets.add(secret);
      secrets.add(encodeURIComponent(secret));
    },
    text: (text) => redactText(byValue(text)),
    address: (address) => redactAddress(byValue(address)),
  };
}
