import { createSecretScanner, mask, maskShapes } from './secret-scanner.ts';

/** Names of query parameters and JSON fields whose value is a secret in some link or answer. */
const secretName =
  'x-[a-z]+-(?:signature|credential|security-token)|(?:[a-z0-9]+[_-])*(?:token|signature|sig|key|secret|password|passwd|auth|authorization|authorizationtoken|apikey|credential|jwt|sas)';
/** Shorter secrets are not replaced, because that would damage ordinary words. */
const minSecretLength = 6;
const secretParameter = new RegExp(`^(?:${secretName})$`, 'i');
const secretInQuery = new RegExp(`([?&#](?:${secretName})=)[^&#\\s"'<>\\\\]+`, 'gi');
const secretInJson = new RegExp(
  `(\\\\?"(?:${secretName}|client_id)\\\\?"\\s*:\\s*\\\\?")[^"\\\\]*(?:\\\\[^"][^"\\\\]*)*`,
  'gi',
);

/**
 * Returns an address that is safe to log: no userinfo, no token parameter, no token path segment (service §4.10: the raster link
 * has its token as a path segment, the attachment link as a query parameter).
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
  // The query is replaced in one step: each change of `searchParams` writes the whole address again, which takes minutes for a
  // hostile one.
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
  // The mark that replaces a hidden path (`placeOf`) must stay readable.
  return url.href.replaceAll('%E2%80%A6', '…');
}

/** Returns the tokens of a link, recognised by its shape, both encoded and decoded. */
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
  // Shorter values are ignored, because replacing them would damage ordinary words.
  return [...new Set(found.flatMap((token) => [token, read(token)]))].filter(
    ({ length }) => length >= minSecretLength,
  );
}

/** Returns free text (an error of the service, a stack) without anything that looks like a credential. */
export function redactText(text: string): string {
  return (
    text
      .replaceAll(/(\/token\/)[^/\s"'<>\\]+/gi, `$1${mask}`)
      // The length of the scheme is limited: otherwise `a.a.a.…` would be scanned to its end from each letter.
      .replaceAll(/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^/\s"'<>@]+@/gi, '$1')
      .replaceAll(secretInQuery, `$1${mask}`)
      .replaceAll(/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, `$1 ${mask}`)
      .replaceAll(secretInJson, `$1${mask}`)
  );
}

/**
 * Masks secrets in texts and addresses: the remembered values, and anything that has the usual shape of a credential.
 * `thorough` finds more shapes.
 */
export interface Redactor {
  /** Remembers a value that must never leave the main process in any text; call it again at each use of the value. */
  remember(secret: string): void;
  /** Remembers a value that is private but not secret, such as a client id; only `thorough` masks it. */
  rememberName(name: string): void;
  /** Remembers the token of a link. There are very many, so they have their own limit and do not push out other secrets. */
  rememberLink(secret: string): void;
  text(text: string): string;
  address(address: string): string;
  /**
   * For text that leaves Nadir (log, support bundle, copied commands, bodies of answers): also masks secrets in other forms
   * (Base64, escaped, split over lines), tokens of links, and anything with the shape of a secret. Far slower than `text`.
   */
  thorough(text: string): string;
}

/**
 * How many values are remembered; the least recently used are dropped. If a service refuses every token, each poll gets a
 * new one, and each text is searched for all of them.
 */
const maxRemembered = 500;

/** Creates a redactor, which finds secrets by their shape and by the values in use. */
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
      if (secret.length < minSecretLength) return;
      if (!known.has(secret)) scanner = null;
      known.delete(secret);
      known.set(secret, [
        secret,
        encodeURIComponent(secret.toWellFormed()),
        // As it is escaped in a JSON line of the log, and in JSON within JSON.
        JSON.stringify(secret).slice(1, -1),
        JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      ]);
      const [oldest] = known.keys();
      if (known.size > maxRemembered && oldest !== undefined) known.delete(oldest);
      // Longest first: otherwise a secret that begins with another one would leave its end unmasked.
      secrets = [...new Set([...known.values()].flat())].sort((a, b) => b.length - a.length);
    },
    rememberName(name) {
      if (name.length < minSecretLength || names.has(name)) return;
      scanner = null;
      names.add(name);
    },
    rememberLink(secret) {
      if (secret.length < minSecretLength || links.has(secret)) return;
      scanner = null;
      links.add(secret);
      const [oldest] = links;
      if (links.size > maxRemembered && oldest !== undefined) links.delete(oldest);
    },
    text: (text) => redactText(byValue(text)),
    thorough(text) {
      scanner ??= createSecretScanner([...known.keys(), ...links, ...names]);
      // By value first: a value that a shape has cut in the middle would not be found any more.
      return maskShapes(redactText(scanner(text)));
    },
    address: (address) => redactAddress(byValue(address)),
  };
}
