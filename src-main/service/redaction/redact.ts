import { createSecretScanner, mask, maskShapes } from './secret-scanner.ts';

/** Names (of query parameters, of JSON fields) whose value is a secret in some link or answer. */
const secretName =
  'x-[a-z]+-(?:signature|credential|security-token)|(?:[a-z0-9]+[_-])*(?:token|signature|sig|key|secret|password|passwd|auth|authorization|authorizationtoken|apikey|credential|jwt|sas)';
/** Shorter ones would eat ordinary words. */
const shortestSecret = 6;
const secretParameter = new RegExp(`^(?:${secretName})$`, 'i');
const secretInQuery = new RegExp(`([?&#](?:${secretName})=)[^&#\\s"'<>\\\\]+`, 'gi');
const secretInJson = new RegExp(
  `(\\\\?"(?:${secretName}|client_id)\\\\?"\\s*:\\s*\\\\?")[^"\\\\]*(?:\\\\[^"][^"\\\\]*)*`,
  'gi',
);

/**
 * An address as it may be logged: no userinfo, no token parameter, no token path segment (service §4.10: the raster
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
  // Written anew in one go: each change of `searchParams` writes the whole address again, minutes for a hostile one.
  const query = [...url.searchParams];
  if (query.some(([name]) => secretParameter.test(name))) {
    const masked = query.map(([name, value]): [string, string] => [
      name,
      secretParameter.test(name) ? mask : value,
    ]);
    url.search = new URLSearchParams(masked).toString();
  }
  url.hash = '';
  url.pathname = url.pathname.replaceAll(/(\/token\/)[^/]+/gi, `$1${mask}`);
  // What stands for a path that is not told (`placeOf`) has to be readable.
  return url.href.replaceAll('%E2%80%A6', '…');
}

/** The tokens of a link by its shape, as they stand there and as they read. */
export function tokensOf(address: string): string[] {
  if (!URL.canParse(address)) return [];
  const { pathname, search } = new URL(address);
  const found = [
    ...[...pathname.matchAll(/\/token\/([^/]+)/gi)].map(([, token = '']) => token),
    ...[...search.matchAll(/[?&]([^=&?]*)=([^&]*)/g)].flatMap(([, name = '', value = '']) =>
      secretParameter.test(name) ? [value] : [],
    ),
  ];
  const read = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  // Shorter ones would eat ordinary words.
  return [...new Set(found.flatMap((token) => [token, read(token)]))].filter(
    ({ length }) => length >= shortestSecret,
  );
}

/** Free text (an error of the service, a stack) without what looks like a credential. */
export function redactText(text: string): string {
  return (
    text
      .replaceAll(/(\/token\/)[^/\s"'<>\\]+/gi, `$1${mask}`)
      // The scheme is bounded: without that, `a.a.a.…` is read to its end from each of its letters.
      .replaceAll(/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^/\s"'<>@]+@/gi, '$1')
      .replaceAll(secretInQuery, `$1${mask}`)
      .replaceAll(/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, `$1 ${mask}`)
      .replaceAll(secretInJson, `$1${mask}`)
  );
}

/**
 * Masks secrets in texts and addresses. It knows the secrets that it was told, and `thorough` also finds what has
 * their shape.
 */
export interface Redactor {
  /** A value that must never leave main in any text; to be said again whenever it is used. */
  remember(secret: string): void;
  /** No secret, but nobody else's business, such as a client id: masked where all is. */
  rememberName(name: string): void;
  /** The token of a link: there are very many, and they do not push out what `remember` was told. */
  rememberLink(secret: string): void;
  text(text: string): string;
  address(address: string): string;
  /**
   * For what is handed on (log, support bundle, copied commands, bodies of answers): also secrets in other forms (Base64, escaped,
   * cut over lines), tokens of links, and all that has the shape of a secret. Far slower than `text`.
   */
  thorough(text: string): string;
}

/**
 * How many values are remembered: those used last. A service that refuses every token has a new one issued with each
 * poll, and each text is searched for all of them.
 */
const mostRemembered = 500;

/** Redaction by shape, and by value for every secret and token in use. */
export function createRedactor(): Redactor {
  const known = new Map<string, readonly string[]>();
  const links = new Set<string>();
  const names = new Set<string>();
  let secrets: string[] = [];
  let scanner: ((text: string) => string) | null = null;
  const byValue = (text: string) => {
    let clean = text;
    for (const secret of secrets) clean = clean.replaceAll(secret, mask);
    return clean;
  };
  return {
    remember(secret) {
      if (secret.length < shortestSecret) return;
      if (!known.has(secret)) scanner = null;
      known.delete(secret);
      known.set(secret, [
        secret,
        encodeURIComponent(secret.toWellFormed()),
        // As it stands in a JSON line of the log, and in JSON within JSON.
        JSON.stringify(secret).slice(1, -1),
        JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      ]);
      const [oldest] = known.keys();
      if (known.size > mostRemembered && oldest !== undefined) known.delete(oldest);
      // Longest first: a secret that begins with another one must not leave its tail.
      secrets = [...new Set([...known.values()].flat())].sort((a, b) => b.length - a.length);
    },
    rememberName(name) {
      if (name.length < shortestSecret || names.has(name)) return;
      scanner = null;
      names.add(name);
    },
    rememberLink(secret) {
      if (secret.length < shortestSecret || links.has(secret)) return;
      scanner = null;
      links.add(secret);
      const [oldest] = links;
      if (links.size > mostRemembered && oldest !== undefined) links.delete(oldest);
    },
    text: (text) => redactText(byValue(text)),
    thorough(text) {
      scanner ??= createSecretScanner([...known.keys(), ...links, ...names]);
      // By value first: what a shape cuts off in the middle would no longer be known.
      return maskShapes(redactText(scanner(text)));
    },
    address: (address) => redactAddress(byValue(address)),
  };
}
