import { unusable } from '../unusable.ts';
import { assertFixedHost } from './recipe.ts';

/** A typed address with uniform placeholders, and the key that it contained; null if it had none. */
export interface ReadTemplate {
  template: string;
  subdomains: string[];
  key: string | null;
}

const maxSubdomains = 26;
/** The names of query parameters whose value is a key. */
const keyName =
  /^(?:api-?_?key|key|access-?_?token|token|tk|subscription-key|map-?key|auth|(?:app|client)-?_?(?:code|secret)|secret|password|sig|signature|app-?_?id)$/i;
/** A parameter that is a key if it is the only one; beside another key it only names the application. */
const identityName = /^app-?_?id$/i;
const keyPlaceholder = /^(?:key|api-?_?key|access-?_?token|token|accesstoken|your_.*)$/i;

/** Returns the names that replace `{s}`. Throws MAP_UNUSABLE for an invalid name, and for too many. */
function subdomainsOf(written: string): string[] {
  const names = written
    .split(/[\s,;]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const odd = names.find((name) => !/^[a-z0-9](?:[a-z0-9-]{0,29})$/i.test(name));
  if (odd !== undefined || names.length > maxSubdomains) throw unusable('subdomains', odd ?? names.length);
  return names;
}

/** Returns the letters or digits of a range: `a`, `b`, `c` for `a-c`. */
function charactersOf(first: string, last: string): string[] {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  if (to < from || to - from >= maxSubdomains) throw unusable('subdomains', `${first}-${last}`);
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i));
}

const readValue = (value: string): string => {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
};

/**
 * Returns an address with `{key}` in place of the key in its query, and the key; null if it has none. Many providers show addresses
 * with a key, and a key must not be stored with the map. @throws MAP_UNUSABLE (`key-several`) for more than one key.
 */
export function takeKeyOut(address: string): { address: string; key: string | null } {
  const parameter = /([?&])([^=&#?]+)=([^&#{}]+)/g;
  const named = [...address.matchAll(parameter)].filter(([, , name = '']) => keyName.test(name));
  const secret = named.filter(([, , name = '']) => !identityName.test(name));
  const [only, ...others] = secret.length > 0 ? secret : named;
  const placeholders = [...address.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name.trim());
  const hasKeyPlaceholder = placeholders.some((name) => keyPlaceholder.test(name));
  if (others.length > 0 || (only !== undefined && hasKeyPlaceholder))
    throw unusable('key-several', [...new Set(named.map(([, , name = '']) => name))].join(', '));
  if (only === undefined) return { address, key: null };
  const [all, mark = '', name = '', value = ''] = only;
  const before = address.slice(0, only.index);
  const behind = address.slice(only.index + all.length);
  return { address: `${before}${mark}${name}={key}${behind}`, key: readValue(value) };
}

/**
 * Reads the address of a server as users and providers write it: `{a-c}`, `{switch:a,b}`, `${z}`, `{zoom}`, `{apikey}`. `subdomains` are
 * the names for `{s}`, with commas between them. @throws MAP_UNUSABLE if a placeholder is unknown or decides which host is asked.
 */
export function readTemplate(address: string, subdomains: string): ReadTemplate {
  let names = subdomainsOf(subdomains);
  const { address: withoutKey, key } = takeKeyOut(address.trim());
  const template = withoutKey.replaceAll(/\$?\{([^{}]*)\}/g, (_, written: string) => {
    const name = written.trim();
    const range = /^([a-z0-9])-([a-z0-9])$/i.exec(name);
    const choice = /^switch:(.+)$/i.exec(name);
    if (range?.[1] !== undefined && range[2] !== undefined) names = charactersOf(range[1], range[2]);
    if (choice?.[1] !== undefined) names = subdomainsOf(choice[1]);
    if (range || choice || /^(?:s|subdomain)$/i.test(name)) return '{s}';
    if (/^(?:z|zoom|level)$/i.test(name)) return '{z}';
    if (/^[xy]$/i.test(name)) return `{${name.toLowerCase()}}`;
    if (name.toLowerCase() === '-y') return '{-y}';
    // It asks for tiles of twice the pixels; without it the server sends the usual ones.
    if (/^(?:r|ratio|@2x)$/i.test(name)) return '';
    if (keyPlaceholder.test(name)) return '{key}';
    throw unusable('placeholder', `{${name}}`);
  });
  assertFixedHost(template);
  if (template.includes('{s}') && names.length === 0) throw unusable('subdomains', '{s}');
  return { template, subdomains: template.includes('{s}') ? names : [], key };
}

/** Throws MAP_UNUSABLE (`address-incomplete`) if a template does not contain zoom, column and row. */
export function assertComplete(template: string): void {
  const missing = ['{z}', '{x}'].filter((name) => !template.includes(name));
  if (!template.includes('{y}') && !template.includes('{-y}')) missing.push('{y}');
  if (missing.length > 0) throw unusable('address-incomplete', missing.join(' '));
}
