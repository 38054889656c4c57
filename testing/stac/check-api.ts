import { z } from 'zod';
import { itemSchema } from './check-catalog.ts';
import { validateValues } from './official-validator.ts';

const json = z.string().regex(/^application\/(geo\+)?json|^application\/vnd\.oai\.openapi\+json/);
const linkSchema = z.looseObject({
  rel: z.string().min(1),
  href: z.url(),
  type: json.optional(),
  method: z.enum(['GET', 'POST']).optional(),
  body: z.looseObject({}).optional(),
  merge: z.boolean().optional(),
});
const longitude = z.number().min(-180).max(180);
const latitude = z.number().min(-90).max(90);
const time = z.iso.datetime().nullable();

const withLinks = (...rels: string[]) =>
  z.array(linkSchema).refine((links) => rels.every((rel) => links.some((link) => link.rel === rel)), {
    error: `links must have ${rels.join(', ')}`,
  });

const conformsTo = z
  .array(z.url())
  .refine((all) =>
    ['core', 'item-search', 'ogcapi-features'].every((name) =>
      all.includes(`https://api.stacspec.org/v1.0.0/${name}`),
    ),
  );

/** The landing page (STAC API 1.0.0, core and ogcapi-features), besides what makes it a catalog. */
export const landingSchema = z.looseObject({
  type: z.literal('Catalog'),
  conformsTo,
  links: withLinks('self', 'root', 'conformance', 'data', 'search', 'service-desc', 'child').refine((links) =>
    ['GET', 'POST'].every((method) =>
      links.some(
        (link) => link.rel === 'search' && link.method === method && link.type === 'application/geo+json',
      ),
    ),
  ),
});

/** `/conformance` (OGC API Features). */
export const conformanceSchema = z.looseObject({ conformsTo });

/** A collection (OGC API Features), besides what makes it one of STAC. Nadir sums up nothing else than the extent. */
export const collectionSchema = z.looseObject({
  type: z.literal('Collection'),
  id: z.string().regex(/^[\w-]+$/),
  extent: z.looseObject({
    spatial: z.looseObject({
      bbox: z.array(z.tuple([longitude, latitude, longitude, latitude])),
      crs: z.literal('http://www.opengis.net/def/crs/OGC/1.3/CRS84').optional(),
    }),
    temporal: z.looseObject({
      interval: z.array(z.tuple([time, time])),
      trs: z.literal('http://www.opengis.net/def/uom/ISO-8601/0/Gregorian').optional(),
    }),
  }),
  summaries: z.undefined().optional(),
  links: withLinks('self', 'root', 'parent', 'items'),
});

/** `/collections`. */
export const collectionsSchema = z.looseObject({
  collections: z.array(collectionSchema),
  links: withLinks('self', 'root'),
});

/** An item of the API: it belongs to a collection, and its links are absolute. */
export const apiItemSchema = itemSchema.and(
  z.looseObject({
    type: z.literal('Feature'),
    collection: z.string().min(1),
    links: withLinks('self', 'root', 'parent', 'collection'),
    assets: z.record(z.string(), z.looseObject({ href: z.url() })),
  }),
);

/** The answer to a search, or the items of a collection. */
export const itemCollectionSchema = z
  .looseObject({
    type: z.literal('FeatureCollection'),
    features: z.array(apiItemSchema),
    links: withLinks('self', 'root'),
    numberReturned: z.number().int().min(0),
    numberMatched: z.number().int().min(0).optional(),
    timeStamp: z.iso.datetime().optional(),
  })
  .refine(({ features, numberReturned }) => features.length === numberReturned);

/** What is wrong with a request (STAC API 1.0.0). */
export const errorSchema = z.looseObject({ code: z.string(), description: z.string().optional() });

/** An answer of the API: the call by its template (`/collections/{collectionId}`), the status class and the body. */
export interface ApiAnswer {
  method: 'get' | 'post';
  path: keyof typeof classes;
  status: '200' | '4XX';
  body: unknown;
}

const none = (): unknown[] => [];
const itself = (body: unknown): unknown[] => [body];
const listSchema = z.looseObject({
  collections: z.array(z.unknown()).default([]),
  features: z.array(z.unknown()).default([]),
});
const listed = (body: unknown): unknown[] => {
  const { data } = listSchema.safeParse(body);
  return [...(data?.collections ?? []), ...(data?.features ?? [])];
};
/** The classes of STAC API 1.0.0 that Nadir claims: what each answer is, and the objects of STAC in it. */
const classes = {
  '/': { schema: landingSchema, objects: itself },
  '/conformance': { schema: conformanceSchema, objects: none },
  '/collections': { schema: collectionsSchema, objects: listed },
  '/collections/{collectionId}': { schema: collectionSchema, objects: itself },
  '/collections/{collectionId}/items': { schema: itemCollectionSchema, objects: listed },
  '/collections/{collectionId}/items/{featureId}': { schema: apiItemSchema, objects: itself },
  '/search': { schema: itemCollectionSchema, objects: listed },
} as const;

/** Returns what is wrong with an answer: by the rules of its class, and in each object of STAC by the schemas of STAC. */
export async function answerProblems({ method, path, status, body }: ApiAnswer): Promise<string[]> {
  const { schema, objects } = classes[path];
  const name = `${method} ${path} ${status}`;
  const { error } = (status === '200' ? schema : errorSchema).safeParse(body);
  if (error !== undefined) return [`${name}: ${z.prettifyError(error)}`];
  return status === '200' ? validateValues(objects(body).map((value) => [name, value] as const)) : [];
}
