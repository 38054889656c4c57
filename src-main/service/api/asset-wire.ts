import { z } from 'zod';
import { readListedBands } from '../../../src-shared/raster/raster-bands.ts';

const anyList = z.array(z.unknown());

const record = z.record(z.string(), z.unknown());

/**
 * One file of a deliverable, read from its assets (service §10.4). The `href` may contain a token, so it is only kept in memory.
 */
export const wireAssetSchema = z.object({
  name: z.string(),
  href: z.string(),
  /** The media type; null if the service does not give one. */
  type: z.string().nullable(),
  fileName: z.string().nullable(),
  bands: z.array(z.string()),
});
/** A file of a deliverable as read from the service. */
export type WireAsset = z.infer<typeof wireAssetSchema>;

/** A list with more files is cut here; no real deliverable has as many. */
const maxAssets = 200;
const maxNameLength = 200;

const names = ['name', 'key', 'title', 'type', 'id'] as const;
/** The same names that `redactScene` removes. */
const hrefs = ['href', 'url'] as const;

function first(fields: Record<string, unknown>, of: readonly string[]): string | null {
  for (const name of of) {
    const value = fields[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return null;
}

function bandsOf(fields: Record<string, unknown>): string[] {
  const listed = anyList.safeParse(fields.bands ?? fields['eo:bands']);
  if (!listed.success) return [];
  return readListedBands(listed.data);
}

/** False for an address and for a text that is too long to be read as a name. */
const isName = (name: string | null): name is string =>
  name !== null && name.length <= maxNameLength && !name.includes('://');

function assetOf(name: string | null, value: unknown): { name: string; asset: WireAsset | null } | null {
  if (typeof value === 'string') {
    const own = name ?? value;
    if (!isName(own)) return null;
    return { name: own, asset: name === null ? null : withHref(own, value, {}) };
  }
  const fields = record.safeParse(value);
  const own = name ?? (fields.success ? first(fields.data, names) : null);
  if (!isName(own)) return null;
  const href = fields.success ? first(fields.data, hrefs) : null;
  return { name: own, asset: href === null || !fields.success ? null : withHref(own, href, fields.data) };
}

function withHref(name: string, href: string, fields: Record<string, unknown>): WireAsset | null {
  // A relative address is accepted; a plain word is not an address.
  if (!/^(https?:)?\/|^[^\s:]+\//i.test(href)) return null;
  return {
    name,
    href,
    type: first(fields, ['type', 'media_type', 'content_type', 'mime_type']),
    fileName: first(fields, ['file_name', 'filename', 'file:name']),
    bands: bandsOf(fields),
  };
}

/** Reads a map by name or a list of named objects. Returns the names of all assets, and the files of those with an address. */
export function readAssets(assets: unknown): { names: string[]; files: WireAsset[] } {
  const listed = anyList.safeParse(assets);
  const mapped = record.safeParse(assets);
  const entries: [string | null, unknown][] = listed.success
    ? listed.data.map((value) => [null, value])
    : Object.entries(mapped.success ? mapped.data : {});
  const read = entries.slice(0, maxAssets).flatMap(([name, value]) => assetOf(name, value) ?? []);
  return {
    names: read.map((each) => each.name),
    files: read.flatMap(({ asset }) => asset ?? []),
  };
}

/** Returns the deliverable without its assets that are plain texts (addresses), because an address may contain a token. */
export function withoutAddresses(row: Record<string, unknown>): Record<string, unknown> {
  const bare = (assets: unknown): unknown => {
    const fields = record.safeParse(assets);
    if (!fields.success) return assets;
    return Object.fromEntries(
      Object.entries(fields.data).map(([name, value]) => [name, typeof value === 'string' ? {} : value]),
    );
  };
  const inner = record.safeParse(row.properties);
  return {
    ...row,
    ...(row.assets === undefined ? {} : { assets: bare(row.assets) }),
    ...(inner.success && inner.data.assets !== undefined
      ? { properties: { ...inner.data, assets: bare(inner.data.assets) } }
      : {}),
  };
}

/** Endings by which the last part of a path is accepted as a file name. */
const endings = /\.(tiff?|png|jpe?g|webp|jp2|zip|kml|kmz|json|geojson|xml|txt|csv|pdf|md5|sha256)$/i;
const endingOfType: Record<string, string> = {
  'image/tiff': '.tif',
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'application/zip': '.zip',
  'application/json': '.json',
  'application/geo+json': '.geojson',
  'application/vnd.google-earth.kml+xml': '.kml',
  'application/pdf': '.pdf',
  'text/plain': '.txt',
};
/** The usual endings for well-known asset names, for when the service gives no media type (service §10.4, §10.5). */
const endingOfName: Record<string, string> = {
  visual: '.tif',
  analytic: '.tif',
  thumbnail: '.png',
  preview: '.png',
};
const maxFileNameLength = 120;

/** Returns the last part of the path if it is clearly a file name and cannot be a token, else null. */
function nameInPath(href: string): string | null {
  const path = href.replace(/[?#].*$/s, '');
  const last = path.split('/').at(-1) ?? '';
  let name: string;
  try {
    name = decodeURIComponent(last);
  } catch {
    return null;
  }
  const plain = name.length <= maxFileNameLength && endings.test(name) && !/\/token\/[^/]*$/i.test(path);
  return plain && /^[\w][\w .,()+-]*$/.test(name) && !/^eyJ/.test(name) ? name : null;
}

/**
 * Returns how an asset is listed in the library. The asset's name is its identity: its address changes with each answer, and its
 * file name may change.
 */
export function fileOfAsset(asset: WireAsset): {
  kind: 'raster' | 'attachment';
  name: string;
  fileName: string;
  bands: string[];
} {
  const type = asset.type?.replace(/;.*$/s, '').trim().toLowerCase() ?? '';
  const said = asset.fileName !== null && asset.fileName.length <= maxFileNameLength ? asset.fileName : null;
  const given = said ?? nameInPath(asset.href);
  const ending =
    endingOfType[type] ?? (type === '' ? endingOfName[asset.name.toLowerCase()] : undefined) ?? '';
  const fileName = given ?? (endings.test(asset.name) ? asset.name : `${asset.name}${ending}`);
  const raster = type === 'image/tiff' || /\.tiff?$/i.test(fileName);
  return { kind: raster ? 'raster' : 'attachment', name: asset.name, fileName, bands: asset.bands };
}
