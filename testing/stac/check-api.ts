import { z } from 'zod';
import { itemSchema } from './check-catalog.ts';

const json = z.string().regex(/^application\/(geo\+)?json|^application\/vnd\.oai\.openapi\+json/);
const linkSchema = z.looseObject({
  rel: z.string().min(1),
  href: z.url(),
  type: json.optional(),
  method: z.enum(['GET', 'POST']).optional(),
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

/** The landing page (STAC API 1.0.0, core and ogcapi-features). */
export const landingSchema = z.looseObject({
  type: z.literal('Catalog'),
  stac_version: z.literal('1.1.0'),
  id: z.string().min(1),
  description: z.string().min(1),
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

/** A collection (STAC 1.1.0 and OGC API Features). */
export const collectionSchema = z.looseObject({
  type: z.literal('Collection'),
  stac_version: z.literal('1.1.0'),
  id: z.string().regex(/^[\w-]+$/),
  description: z.string().min(1),
  license: z.string().min(1),
  extent: z.object({
    spatial: z.object({ bbox: z.array(z.tuple([longitude, latitude, longitude, latitude])).min(1) }),
    temporal: z.object({ interval: z.array(z.tuple([time, time])).min(1) }),
  }),
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
  })
  .refine(({ features, numberReturned }) => features.length === numberReturned);
