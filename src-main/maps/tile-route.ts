import { mapSourceIdSchema } from '../../src-preload/contract/ids.ts';
import type { Maps } from './maps.ts';
import { pictureType } from './tile-picture.ts';

const pattern = /^\/files\/map-tile\/([0-9a-f]{12})\/\d{1,9}\/(\d{1,2})\/(\d{1,9})\/(\d{1,9})$/;
const common = {
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
} as const;

/**
 * Creates the route of the tiles of maps, below `/files/` so that both hosts protect it like all other files:
 * `/files/map-tile/<map>/<revision>/<zoom>/<column>/<row>`. It answers 204 where a map has no tile, with a mark if it cannot be had: why
 * is told with the list of maps, and a status of failure would stand in the page's console for each tile. Null for another address.
 */
export function createTileRoute({ maps }: { maps: Pick<Maps, 'tile'> }) {
  return async (request: Request, pathname: string): Promise<Response | null> => {
    const match = pattern.exec(pathname);
    if (match === null) return null;
    const [z = 0, x = 0, y = 0] = match.slice(2).map(Number);
    try {
      const tile = await maps.tile(mapSourceIdSchema.parse(match[1]), { z, x, y }, request.signal);
      const { bytes, maxAgeSeconds } = tile;
      const headers = { ...common, 'cache-control': `private, max-age=${maxAgeSeconds}` };
      const type = pictureType(bytes);
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
