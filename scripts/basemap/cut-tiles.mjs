// Cuts shapes and names into vector tiles (Mapbox Vector Tile 2).
import { GeoJSONVT } from '@maplibre/geojson-vt';
import { fromGeojsonVt } from '@maplibre/vt-pbf';
import { farthestViewOf, lastTileZoom, nearestViewOf } from '../../src-renderer/map/basemap/basemap-zooms.ts';
import { mercatorX, mercatorY } from '../../src-shared/geometry/mercator.ts';

const extent = 4096;
const bufferUnits = 64;
const world = 2 * mercatorX(180);

/** Tenths of a zoom, because a tile stores whole numbers in one byte. */
const tenths = (zoom) => Math.max(0, Math.min(255, Math.round(zoom * 10)));

/**
 * Cuts one layer of shapes. `features` are GeoJSON with `z` in their properties: the zoom of the view from which they are shown.
 * @returns {(z: number, x: number, y: number) => object[]} the features of a tile
 */
function shapeCutter(features, tolerance) {
  const byZoom = Array.from({ length: lastTileZoom + 1 }, (_, zoom) => {
    const shown = features.filter(({ properties }) => properties.z <= nearestViewOf(zoom));
    if (shown.length === 0) return null;
    return new GeoJSONVT(
      { type: 'FeatureCollection', features: shown },
      {
        maxZoom: zoom,
        indexMaxZoom: zoom,
        indexMaxPoints: 0,
        // At its own last zoom the library would keep every vertex, so it is told of one more.
        ...(zoom < lastTileZoom ? { maxZoom: zoom + 1 } : {}),
        tolerance,
        extent,
        buffer: bufferUnits,
      },
    );
  });
  return (z, x, y) =>
    (byZoom[z]?.getTile(z, x, y)?.features ?? []).map((feature) => {
      const { z: from, ...tags } = feature.tags;
      // What every view of these tiles shows says so by saying nothing.
      return { ...feature, tags: from <= farthestViewOf(z) ? tags : { ...tags, z: tenths(from) } };
    });
}

/** Cuts names: each is in one tile only, by zoom. */
function nameCutter(names) {
  const tiles = new Map();
  for (const { at, z, zEnd, tags } of names) {
    const fx = (mercatorX(at[0]) + world / 2) / world;
    const fy = (world / 2 - mercatorY(at[1])) / world;
    for (let zoom = 0; zoom <= lastTileZoom; zoom += 1) {
      if (z > nearestViewOf(zoom) || zEnd < farthestViewOf(zoom)) continue;
      const count = 2 ** zoom;
      const [x, y] = [fx, fy].map((share) => Math.max(0, Math.min(count - 1, Math.floor(share * count))));
      const point = [Math.round((fx * count - x) * extent), Math.round((fy * count - y) * extent)];
      const key = `${zoom}/${x}/${y}`;
      const there = tiles.get(key) ?? [];
      there.push({
        type: 1,
        geometry: [point],
        tags: { ...tags, z: tenths(z), ...(zEnd < 25 ? { end: tenths(zEnd) } : {}) },
      });
      tiles.set(key, there);
    }
  }
  return (z, x, y) => tiles.get(`${z}/${x}/${y}`) ?? [];
}

/**
 * Cuts all layers into tiles; those without content are left out.
 * @param {{ shapes: Record<string, { features: object[], tolerance?: number }>, names: object[] }} layers
 */
export function* cutTiles({ shapes, names }) {
  const cutters = [
    ...Object.entries(shapes).map(([name, { features, tolerance = 3 }]) => [
      name,
      shapeCutter(features, tolerance),
    ]),
    ['names', nameCutter(names)],
  ];
  for (let z = 0; z <= lastTileZoom; z += 1)
    for (let x = 0; x < 2 ** z; x += 1)
      for (let y = 0; y < 2 ** z; y += 1) {
        const layers = {};
        for (const [name, cut] of cutters) {
          const features = cut(z, x, y);
          if (features.length > 0) layers[name] = { features };
        }
        if (Object.keys(layers).length > 0)
          yield { z, x, y, bytes: fromGeojsonVt(layers, { version: 2, extent }) };
      }
}
