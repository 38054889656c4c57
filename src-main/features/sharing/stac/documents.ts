import { type ScenesExtent, toStacExtent } from '../../../core/stac-extent.ts';

/** The id of the only collection, which has all scenes with files in the library folder. */
export const collectionId = 'library';
const stacVersion = '1.1.0';
const title = 'Nadir library';
const description = 'Scenes and their files in the library folder of Nadir on this computer.';
const json = 'application/json';
const geoJson = 'application/geo+json';
const openApi = 'application/vnd.oai.openapi+json;version=3.0';

/** The conformance classes that the API implements. */
const conformsTo = [
  'https://api.stacspec.org/v1.0.0/core',
  'https://api.stacspec.org/v1.0.0/collections',
  'https://api.stacspec.org/v1.0.0/ogcapi-features',
  'https://api.stacspec.org/v1.0.0/item-search',
  'https://api.stacspec.org/v1.0.0/item-search#sort',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/oas30',
  'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
];

/** A link of an answer. */
export interface ApiLink {
  rel: string;
  href: string;
  type?: string;
  title?: string;
  method?: 'GET' | 'POST';
  body?: Record<string, unknown>;
}

const rootLink = (base: string): ApiLink => ({ rel: 'root', href: `${base}/`, type: json, title });

/** Returns the address of an item. */
export const itemHref = (base: string, id: string): string =>
  `${base}/collections/${collectionId}/items/${encodeURIComponent(id)}`;

/** Returns the links of an item. */
export const itemLinks = (base: string, id: string): ApiLink[] => [
  { rel: 'self', href: itemHref(base, id), type: geoJson },
  { rel: 'parent', href: `${base}/collections/${collectionId}`, type: json },
  { rel: 'collection', href: `${base}/collections/${collectionId}`, type: json },
  rootLink(base),
];

/** Returns the landing page. `base` is the start of each address, without a slash at its end. */
export const landingPage = (base: string) => ({
  type: 'Catalog',
  stac_version: stacVersion,
  id: 'nadir-library',
  title,
  description,
  conformsTo,
  links: [
    { rel: 'self', href: `${base}/`, type: json, title },
    rootLink(base),
    { rel: 'conformance', href: `${base}/conformance`, type: json },
    { rel: 'data', href: `${base}/collections`, type: json },
    { rel: 'child', href: `${base}/collections/${collectionId}`, type: json, title },
    { rel: 'search', href: `${base}/search`, type: geoJson, method: 'GET' },
    { rel: 'search', href: `${base}/search`, type: geoJson, method: 'POST' },
    { rel: 'service-desc', href: `${base}/api`, type: openApi },
  ] satisfies ApiLink[],
});

/** Returns the conformance classes. */
export const conformance = () => ({ conformsTo });

/** Returns the collection. */
export const libraryCollection = (base: string, extent: ScenesExtent) => ({
  type: 'Collection',
  stac_version: stacVersion,
  id: collectionId,
  title,
  description,
  license: 'other',
  extent: toStacExtent(extent),
  links: [
    { rel: 'self', href: `${base}/collections/${collectionId}`, type: json, title },
    rootLink(base),
    { rel: 'parent', href: `${base}/`, type: json, title },
    { rel: 'items', href: `${base}/collections/${collectionId}/items`, type: geoJson },
  ] satisfies ApiLink[],
});

/** Returns the list of collections. */
export const collections = (base: string, extent: ScenesExtent) => ({
  collections: [libraryCollection(base, extent)],
  links: [{ rel: 'self', href: `${base}/collections`, type: json }, rootLink(base)] satisfies ApiLink[],
});

const answer = (text: string, type = json) => ({
  200: { description: text, content: { [type]: { schema: { type: 'object' } } } },
  default: {
    description: 'What is wrong with the request.',
    content: { [json]: { schema: { type: 'object' } } },
  },
});
const parameter = (name: string, schema: object, place = 'query') => ({
  name,
  in: place,
  required: place === 'path',
  schema,
});
const searchParameters = [
  parameter('bbox', { type: 'string' }),
  parameter('datetime', { type: 'string' }),
  parameter('limit', { type: 'integer', minimum: 1, maximum: 200, default: 20 }),
  parameter('token', { type: 'string' }),
];
const moreParameters = ['intersects', 'ids', 'collections', 'sortby'].map((name) =>
  parameter(name, { type: 'string' }),
);
const get = (operationId: string, responses: object, parameters: object[] = []) => ({
  get: { operationId, parameters, responses },
});

/** Returns the description of the service in OpenAPI 3.0. */
export const serviceDescription = (base: string) => ({
  openapi: '3.0.3',
  info: { title, description, version: '1.0.0' },
  servers: [{ url: base }],
  paths: {
    '/': get('getLandingPage', answer('The landing page.')),
    '/conformance': get('getConformance', answer('The conformance classes.')),
    '/collections': get('getCollections', answer('The collections.')),
    '/collections/{collectionId}': get('getCollection', answer('A collection.'), [
      parameter('collectionId', { type: 'string' }, 'path'),
    ]),
    '/collections/{collectionId}/items': get('getItems', answer('Items.', geoJson), [
      parameter('collectionId', { type: 'string' }, 'path'),
      ...searchParameters,
    ]),
    '/collections/{collectionId}/items/{itemId}': get('getItem', answer('An item.', geoJson), [
      parameter('collectionId', { type: 'string' }, 'path'),
      parameter('itemId', { type: 'string' }, 'path'),
    ]),
    '/search': {
      ...get('getSearch', answer('Items.', geoJson), [...searchParameters, ...moreParameters]),
      post: {
        operationId: 'postSearch',
        requestBody: { content: { [json]: { schema: { type: 'object' } } } },
        responses: answer('Items.', geoJson),
      },
    },
  },
});

/** The media types of the answers. */
export const mediaTypes = { json, geoJson, openApi } as const;
