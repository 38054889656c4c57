import { z } from 'zod';

const anyList = z.array(z.unknown());

const record = z.record(z.string(), z.unknown());
const string = z.string().nullable().catch(null);

/** One file of a deliverable, as its assets tell it (service §10.4). The `href` may carry a token: it stays in memory. */
export const wireAssetSchema = z.object({
  name: z.string(),
  href: z.string(),
  /** The media type; null where it is not said. */
  type: z.string().nullable(),
  fileName: z.string().nullable(),
  bands: z.array(z.string()),
});
/** A file of a deliverable as read from the service. */
export type WireAsset = z.infer<typeof wireAssetSchema>;

/** More files than any deliverable has; a longer list is cut. */
const mostAssets = 200;
const longestName = 200;

const names = ['name', 'key', 'title', 'type', 'id'] as const;
/** As `redactScene` takes them out. */
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
  const read = listed.data.map((band) => {
    const inner = record.safeParse(band);
    return inner.success ? first(inner.data, ['name', 'common_name']) : string.parse(band);
  });
  // All or none: a band left out would shift the meaning of those behind it.
  return read.every((name) => name !== null) ? read : [];
}

/** An address is no name, and neither is a text that nobody could read. */
const isName = (name: string | null): name is string =>
  name !== null && name.length <= longestName && !name.includes('://');

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
  // A relative address counts; a word in the place of one does not.
  if (!/^(https?:)?\/|^[^\s:]+\//i.test(href)) return null;
  return {
    name,
    href,
    type: first(fields, ['type', 'media_type', 'content_type', 'mime_type']),
    fileName: first(fields, ['file_name', 'filename', 'file:name']),
    bands: bandsOf(fields),
  };
}

/** A map by name or a list of named objects: the names of all, and those that have an address. */
export function readAssets(assets: unknown): { names: string[]; files: WireAsset[] } {
  const listed = anyList.safeParse(assets);
  const mapped = record.safeParse(assets);
  const entries: [string | null, unknown][] = listed.success
    ? listed.data.map((value) => [null, value])
    : Object.entries(mapped.success ? mapped.data : {});
  const read = entries.slice(0, mostAssets).flatMap(([name, value]) => assetOf(name, value) ?? []);
  return {
    names: read.map((each) => each.name),
    files: read.flatMap(({ asset }) => asset ?? []),
  };
}

/** A deliverable whose assets are texts, without these: whatever such an address holds, it is not kept. */
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

/** Endings that a path may be believed to name a file by. */
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
/** What the usual names of assets are when nothing else is said (service §10.4, §10.5). */
const endingOfName: Record<string, string> = {
  visual: '.tif',
  analytic: '.tif',
  thumbnail: '.png',
  preview: '.png',
};
const longestFileName = 120;

/** The last part of the path, where it is plainly the name of a file and nothing that could be a token. */
function nameInPath(href: string): string | null {
  const path = href.replace(/[?#].*$/s, '');
  const last = path.split('/').at(-1) ?? '';
  let name: string;
  try {
    name = decodeURIComponent(last);
  } catch {
    return null;
  }
  const plain = name.length <= longestFileName && endings.test(name) && !/\/token\/[^/]*$/i.test(path);
  return plain && /^[\w][\w .,()+-]*$/.test(name) && !/^eyJ/.test(name) ? name : null;
}

/** What an asset is in the library. Its identity is its name: the address changes with each answer, the file name may. */
export function fileOfAsset(asset: WireAsset): {
  kind: 'raster' | 'attachment';
  name: string;
  fileName: string;
  bands: string[];
} {
  const type = asset.type?.replace(/;.*$/s, '').trim().toLowerCase() ?? '';
  const said = asset.fileName !== null && asset.fileName.length <= longestFileName ? asset.fileName : null;
  const given = said ?? nameInPath(asset.href);
  const ending =
    endingOfType[type] ?? (type === '' ? endingOfName[asset.name.toLowerCase()] : undefined) ?? '';
  const fileName = given ?? (endings.test(asset.name) ? asset.name : `${asset.name}${ending}`);
  const raster = type === 'image/tiff' || /\.tiff?$/i.test(fileName);
  return { kind: raster ? 'raster' : 'attachment', name: asset.name, fileName, bands: asset.bands };
}
