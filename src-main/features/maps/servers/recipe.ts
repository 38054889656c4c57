import { z } from 'zod';
import type { MapGrid } from '../../../../src-preload/contract/maps.ts';
import { placeOf, safeAddress } from '../../../service/http/addresses.ts';
import { edgesOfTile, type TilePlace } from '../tile-grid.ts';
import { unusable } from '../unusable.ts';

/** The schema of `Recipe`, which is stored with the map. */
export const recipeSchema = z.object({
  /** With `{z}`, `{x}`, `{y}`, `{-y}`, `{matrix}`, `{bbox}`, `{s}` and `{key}`. */
  template: z.string(),
  /** The names that replace `{s}`. */
  subdomains: z.array(z.string()),
  /** True if rows count from the south. */
  flipY: z.boolean(),
  /** The names of the matrices of a WMTS by zoom; null for other servers. */
  matrices: z.record(z.string(), z.string()).nullable(),
  /** The order of the axes in `{bbox}`: WMS 1.3.0 puts the latitude of EPSG:4326 first. */
  axes: z.enum(['xy', 'yx']),
  /** The address of the legend, with `{key}`; null if there is none, and in maps of older versions of Nadir. */
  legend: z.string().nullable().default(null),
  /** The networks in which its hosts may be, as of the time when the map was added. */
  reach: z.enum(['public', 'private', 'loopback']),
});

/** The rules by which the tiles of a server are requested. */
export type Recipe = z.infer<typeof recipeSchema>;

const write = (value: number) => String(Number(value.toFixed(9)));

/** Returns the address of a tile. Nothing in the key is read as a placeholder. @throws ADDRESS_REFUSED */
export function addressOfTile(
  recipe: Omit<Recipe, 'reach'>,
  { grid, place, key }: { grid: MapGrid; place: TilePlace; key: string | null },
): URL {
  const { z: zoom, x, y } = place;
  const south = 2 ** zoom - 1 - y;
  const [west, bottom, east, top] = edgesOfTile(grid, place);
  const box = recipe.axes === 'xy' ? [west, bottom, east, top] : [bottom, west, top, east];
  const values: Readonly<Record<string, string>> = {
    z: String(zoom),
    x: String(x),
    y: String(recipe.flipY ? south : y),
    '-y': String(recipe.flipY ? y : south),
    matrix: encodeURIComponent(recipe.matrices?.[String(zoom)] ?? ''),
    bbox: box.map(write).join(','),
    // Neighbours come from different hosts, but a tile always comes from the same host, so that caches have it.
    s: recipe.subdomains[(x + y) % Math.max(1, recipe.subdomains.length)] ?? '',
  };
  const filled = recipe.template.replaceAll(/\{([^{}]*)\}/g, (all, name: string) => {
    if (name === 'key') return encodeURIComponent(key ?? '');
    return values[name] ?? all;
  });
  return safeAddress(filled);
}

/** Returns the origins that a recipe asks, each once. @throws ADDRESS_REFUSED */
export function originsOf(recipe: Omit<Recipe, 'reach'>): string[] {
  const place = { z: 0, x: 0, y: 0 };
  const each = recipe.subdomains.length === 0 ? [[]] : recipe.subdomains.map((name) => [name]);
  const origins = each.map(
    (subdomains) => addressOfTile({ ...recipe, subdomains }, { grid: 'mercator', place, key: 'key' }).origin,
  );
  return [...new Set(origins)];
}

/** Throws MAP_UNUSABLE (`placeholder-in-host`) if a placeholder other than `{s}` decides which host is asked. */
export function assertFixedHost(template: string): void {
  const host = /^[a-z]+:\/\/([^/?#]*)/i.exec(template)?.[1] ?? '';
  const foreign = host.replaceAll('{s}', '').match(/[{}]/);
  if (foreign) throw unusable('placeholder-in-host', placeOf(template.replaceAll(/[{}]/g, '')));
}
