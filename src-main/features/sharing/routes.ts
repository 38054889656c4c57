import { collectionId } from './stac/documents.ts';
import { BadRequestError, readSearchBody, readSearchQuery, type SearchTerms } from './stac/search-terms.ts';

/** The target of a request, with all its parameters parsed and within their limits. */
export type SharingRoute =
  | { to: 'landing' | 'conformance' | 'description' | 'collections' | 'collection' | 'wmts' }
  | { to: 'item'; id: string }
  | { to: 'search'; terms: SearchTerms; self: string; body: Record<string, unknown> | null }
  | { to: 'asset'; fileId: number; fileName: string }
  /** `row` is the number of the scene; null for the whole library. */
  | { to: 'tile'; row: number | null; tile: { z: number; x: number; y: number } }
  | { to: 'refused'; status: 404 | 405 | 415 };

const itemsPath = `/collections/${collectionId}/items`;
const documents = new Map<
  string,
  'landing' | 'conformance' | 'description' | 'collections' | 'collection' | 'wmts'
>([
  ['/', 'landing'],
  ['/conformance', 'conformance'],
  ['/api', 'description'],
  ['/collections', 'collections'],
  [`/collections/${collectionId}`, 'collection'],
  ['/wmts', 'wmts'],
  ['/wmts/1.0.0/WMTSCapabilities.xml', 'wmts'],
]);
const tilePattern = /^\/tiles\/(library|\d{1,15})\/(\d{1,2})\/(\d{1,8})\/(\d{1,8})\.png$/;
const assetPattern = /^\/assets\/(\d{1,15})\/([^/]{1,2000})$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new BadRequestError('The address has a percent sign that stands for nothing.');
  }
}

/**
 * Returns the route of a request. `text` is the body of a POST. Throws BadRequestError, which says what to change. No path of the request
 * becomes a path on disk: a file is found by its number, and its name must be the recorded one, because programs also request files beside
 * it (`.ovr`, `.aux.xml`).
 */
export function routeOf(request: {
  method: string;
  path: string;
  query: string;
  contentType: string | null;
  text: string;
}): SharingRoute {
  const { method, path, query, contentType, text } = request;
  if (method === 'POST') {
    if (path !== '/search') return { to: 'refused', status: 405 };
    if (!/^application\/(?:geo\+)?json\s*(?:;|$)/i.test(contentType ?? ''))
      return { to: 'refused', status: 415 };
    return { to: 'search', self: '/search', ...readSearchBody(text) };
  }
  const plain = path.length > 1 ? path.replace(/\/$/, '') : path;
  const document = documents.get(plain);
  if (document !== undefined) return { to: document };
  if (plain === '/search' || plain === itemsPath) {
    const terms = readSearchQuery(new URLSearchParams(query));
    return { to: 'search', terms, self: query === '' ? plain : `${plain}?${query}`, body: null };
  }
  if (plain.startsWith(`${itemsPath}/`)) {
    const id = decoded(plain.slice(itemsPath.length + 1));
    return id.length > 500 ? { to: 'refused', status: 404 } : { to: 'item', id };
  }
  const asset = assetPattern.exec(path);
  if (asset !== null) return { to: 'asset', fileId: Number(asset[1]), fileName: decoded(asset[2] ?? '') };
  const [, layer, ...place] = tilePattern.exec(path) ?? [];
  if (layer === undefined) return { to: 'refused', status: 404 };
  const [z = 0, x = 0, y = 0] = place.map(Number);
  return { to: 'tile', row: layer === 'library' ? null : Number(layer), tile: { z, x, y } };
}
