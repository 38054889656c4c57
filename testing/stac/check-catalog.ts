import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { z } from 'zod';
import { collectionPath } from '../../src-main/features/library/holdings/format/layout.ts';
import { extensions } from '../../src-main/features/library/holdings/format/stac-schemas.ts';
import { validateValues } from './official-validator.ts';

const linkSchema = z.looseObject({ rel: z.string(), href: z.string() });
const catalogSchema = z.looseObject({ type: z.literal('Catalog'), links: z.array(linkSchema) });
const collectionSchema = z.looseObject({
  type: z.literal('Collection'),
  id: z.string(),
  links: z.array(linkSchema),
  extent: z.object({
    spatial: z.object({ bbox: z.tuple([z.tuple([z.number(), z.number(), z.number(), z.number()])]) }),
    temporal: z.object({ interval: z.tuple([z.tuple([z.string().nullable(), z.string().nullable()])]) }),
  }),
});
const assetSchema = z.looseObject({
  href: z.string(),
  bands: z.array(z.looseObject({})).min(1).optional(),
  'file:checksum': z
    .string()
    .regex(/^1220[a-f0-9]{64}$/)
    .optional(),
  'proj:transform': z.array(z.unknown()).length(6).optional(),
  'proj:code': z
    .string()
    .regex(/^EPSG:\d+$/)
    .optional(),
});
/**
 * What an item of Nadir keeps besides what the schemas of STAC say (`official-validator.ts`): flat areas, checksums of SHA-256, codes
 * of EPSG, and the extension of each field that has a prefix is named.
 */
export const itemSchema = z
  .looseObject({
    stac_extensions: z.array(z.string()),
    id: z.string(),
    geometry: z.looseObject({ type: z.enum(['Polygon', 'MultiPolygon']) }).nullable(),
    collection: z.string().optional(),
    bbox: z.array(z.number()).length(4).optional(),
    properties: z.looseObject({}),
    links: z.array(linkSchema),
    assets: z.record(z.string(), assetSchema),
  })
  .refine(({ stac_extensions: named, properties, assets }) => {
    const described = Object.values(assets).flatMap((asset) => [asset, ...(asset.bands ?? [])]);
    const fields = [properties, ...described].flatMap((each) => Object.keys(each));
    return Object.entries(extensions).every(
      ([prefix, schema]) => !fields.some((field) => field.startsWith(`${prefix}:`)) || named.includes(schema),
    );
  });

/** What walking a catalog has found. */
export interface WalkedCatalog {
  items: { path: string; item: z.infer<typeof itemSchema> }[];
  catalogs: { path: string; links: number; bytes: number }[];
  /** What breaks a rule of STAC, or leads nowhere. */
  problems: string[];
}

/** How much of a catalog has to be right. */
interface WalkOptions {
  /** False while files of scenes may be gone that the catalog does not know of yet. */
  assets?: boolean;
}

/**
 * Reads a catalog as a tool without Nadir does: from its root, by its links alone. Each catalog and item must be valid by the schemas
 * of STAC, and every link must lead to a file within the folder.
 */
export async function walkCatalog(
  library: string,
  root = 'catalog.json',
  { assets = true }: WalkOptions = {},
): Promise<WalkedCatalog> {
  const walked: WalkedCatalog = { items: [], catalogs: [], problems: [] };
  const seen = new Set<string>();
  const collections = new Map<string, z.infer<typeof collectionSchema> | null>();
  const values: [path: string, value: unknown][] = [];
  const problem = (path: string, text: string) => walked.problems.push(`${relative(library, path)}: ${text}`);

  const target = (from: string, href: string): string | null => {
    const path = resolve(dirname(from), decodeURIComponent(href));
    if (/^([a-z]+:|\/)/i.test(href)) problem(from, `a link that is not relative: ${href}`);
    else if (!path.startsWith(library + sep)) problem(from, `a link out of the library: ${href}`);
    else if (!existsSync(path) || !lstatSync(path).isFile()) problem(from, `a link to nothing: ${href}`);
    else return path;
    return null;
  };

  function checkUpward(path: string, links: z.infer<typeof linkSchema>[], parent: string | null) {
    const ups = (rel: string) => links.filter((link) => link.rel === rel);
    if (ups('root').length !== 1) problem(path, 'not one root');
    for (const { href } of [...ups('root'), ...ups('parent')]) target(path, href);
    if (ups('root')[0] && target(path, ups('root')[0]?.href ?? '') !== join(library, root))
      problem(path, 'another root');
    const above = ups('parent')[0];
    if (parent !== null && (above === undefined || target(path, above.href) !== parent))
      problem(path, 'another parent');
  }

  /** An item belongs to the collection of its library, and lies within its extent. */
  function checkCollection(
    path: string,
    { collection, links, bbox, properties }: z.infer<typeof itemSchema>,
  ) {
    const linked = links.filter(({ rel }) => rel === 'collection');
    const to = linked.length === 1 ? target(path, linked[0]?.href ?? '') : null;
    if (to === null) return problem(path, 'not one collection');
    if (!collections.has(to)) {
      const text = readFileSync(to, 'utf8');
      values.push([relative(library, to), JSON.parse(text)]);
      const read = collectionSchema.safeParse(JSON.parse(text));
      if (read.success) checkUpward(to, read.data.links, join(library, root));
      else problem(to, z.prettifyError(read.error));
      collections.set(to, read.data ?? null);
    }
    const named = collections.get(to) ?? null;
    if (named === null) return;
    if (to !== join(library, collectionPath) || collection !== named.id) problem(path, 'another collection');
    const [west, south, east, north] = named.extent.spatial.bbox[0];
    const [first, last] = named.extent.temporal.interval[0];
    const [w = west, s = south, e = east, n = north] = bbox ?? [];
    const isWithin =
      s >= south && n <= north && (w > e ? west === -180 && east === 180 : w >= west && e <= east);
    const at = z.string().safeParse(properties.datetime).data;
    const isTimed = at === undefined || (first !== null && at >= first && last !== null && at <= last);
    if (!isWithin || !isTimed) problem(path, 'beyond the extent of its collection');
  }

  function visitItem(path: string, value: unknown, parent: string) {
    const read = itemSchema.safeParse(value);
    if (!read.success) return problem(path, z.prettifyError(read.error));
    checkUpward(path, read.data.links, parent);
    checkCollection(path, read.data);
    if (assets) for (const { href } of Object.values(read.data.assets)) target(path, href);
    walked.items.push({ path, item: read.data });
  }

  function visit(path: string, rel: 'child' | 'item', parent: string | null) {
    if (seen.has(path)) return problem(path, 'linked twice');
    seen.add(path);
    const text = readFileSync(path, 'utf8');
    const value: unknown = JSON.parse(text);
    values.push([relative(library, path), value]);
    if (rel === 'item') return visitItem(path, value, parent ?? '');
    const read = catalogSchema.safeParse(value);
    if (!read.success) return problem(path, z.prettifyError(read.error));
    walked.catalogs.push({ path, links: read.data.links.length, bytes: text.length });
    checkUpward(path, read.data.links, parent);
    for (const link of read.data.links) {
      if (link.rel !== 'child' && link.rel !== 'item') continue;
      const to = target(path, link.href);
      if (to !== null) visit(to, link.rel, path);
    }
  }

  visit(join(library, root), 'child', null);
  walked.problems.push(...(await validateValues(values)));
  return walked;
}

/** Returns the names of files that a writing has left behind. */
export const leftovers = (library: string): string[] =>
  readdirSync(library, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.tmp$|nadir-lock|\.damaged/.test(name),
  );
