import { posix } from 'node:path';
import { z } from 'zod';
import type { Footprint } from '../../../../src-preload/contract/geometry.ts';
import { importedConnectionId } from '../../../../src-preload/contract/library.ts';
import { type PlaceRemark, placeRemarksField } from '../../../../src-preload/contract/place-remarks.ts';
import type { ImportProblem } from '../../../../src-preload/contract/scene-imports.ts';
import { readListedBands, tellsMeaning } from '../../../../src-shared/raster/raster-bands.ts';
import { type CatalogScene, catalogSceneSchema, maxCatalogFiles } from '../../../core/catalog-scene.ts';
import {
  boxOf,
  readFootprint,
  runsAroundPole,
  unwrappedRings,
  withShortSteps,
} from '../../../core/footprint.ts';
import {
  type ForeignTime,
  isNoPeriod,
  joinTimes,
  periodField,
  readForeignTime,
} from '../../../core/foreign-time.ts';
import { remarkOnBox } from '../place-remarks.ts';

const looseText = z.string().max(2_000).optional().catch(undefined);
const looseNumber = z.number().finite().optional().catch(undefined);
const linkSchema = z.looseObject({
  rel: z.string().max(200),
  href: z.string().min(1).max(8_192),
  method: z.string().max(20).optional().catch(undefined),
});
const assetSchema = z.looseObject({
  href: z.string().min(1).max(16_384),
  type: looseText,
  roles: z.array(z.string().max(200)).max(50).catch([]).default([]),
  alternate: z
    .record(
      z.string(),
      z
        .looseObject({ href: z.string().min(1).max(16_384) })
        .nullable()
        .catch(null),
    )
    .optional()
    .catch(undefined),
  'file:size': z.number().int().min(0).optional().catch(undefined),
  'file:checksum': looseText,
  bands: z.array(z.unknown()).max(1_000).optional().catch(undefined),
  'eo:bands': z.array(z.unknown()).max(1_000).optional().catch(undefined),
});
const propertiesSchema = z.looseObject({
  datetime: z.unknown().optional(),
  start_datetime: z.unknown().optional(),
  end_datetime: z.unknown().optional(),
  updated: looseText,
  title: looseText,
  platform: looseText,
  constellation: looseText,
  gsd: looseNumber,
  'eo:cloud_cover': looseNumber,
  'view:off_nadir': looseNumber,
  'processing:level': looseText,
  'eo:bands': z.array(z.unknown()).max(1_000).optional().catch(undefined),
  'view:sun_elevation': looseNumber,
  'view:sun_azimuth': looseNumber,
});
const itemSchema = z.looseObject({
  type: z.literal('Feature'),
  // Old tools still write 0.8, whose names and links are those of 1.0.
  stac_version: z.string().regex(/^(1\.\d|0\.[89]\b)/),
  id: z.string().min(1).max(300),
  geometry: z.unknown(),
  bbox: z
    .array(z.number())
    .refine(({ length }) => length === 4 || length === 6)
    .optional()
    .catch(undefined),
  properties: propertiesSchema,
  assets: z.record(z.string(), z.unknown()),
  links: z.array(z.unknown()).max(10_000).catch([]),
  collection: looseText,
});
const containerSchema = z.looseObject({
  type: z.enum(['Catalog', 'Collection']).optional(),
  stac_version: z.string().max(40),
  id: z.string().max(1_000),
  links: z.array(z.unknown()).max(200_000),
  conformsTo: z.array(z.unknown()).max(1_000).optional().catch(undefined),
});
const pageSchema = z.looseObject({
  type: z.literal('FeatureCollection'),
  features: z.array(z.unknown()).max(10_000),
  links: z.array(z.unknown()).max(10_000).catch([]).default([]),
});

/** A link of an item, a catalog or a page. */
export interface StacLink {
  rel: string;
  href: string;
  method: string;
}

/** An asset of an item that may be a file of its scene. Its address is not checked. */
export interface StacAsset {
  key: string;
  href: string;
  /** Other addresses of the same file (STAC alternate assets), in the order of the item. */
  alternates: readonly string[];
  kind: 'raster' | 'attachment';
  /** `thumbnail` or `preview` for pictures, otherwise its key. */
  name: string;
  bands: string[];
  sizeBytes: number | null;
  sha256: string | null;
}

/** An item of another tool, with the fields that Nadir reads. */
export interface StacItem {
  kind: 'item';
  id: string;
  scene: Omit<CatalogScene, 'files'>;
  assets: StacAsset[];
  links: StacLink[];
  /** `what` is the key of an asset, '' for the item; `detail` is the value that cannot be used. */
  problems: { what: string; problem: ImportProblem; detail?: string }[];
}

/** The content of a JSON value. */
export type StacValue =
  | StacItem
  | { kind: 'container'; links: StacLink[]; isApi: boolean }
  | { kind: 'page'; items: unknown[]; links: StacLink[] }
  | { kind: 'other'; problem: ImportProblem };

/** Returns the valid links. */
function linksOf(links: readonly unknown[]): StacLink[] {
  return links.flatMap((link) => {
    const read = linkSchema.safeParse(link);
    if (!read.success) return [];
    const { rel, href, method = 'GET' } = read.data;
    return [{ rel, href, method: method.toUpperCase() }];
  });
}

/** Returns the address of the first link with this relation; null if there is none. */
export const linkTo = (links: readonly StacLink[], rel: string): string | null =>
  links.find((link) => link.rel === rel)?.href ?? null;

/** Returns the file name at the end of an address; '' if there is none. */
export function nameOfHref(href: string): string {
  const path = href.replace(/[?#].*$/, '');
  const last = posix.basename(path.replaceAll('\\', '/'));
  try {
    return posix.basename(decodeURIComponent(last));
  } catch {
    return last;
  }
}

/**
 * Returns the names of the bands of an asset with what they mean. STAC 1.1 has `bands`, older ones `eo:bands`, which some items write
 * besides; in STAC 0.9 those of an asset are numbers of those of the item.
 */
function bandNames(asset: z.infer<typeof assetSchema>, ofItem: readonly unknown[]): string[] {
  const older = asset['eo:bands']?.map((band) => (typeof band === 'number' ? ofItem[band] : band));
  const newer = readListedBands(asset.bands ?? []);
  const isTold = newer.some((band) => tellsMeaning(band));
  return newer.length > 0 && (isTold || older === undefined) ? newer : readListedBands(older ?? []);
}

function assetOf(key: string, value: unknown, bandsOfItem: readonly unknown[]): StacAsset | null {
  const read = assetSchema.safeParse(value);
  if (!read.success) return null;
  const { href, type = '', roles } = read.data;
  const isRaster = /^image\/(tiff|vnd\.stac\.geotiff)\b/i.test(type) || /\.tiff?$/i.test(nameOfHref(href));
  const role = roles.includes('thumbnail') ? 'thumbnail' : roles.includes('overview') ? 'preview' : key;
  return {
    key: key.slice(0, 200),
    href,
    alternates: Object.values(read.data.alternate ?? {}).flatMap((other) => other?.href ?? []),
    kind: isRaster ? 'raster' : 'attachment',
    name: role.slice(0, 300),
    bands: bandNames(read.data, bandsOfItem),
    sizeBytes: read.data['file:size'] ?? null,
    sha256: /^1220([0-9a-f]{64})$/.exec(read.data['file:checksum'] ?? '')?.[1] ?? null,
  };
}

/** A longer item is not stored as a whole. */
const maxRawCharacters = 128 * 1_024;

/** Returns the fields of an item for which a scene has no column, as the details of a scene show them. */
function rawOf(item: z.infer<typeof itemSchema>): Record<string, unknown> {
  const { properties, assets, links, geometry, ...head } = item;
  const offNadir = properties['view:off_nadir'];
  const named = {
    gsd: properties.gsd,
    // Some programs write the side of the look as its sign; filters and columns have the angle.
    off_nadir: offNadir === undefined ? undefined : Math.abs(offNadir),
    sun_elevation: properties['view:sun_elevation'],
    sun_azimuth: properties['view:sun_azimuth'],
    cloud_cover: properties['eo:cloud_cover'],
  };
  const metadata = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  const whole = { ...head, properties, assets };
  return { metadata, ...(JSON.stringify(whole).length <= maxRawCharacters ? { stac: whole } : {}) };
}

const short = (text: string | undefined) => text?.slice(0, 500) ?? null;

/** Returns a time of an item; null if it has none. `problem` is set for a value that is not a time. */
function readItemTime(value: unknown): { time: ForeignTime | null; problem: string | null } {
  if (value === undefined || value === null) return { time: null, problem: null };
  const time = typeof value === 'string' ? readForeignTime(value) : null;
  return { time, problem: time === null ? String(value).slice(0, 100) : null };
}

/**
 * Returns when an item was acquired. Without a `datetime` it is the interval of the item (STAC 1.1, date and time range), which stays one. A
 * value that is not a time is named in `unreadable`.
 */
function readAcquisition({ datetime, start_datetime, end_datetime }: z.infer<typeof propertiesSchema>) {
  const [at, start, end] = [datetime, start_datetime, end_datetime].map(readItemTime);
  const range = joinTimes(start?.time ?? null, end?.time ?? null);
  const within = range?.kind === 'period' && isNoPeriod(range) ? null : range;
  const acquired = at?.time ?? within;
  const unreadable = [at, start, end].flatMap((each) => each?.problem ?? []);
  if (unreadable.length === 0 && range === null && (start?.time || end?.time))
    unreadable.push(`${String(start_datetime ?? '..')}/${String(end_datetime ?? '..')}`.slice(0, 100));
  return {
    timestamp: acquired?.kind === 'moment' ? acquired.at : null,
    period: acquired?.kind === 'period' ? { start: acquired.start, end: acquired.end } : null,
    unreadable,
  };
}

/**
 * Returns the footprint of an item. A geometry that is wider than half the globe could also be the narrower one across the antimeridian;
 * the bounding box says which, because its west is then larger than its east (RFC 7946 §5.2). One around a pole has the whole width and
 * ends at the pole (§5.3), and crosses the antimeridian too.
 */
function footprintOf({ geometry, bbox }: z.infer<typeof itemSchema>) {
  const footprint = readFootprint(geometry);
  if (footprint === null || bbox === undefined) return footprint;
  const half = bbox.length / 2;
  const [west = 0, east = 0] = [bbox[0], bbox[half]];
  const hasPole = bbox[1] === -90 || bbox[half + 1] === 90;
  if (hasPole && east - west === 360 && runsAroundPole(footprint)) return footprint;
  return east - west > 180 ? withShortSteps(footprint) : footprint;
}

function itemOf(item: z.infer<typeof itemSchema>): StacItem | { kind: 'other'; problem: ImportProblem } {
  const { properties } = item;
  const footprint = footprintOf(item);
  const remarks = remarksOfItem(footprint, item.bbox);
  const { timestamp, period, unreadable } = readAcquisition(properties);
  const updated = readItemTime(properties.updated).time;
  const scene = catalogSceneSchema.omit({ files: true }).safeParse({
    source: {
      connectionId: importedConnectionId,
      connectionName: null,
      service: null,
      contractId: null,
      sceneId: item.id,
      captureId: null,
      taskId: null,
      taskName: short(properties.title),
      project: short(item.collection),
    },
    timestamp,
    satelliteName: short(properties.platform ?? properties.constellation),
    productName: short(properties['processing:level']),
    cloudCover: properties['eo:cloud_cover'] ?? null,
    lastModified: updated?.kind === 'moment' ? updated.at : null,
    footprint,
    raw: {
      ...rawOf(item),
      ...(period === null ? {} : { [periodField]: period }),
      ...(remarks.length === 0 ? {} : { [placeRemarksField]: remarks }),
    },
  });
  if (!scene.success) return { kind: 'other', problem: 'invalid' };
  const problems: StacItem['problems'] = [];
  const assets: StacAsset[] = [];
  for (const [key, value] of Object.entries(item.assets)) {
    if (assets.length + problems.length >= maxCatalogFiles) {
      problems.push({ what: '', problem: 'too-many-files' });
      break;
    }
    const asset = assetOf(key, value, properties['eo:bands'] ?? []);
    if (asset === null) problems.push({ what: key.slice(0, 200), problem: 'invalid' });
    else assets.push(asset);
  }
  if (footprint === null && item.geometry !== null && item.geometry !== undefined)
    problems.unshift({ what: '', problem: 'geometry' });
  for (const text of unreadable) problems.unshift({ what: '', problem: 'time', detail: text });
  return { kind: 'item', id: item.id, scene: scene.data, assets, links: linksOf(item.links), problems };
}

/** Returns what does not fit together about the place in an item: its bounding box and its geometry. */
function remarksOfItem(footprint: Footprint | null, bbox: readonly number[] | undefined): PlaceRemark[] {
  const geometry = footprint && boxOf(unwrappedRings(footprint));
  if (!geometry || bbox === undefined) return [];
  const half = bbox.length / 2;
  const [west = 0, south = 0, east = 0, north = 0] = [bbox[0], bbox[1], bbox[half], bbox[half + 1]];
  // A box whose west is larger than its east crosses the antimeridian (RFC 7946 §5.2).
  const remark = remarkOnBox([west, south, east < west ? east + 360 : east, north], geometry);
  return remark === null ? [] : [remark];
}

const isStac = (value: unknown) => value !== null && typeof value === 'object' && 'stac_version' in value;

/** Returns the content of a JSON value: an item, a catalog or collection, a page of items, or why it is none of these. */
export function readStac(value: unknown): StacValue {
  const item = itemSchema.safeParse(value);
  if (item.success) return itemOf(item.data);
  const page = pageSchema.safeParse(value);
  if (page.success) return { kind: 'page', items: page.data.features, links: linksOf(page.data.links) };
  const container = containerSchema.safeParse(value);
  if (container.success) {
    const links = linksOf(container.data.links);
    const isApi = container.data.conformsTo !== undefined && linkTo(links, 'search') !== null;
    return { kind: 'container', links, isApi };
  }
  return { kind: 'other', problem: isStac(value) ? 'invalid' : 'not-stac' };
}
