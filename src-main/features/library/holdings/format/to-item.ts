import { extname } from 'node:path';
import { z } from 'zod';
import { commonNameOf, nanometresOf, splitBandName } from '../../../../../src-shared/raster/raster-bands.ts';
import type { CatalogFile, CatalogScene } from '../../../../core/catalog-scene.ts';
import { boxOf, readFootprint, unwrappedRings } from '../../../../core/footprint.ts';
import { firstSatellite, readForeignTime, readPeriod } from '../../../../core/foreign-time.ts';
import { collectionId } from './collection.ts';
import { cutAtAntimeridian } from './cut-footprint.ts';
import { relativeHref } from './hrefs.ts';
import { collectionPath } from './layout.ts';
import { extensions, stacVersion } from './stac-schemas.ts';

/** A longer response of the service is left out of the item, which has the fields that Nadir uses anyway. */
const maxRawCharacters = 256 * 1024;
/** sha2-256 with 32 bytes, as multihash writes it before the digest. */
const multihashPrefix = '1220';
/** An item without a `datetime` must have an interval (STAC 1.1, common metadata); this says in words that nothing is known. */
const undatedNote =
  'The time of acquisition is not known. STAC demands an interval where there is no time, so it begins with the first satellite and ends when the files were saved.';

const mediaTypes: Readonly<Record<string, string>> = {
  '.tif': 'image/tiff; application=geotiff',
  '.tiff': 'image/tiff; application=geotiff',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.jp2': 'image/jp2',
  '.zip': 'application/zip',
  '.kml': 'application/vnd.google-earth.kml+xml',
  '.json': 'application/json',
  '.geojson': 'application/geo+json',
  '.xml': 'application/xml',
  '.txt': 'text/plain',
  '.pdf': 'application/pdf',
};
const rolesOf: Readonly<Record<string, string>> = {
  thumbnail: 'thumbnail',
  preview: 'overview',
  footprint: 'metadata',
  delivery_zip: 'archive',
};
/** The common names that version 2 of the extension `eo` allows; other programs reject an item with another one. */
const commonBands: ReadonlySet<string> = new Set([
  'pan',
  'coastal',
  'blue',
  'green',
  'green05',
  'yellow',
  'red',
  'rededge',
  'rededge071',
  'rededge075',
  'rededge078',
  'nir',
  'nir08',
  'nir09',
  'cirrus',
  'swir16',
  'swir22',
  'lwir',
  'lwir11',
  'lwir12',
]);

/** Returns a number if it is within these bounds; undefined otherwise. */
const numberWithin = (value: unknown, min: number, max: number): number | undefined =>
  typeof value === 'number' && value >= min && value <= max ? value : undefined;

const metadataSchema = z.record(z.string(), z.unknown()).catch({});

/** Returns the fields that have a value. */
const definedOnly = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== null));

/** Returns a moment in the format of STAC; null if the text is none. */
function stacTime(text: string | null): string | null {
  const time = text === null ? null : readForeignTime(text);
  return time?.kind === 'moment' ? time.at : null;
}

function rasterFields({ raster }: CatalogFile): Record<string, unknown> {
  if (raster === null) return {};
  const [a, b, c, d, e, f] = raster.geoTransform ?? [];
  return definedOnly({
    'proj:shape': [raster.heightPx, raster.widthPx],
    'proj:code': raster.epsg === null ? undefined : `EPSG:${raster.epsg}`,
    // GDAL puts the offset first, STAC last.
    'proj:transform': raster.geoTransform === null ? undefined : [b, c, a, e, f, d],
    nodata: raster.nodata,
  });
}

function describeBand(band: string): Record<string, unknown> {
  const { name, meaning } = splitBandName(band);
  const common = commonNameOf(meaning ?? name);
  const nanometres = nanometresOf(meaning ?? name);
  return {
    name,
    'eo:common_name': common !== null && commonBands.has(common) ? common : undefined,
    'eo:center_wavelength': nanometres === null ? undefined : nanometres / 1_000,
  };
}

/** Returns what is known of each band of a file; undefined if nothing is. A band of which only its scale is known has no name. */
function describeBands({ bands, raster }: CatalogFile): Record<string, unknown>[] | undefined {
  const scales = raster?.scales ?? [];
  const length = Math.max(bands.length, scales.length);
  if (length === 0) return undefined;
  return Array.from({ length }, (_, index) => {
    const band = bands[index];
    const values = scales[index];
    return definedOnly({
      ...(band === undefined ? {} : describeBand(band)),
      'raster:scale': values?.scale,
      'raster:offset': values?.offset,
    });
  });
}

function assetOf(href: string, file: CatalogFile): Record<string, unknown> {
  const { path: _, sizeBytes, sha256, ...own } = file;
  const role = file.kind === 'raster' ? 'data' : rolesOf[file.name];
  return definedOnly({
    href,
    title: file.fileName,
    type: mediaTypes[extname(file.fileName).toLowerCase()],
    roles: role === undefined ? undefined : [role],
    'file:size': sizeBytes,
    'file:checksum': sha256 === null ? undefined : `${multihashPrefix}${sha256}`,
    bands: describeBands(file),
    ...rasterFields(file),
    'nadir:file': own,
  });
}

/** The end of the name of a file with one band or mask, as Sentinel-2, Landsat and Planet write it, perhaps with its resolution. */
const bandCode = /(?:^|[_-])((?:s[rt]_)?b\d{1,2}a?|qa_[a-z_]{1,20}|tci|scl|aot|wvp|udm2?)(?:_\d{2,3}m)?$/i;

/**
 * Returns the key that says what a file is: the name of the file at the service, which is `visual` or the like. An imported raster is named as
 * its file, so that its key is its one band (`B04`), else the code of a band in its name, else that name.
 */
function wantedKey({ kind, name, fileName, bands }: CatalogFile): string {
  if (kind !== 'raster' || name !== fileName) return name;
  const stem = name.slice(0, name.length - extname(name).length);
  const [band] = bands.length === 1 ? bands : [];
  const only = band === undefined ? '' : splitBandName(band).name;
  return (/^band \d+$/i.test(only) ? '' : only) || (bandCode.exec(stem)?.[1] ?? name);
}

/** Returns the keys of the assets of a scene, made unique: two rasters of one band have the names of their files. */
function keysOf(files: readonly CatalogFile[]): string[] {
  const counts = Map.groupBy(files, wantedKey);
  const taken = new Set<string>();
  return files.map((file) => {
    const { kind, name } = file;
    const short = wantedKey(file);
    const isAlone = counts.get(short)?.length === 1;
    const named = isAlone ? short : name;
    // `__proto__` would be lost in an object.
    const wanted = named === '__proto__' ? `${kind}-${named}` : named;
    let key = wanted;
    for (let n = 2; taken.has(key); n += 1) key = `${wanted}-${n}`;
    taken.add(key);
    return key;
  });
}

const rolesOfProvider = ['licensor', 'producer', 'processor', 'host'] as const;
const providerSchema = z.object({
  name: z.string().min(1).max(500),
  description: z.string().max(5_000).optional().catch(undefined),
  roles: z.array(z.enum(rolesOfProvider)).max(4).optional().catch(undefined),
  url: z.url().max(2_000).optional().catch(undefined),
});
/** What an item of another tool says of whose data it is and what took it, as STAC names it. */
const statedSchema = z.object({
  stac: z.object({
    properties: z.object({
      license: z
        .string()
        .regex(/^[\w.+-]{1,100}$/)
        .optional()
        .catch(undefined),
      providers: z.array(providerSchema).min(1).max(50).optional().catch(undefined),
      constellation: z.string().min(1).max(200).optional().catch(undefined),
      instruments: z.array(z.string().min(1).max(200)).min(1).max(50).optional().catch(undefined),
    }),
  }),
});

/** Returns the licence, the providers and the instruments that the item of an imported scene stated; none for other scenes. */
const statedProperties = (raw: CatalogScene['raw']): Record<string, unknown> =>
  definedOnly(statedSchema.safeParse(raw).data?.stac.properties ?? {});

/** Returns the extensions to which the fields of these parts of an item belong. */
function listExtensions(parts: readonly object[]): string[] {
  const names = parts.flatMap((part) => Object.keys(part));
  return Object.entries(extensions).flatMap(([prefix, schema]) =>
    names.some((name) => name.startsWith(`${prefix}:`)) ? [schema] : [],
  );
}

function placeOf(footprint: unknown) {
  const read = readFootprint(footprint);
  const box = read === null ? null : boxOf(unwrappedRings(read));
  if (read === null || box === null) return { geometry: null };
  const [west, south, east, north] = box;
  const cut = cutAtAntimeridian(read);
  return {
    geometry: { type: cut.type, coordinates: cut.coordinates },
    // Across the antimeridian the western bound is larger than the eastern one (RFC 7946 §5.2).
    bbox: [west, south, east > 180 ? east - 360 : east, north],
  };
}

function timesOf({ timestamp, files, raw }: CatalogScene) {
  const datetime = stacTime(timestamp);
  const saved = files.flatMap(({ savedAt }) => stacTime(savedAt) ?? []).sort();
  const [created] = saved;
  const times = { ...(created === undefined ? {} : { created, updated: saved.at(-1) }) };
  if (datetime !== null) return { datetime, ...times };
  const period = readPeriod(raw);
  if (period !== null)
    return { datetime: null, start_datetime: period.start, end_datetime: period.end, ...times };
  return {
    datetime: null,
    start_datetime: firstSatellite,
    end_datetime: created ?? firstSatellite,
    description: undatedNote,
    ...times,
  };
}

/** The form of an item. */
interface ItemForm {
  /** Returns the address of a file; `index` is its position in the scene. */
  hrefOf: (file: CatalogFile, index: number) => string;
  links: readonly { rel: string; href: string; type?: string }[];
  /** False to leave out the raw response of the service, which may be large. */
  hasRaw: boolean;
}

/**
 * Returns the STAC Item of a scene with these addresses. Fields with the prefix `nadir:` are those that Nadir needs to read the scene back
 * and for which STAC has none.
 */
export function describeItem(scene: CatalogScene, { hrefOf, links, hasRaw }: ItemForm) {
  const { footprint, files, raw, review, ...own } = scene;
  const metadata = metadataSchema.parse(raw.metadata);
  const isKept = hasRaw && JSON.stringify(raw).length <= maxRawCharacters;
  const gsd = numberWithin(metadata.gsd, 0.001, 1_000_000);
  const properties = {
    ...timesOf(scene),
    ...definedOnly({
      title: scene.source.taskName ?? scene.source.sceneId,
      ...statedProperties(raw),
      platform: scene.satelliteName,
      gsd,
      'eo:cloud_cover': numberWithin(scene.cloudCover, 0, 100),
      'view:off_nadir': numberWithin(metadata.off_nadir, 0, 90),
      'view:sun_elevation': numberWithin(metadata.sun_elevation, -90, 90),
      'view:sun_azimuth': numberWithin(metadata.sun_azimuth, 0, 360),
      'processing:level': scene.productName,
    }),
    ...definedOnly({ 'nadir:review': review }),
    'nadir:scene': { ...own, raw: isKept ? raw : {} },
  };
  const keys = keysOf(files);
  const assets = files.map((file, index) => assetOf(hrefOf(file, index), file));
  const bands = files.flatMap((file) => describeBands(file) ?? []);
  return {
    type: 'Feature',
    stac_version: stacVersion,
    stac_extensions: listExtensions([properties, ...assets, ...bands]),
    id: scene.source.sceneId,
    ...placeOf(footprint),
    properties,
    links,
    assets: Object.fromEntries(assets.map((asset, n) => [keys[n], asset])),
  };
}

/**
 * Returns the STAC Item of a scene in the library folder. `itemPath`, `pagePath` and `rootPath` are the paths of the item, its page and the
 * root catalog, relative to the folder.
 */
export const toItem = (
  scene: CatalogScene,
  { itemPath, pagePath, rootPath }: { itemPath: string; pagePath: string; rootPath: string },
): Record<string, unknown> => ({
  ...describeItem(scene, {
    hrefOf: ({ path }) => relativeHref(itemPath, path),
    links: [
      { rel: 'root', href: relativeHref(itemPath, rootPath), type: 'application/json' },
      { rel: 'parent', href: relativeHref(itemPath, pagePath), type: 'application/json' },
      { rel: 'collection', href: relativeHref(itemPath, collectionPath), type: 'application/json' },
    ],
    hasRaw: true,
  }),
  collection: collectionId,
});
