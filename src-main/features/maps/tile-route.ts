import { mapSourceIdSchema } from '../../../src-preload/contract/ids.ts';
import type { ResolvedFile } from '../../core/resolved-file.ts';
import type { Maps } from './maps.ts';
import { pictureType } from './tile-picture.ts';

const legendPattern = /^\/files\/map-legend\/([0-9a-f]{12})\/\d{1,9}$/;
const rasterPattern = /^\/files\/map-raster\/([0-9a-f]{12})\/\d{1,9}$/;
const pattern = /^\/files\/map-tile\/([0-9a-f]{12})\/\d{1,9}\/(\d{1,2})\/(\d{1,9})\/(\d{1,9})$/;
const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * Creates the route of the tiles of maps: `/files/map-tile/<map>/<revision>/<zoom>/<column>/<row>`. It is below `/files/`, so that both
 * hosts protect it like all other files. It returns null for another address. It answers 204 where a map has no tile, and 204 with
 * the header `x-nadir-tile: failed` if a tile cannot be read: the list of maps says why, and an error status would fill the page's
 * console.
 */
export function createTileRoute({ maps }: { maps: Pick<Maps, 'tile'> }) {
  return async (request: Request, pathname: string): Promise<Response | null> => {
    const match = pattern.exec(pathname);
    if (match === null) return null;
    const [z = 0, x = 0, y = 0] = match.slice(2).map(Number);
    try {
      const tile = await maps.tile(mapSourceIdSchema.parse(match[1]), { z, x, y }, request.signal);
      const { bytes, maxAgeSeconds, isVector } = tile;
      const headers = { ...common, 'cache-control': `private, max-age=${maxAgeSeconds}` };
      const type = isVector && bytes.byteLength > 0 ? 'application/x-protobuf' : pictureType(bytes);
      if (type === null) return new Response(null, { status: 204, headers });
      return new Response(request.method === 'HEAD' ? null : new Uint8Array(bytes), {
        headers: { ...headers, 'content-type': type, 'content-length': String(bytes.byteLength) },
      });
    } catch {
      return new Response(null, {
        status: 204,
        headers: { ...common, 'cache-control': 'no-store', 'x-nadir-tile': 'failed' },
      });
    }
  };
}

/** Creates the route of the legends of servers: `/files/map-legend/<map>/<revision>`. It answers 204 if there is none. */
export function createLegendRoute({ maps }: { maps: Pick<Maps, 'legend'> }) {
  return async (request: Request, pathname: string): Promise<Response | null> => {
    const match = legendPattern.exec(pathname);
    if (match === null) return null;
    try {
      const bytes = await maps.legend(mapSourceIdSchema.parse(match[1]), request.signal);
      const type = pictureType(bytes);
      if (type === null) return new Response(null, { status: 204, headers: common });
      return new Response(new Uint8Array(bytes), {
        headers: { ...common, 'cache-control': 'private, max-age=600', 'content-type': type },
      });
    } catch {
      return new Response(null, { status: 204, headers: { ...common, 'cache-control': 'no-store' } });
    }
  };
}

/**
 * Creates the function that returns the file of `/files/map-raster/<map>/<revision>`, from the list of maps only; null for
 * another address.
 */
export function createRasterFiles({ maps }: { maps: Pick<Maps, 'rasterFile'> }) {
  return (pathname: string): ResolvedFile | null => {
    const match = rasterPattern.exec(pathname);
    return match === null ? null : maps.rasterFile(mapSourceIdSchema.parse(match[1]));
  };
}
