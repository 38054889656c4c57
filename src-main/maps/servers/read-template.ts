import { unusable } from '../unusable.ts';
import { assertFixedHost } from './recipe.ts';

/** A typed address with its placeholders in one spelling, and the key that stood in it. */
export interface ReadTemplate {
  template: string;
  subdomains: string[];
  key: string | null;
}

const mostSubdomains = 26;
/** Names of query parameters whose value providers use as a key. */
const keyName =
  /^(?:api-?_?key|key|access-?_?token|token|tk|subscription-key|map-?key|auth|(?:app|client)-?_?(?:code|secret)|secret|password|sig|signature|app-?_?id)$/i;
/** A key by itself, but beside another one only the name of who asks. */
const identityName = /^app-?_?id$/i;
const keyPlaceholder = /^(?:key|api-?_?key|access-?_?token|token|accesstoken|your_.*)$/i;

/** Reads the names that replace `{s}` in an address of tiles; throws for one that is no name, and for too many. */
function subdomainsOf(written: string): string[] {
  const names = written
    .split(/[\s,;]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const odd = names.find((name) => !/^[a-z0-9](?:[a-z0-9-]{0,29})$/i.test(name));
  if (odd !== undefined || names.length > mostSubdomains) throw unusable('subdomains', odd ?? names.length);
  return names;
}

/** `a-c` becomes `a`, `b`, `c`. */
function spread(first: string, last: string): string[] {
  const [from, to] = [first.charCodeAt(0), last.charCodeAt(0)];
  if (to < from || to - from >= mostSubdomains) throw unusable('subdomains', `${first}-${last}`);
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
 * Takes a key out of the query of an address and puts `{key}` in its place: many providers show an address that contains it, and a
 * key must not be stored with the map. Throws MAP_UNUSABLE (`key-several`) if there is more than one, because only one can be kept.
 */
export function takeKeyOut(address: string): { address: string; key: string | null } {
  const parameter = /([?&])([^=&#?]+)=([^&#{}]+)/g;
  const named = [...address.matchAll(parameter)].filter(([, , name = '']) => keyName.test(name));
  const secret = named.filter(([, , name = '']) => !identityName.test(name));
  const [only, ...others] = secret.length > 0 ? secret : named;
  const places = [...address.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name.trim());
  const hasPlace = places.some((name) => keyPlaceholder.test(name));
  if (others.length > 0 || (only !== undefined && hasPlace))
    throw unusable('key-several', [...new Set(named.map(([, , name = '']) => name))].join(', '));
  if (only === undefined) return { address, key: null };
  const [all, mark = '', name = '', value = ''] = only;
  const before = address.slice(0, only.index);
  const behind = address.slice(only.index + all.length);
  return { address: `${before}${mark}${name}={key}${behind}`, key: readValue(value) };
}

/**
 * Reads the address of a server as people and providers write it: `{a-c}`, `{switch:a,b}`, `${z}`, `{zoom}`, `{apikey}`. Throws
 * MAP_UNUSABLE if a placeholder is unknown, or if one decides which host is asked.
 */
export function readTemplate(address: string, subdomains: string): ReadTemplate {
  let names = subdomainsOf(subdomains);
  const { address: withoutKey, key } = takeKeyOut(address.trim());
  const template = withoutKey.replaceAll(/\$?\{([^{}]*)\}/g, (_, written: string) => {
    const name = written.trim();
    const range = /^([a-z0-9])-([a-z0-9])$/i.exec(name);
    const choice = /^switch:(.+)$/i.exec(name);
    if (range?.[1] !== undefined && range[2] !== undefined) names = spread(range[1], range[2]);
    if (choice?.[1] !== undefined) names = subdomainsOf(choice[1]);
    if (range || choice || /^(?:s|subdomain)$/i.test(name)) return '{s}';
    if (/^(?:z|zoom|level)$/i.test(name)) return '{z}';
    if (/^[xy]$/i.test(name)) return `{${name.toLowerCase()}}`;
    if (name.toLowerCase() === '-y') return '{-y}';
    // Twice the pixels are asked for by a sign that is left out.
    if (/^(?:r|ratio|@2x)$/i.test(name)) return '';
    if (keyPlaceholder.test(name)) return '{key}';
    throw unusable('placeholder', `{${name}}`);
  });
  assertFixedHost(template);
  if (template.includes('{s}') && names.length === 0) throw unusable('subdomains', '{s}');
  return { template, subdomains: template.includes('{s}') ? names : [], key };
}

/** Throws MAP_UNUSABLE (`address-incomplete`) if a template of tiles does not say which tile. */
export function assertComplete(template: string): void {
  const missing = ['{z}', '{x}'].filter((name) => !template.includes(name));
  if (!template.includes('{y}') && !template.includes('{-y}')) missing.push('{y}');
  if (missing.length > 0) throw unusable('address-incomplete', missing.join(' '));
}
