import { z } from 'zod';
import type { CatalogScene } from '../../../../core/catalog-scene.ts';
import { boxOf, readFootprint, unwrappedRings } from '../../../../core/footprint.ts';
import { readAcquired } from '../../../../core/foreign-time.ts';
import { type ScenesExtent, toStacExtent } from '../../../../core/stac-extent.ts';
import { isBeyondBounds } from '../../../../service/http/nesting.ts';
import { relativeHref } from './hrefs.ts';
import { collectionPath } from './layout.ts';
import { stacVersion } from './stac-schemas.ts';

/** The id of the collection to which all items of a library belong. */
export const collectionId = 'nadir-scenes';

const time = z.iso.datetime().nullable();
const extentSchema = z.object({
  box: z.object({ west: z.number(), south: z.number(), east: z.number(), north: z.number() }).nullable(),
  first: time,
  last: time,
});
const collectionSchema = z.looseObject({
  type: z.literal('Collection'),
  id: z.literal(collectionId),
  'nadir:extent': extentSchema,
});

/** The extent of the scenes of a library. Its east is over 180 if scenes lie across the antimeridian. */
export type CollectionExtent = z.infer<typeof extentSchema> & ScenesExtent;

const nothing: CollectionExtent = { box: null, first: null, last: null };

function extentOfScene(scene: CatalogScene): CollectionExtent {
  const read = readFootprint(scene.footprint);
  const [west, south, east, north] = (read === null ? null : boxOf(unwrappedRings(read))) ?? [];
  const isPlaced = west !== undefined && south !== undefined && east !== undefined && north !== undefined;
  const acquired = readAcquired(scene);
  return {
    box: isPlaced ? { west, south, east, north } : null,
    first: acquired?.start ?? null,
    last: acquired?.end ?? null,
  };
}

const orderTimes = (a: string, b: string) => Date.parse(a) - Date.parse(b);

function joinExtents(a: CollectionExtent, b: CollectionExtent): CollectionExtent {
  const box =
    a.box === null || b.box === null
      ? (a.box ?? b.box)
      : {
          west: Math.min(a.box.west, b.box.west),
          south: Math.min(a.box.south, b.box.south),
          east: Math.max(a.box.east, b.box.east),
          north: Math.max(a.box.north, b.box.north),
        };
  const firsts = [a.first, b.first].filter((text) => text !== null).sort(orderTimes);
  const lasts = [a.last, b.last].filter((text) => text !== null).sort(orderTimes);
  return { box, first: firsts[0] ?? null, last: lasts.at(-1) ?? null };
}

/** Returns the extent of a collection of Nadir; null if the text is none, or is damaged. */
export function readCollectionExtent(text: string): CollectionExtent | null {
  try {
    const value: unknown = JSON.parse(text);
    if (isBeyondBounds(value)) return null;
    return collectionSchema.safeParse(value).data?.['nadir:extent'] ?? null;
  } catch {
    return null;
  }
}

/**
 * Returns the extent of a library with these scenes besides those before. It never shrinks: which scene reached furthest is not known
 * without reading all items.
 */
export const extendBy = (
  extent: CollectionExtent | null,
  scenes: readonly CatalogScene[],
): CollectionExtent => scenes.map(extentOfScene).reduce(joinExtents, extent ?? nothing);

/** Returns the text of the collection. It has no links to items: these have a link to it, and the catalogs lead to them. */
export function formatCollection(extent: CollectionExtent, rootPath: string): string {
  const link = (rel: string) => ({
    rel,
    href: relativeHref(collectionPath, rootPath),
    type: 'application/json',
  });
  const collection = {
    type: 'Collection',
    stac_version: stacVersion,
    id: collectionId,
    title: 'Scenes',
    description: 'All scenes of this library. Each item names its own licence where one is known.',
    license: 'other',
    extent: toStacExtent(extent),
    'nadir:extent': extent,
    links: [link('root'), link('parent')],
  };
  return `${JSON.stringify(collection, null, 1)}\n`;
}
