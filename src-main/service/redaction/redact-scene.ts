import { redactAddress } from './redact.ts';

/** What a link carries besides its place: the segment after `/token/` and the values of its query (service §4.10). */
function secretsOf(link: string): string[] {
  const segment = /\/token\/([^/?#]+)/i.exec(link)?.[1];
  const query = link.includes('?') ? new URLSearchParams(link.slice(link.indexOf('?') + 1)) : [];
  return [segment, ...[...query].map(([, value]) => value)].filter(
    // Shorter values (a page number, a flag) are no secrets and would eat ordinary words.
    (value): value is string => value !== undefined && value.length >= shortestSecret,
  );
}

/** A scene has a dozen links. Each string is searched for each secret: with thousands that would take hours. */
const mostSecrets = 64;
/** `url` in scenes (service §2.9), `href` in deliverables (service §10.4). */
const linkNames: ReadonlySet<string> = new Set(['url', 'href']);
const shortestSecret = 8;

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

/** An address keeps its place; no value of its query is needed, and any may be a signature. */
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
 * A scene or deliverable as it may be kept and shown: no link, every other address without token and query values, and the tokens of the
 * scene's own links nowhere, whatever field repeats them. Names and all other fields stay.
 */
export function redactScene(scene: unknown): unknown {
  const secrets = collectSecrets(scene, new Set());
  const forms = [...new Set([...secrets].flatMap((each) => [each, encodeURIComponent(each.toWellFormed())]))];
  const cleanText = (value: string): string => {
    // No honest scene: rather nothing of it than one of its tokens.
    if (secrets.size > mostSecrets) return value.length < shortestSecret ? value : '***';
    let text = value;
    for (const form of forms) text = text.replaceAll(form, '***');
    return /:\/\/|token|[?&][\w.-]+=/i.test(text) ? bareAddress(redactAddress(text)) : text;
  };
  const clean = (value: unknown): unknown => {
    if (typeof value === 'string') return cleanText(value);
    if (Array.isArray(value)) return value.map(clean);
    if (value === null || typeof value !== 'object') return value;
    return Object.fromEntries(
      // A relative link carries its token too; no link is ever needed from the store.
      Object.entries(value).flatMap(([name, inner]) => (linkNames.has(name) ? [] : [[name, clean(inner)]])),
    );
  };
  return clean(scene);
}
