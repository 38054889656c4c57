import { redactAddress } from './redact.ts';

/** Returns the secrets of a link: the segment after `/token/` and the values of its query (service §4.10). */
function secretsOf(link: string): string[] {
  const segment = /\/token\/([^/?#]+)/i.exec(link)?.[1];
  const query = link.includes('?') ? new URLSearchParams(link.slice(link.indexOf('?') + 1)) : [];
  return [segment, ...[...query].map(([, value]) => value)].filter(
    // Shorter values (a page number, a flag) are not secrets, and replacing them would damage ordinary words.
    (value): value is string => value !== undefined && value.length >= minSecretLength,
  );
}

/** A scene has about a dozen links. Each string is searched for each secret, which would take hours with thousands of them. */
const maxSecrets = 64;
/** `url` in scenes (service §2.9), `href` in deliverables (service §10.4). */
const linkNames: ReadonlySet<string> = new Set(['url', 'href']);
const minSecretLength = 8;

function collectSecrets(value: unknown, found: Set<string>): Set<string> {
  if (Array.isArray(value)) for (const inner of value) collectSecrets(inner, found);
  else if (value !== null && typeof value === 'object') {
    for (const [name, inner] of Object.entries(value)) {
      if (linkNames.has(name) && typeof inner === 'string')
        for (const secret of secretsOf(inner)) found.add(secret);
      else collectSecrets(inner, found);
    }
  }
  return found;
}

/** Masks the values of an address's query: none is needed, and any may be a signature. */
function bareAddress(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return text;
  const url = new URL(text);
  if (url.search !== '')
    url.search = new URLSearchParams(
      [...url.searchParams.keys()].map((name): [string, string] => [name, '***']),
    ).toString();
  return url.href;
}

/**
 * Returns a scene or deliverable that is safe to store and to show: no link; no token and no query values in other addresses; and
 * the tokens of the scene's own links removed from every field that repeats them. Names and all other fields stay.
 */
export function redactScene(scene: unknown): unknown {
  const secrets = collectSecrets(scene, new Set());
  const forms = [...new Set([...secrets].flatMap((each) => [each, encodeURIComponent(each.toWellFormed())]))];
  const cleanText = (value: string): string => {
    // No real scene has so many secrets; every longer text is masked, so that no token is left.
    if (secrets.size > maxSecrets) return value.length < minSecretLength ? value : '***';
    let text = value;
    for (const form of forms) text = text.replaceAll(form, '***');
    return /:\/\/|token|[?&][\w.-]+=/i.test(text) ? bareAddress(redactAddress(text)) : text;
  };
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return cleanText(value);
    if (Array.isArray(value)) return value.map(clean);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      // A relative link contains its token too; the store never needs a link.
      Object.entries(value).flatMap(([name, inner]) => (linkNames.has(name) ? [] : [[name, clean(inner)]])),
    );
  };
  return clean(scene);
}
