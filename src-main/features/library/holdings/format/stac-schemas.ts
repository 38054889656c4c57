import { z } from 'zod';

/** The version of STAC that Nadir writes; it reads every 1.x. */
export const stacVersion = '1.1.0';

/** A link between the files of a catalog. Its address is always relative. */
export const stacLinkSchema = z.looseObject({
  rel: z.string().max(100),
  href: z.string().max(8_192),
});

/** The fields of a STAC Catalog that Nadir reads; other fields are kept. */
export const stacCatalogSchema = z.looseObject({
  type: z.literal('Catalog'),
  stac_version: z.string().max(40),
  id: z.string().max(300),
  description: z.string().max(10_000),
  links: z.array(stacLinkSchema).max(200_000),
});

/** A link of a catalog or an item. */
export type StacLink = z.infer<typeof stacLinkSchema>;
/** A catalog of the library folder. */
export type StacCatalog = z.infer<typeof stacCatalogSchema>;

/** The extensions that items may name, each with the version of its schema. */
export const extensions = {
  proj: 'https://stac-extensions.github.io/projection/v2.0.0/schema.json',
  eo: 'https://stac-extensions.github.io/eo/v2.0.0/schema.json',
  raster: 'https://stac-extensions.github.io/raster/v2.0.0/schema.json',
  view: 'https://stac-extensions.github.io/view/v1.1.0/schema.json',
  file: 'https://stac-extensions.github.io/file/v2.1.0/schema.json',
  processing: 'https://stac-extensions.github.io/processing/v1.2.0/schema.json',
} as const;
