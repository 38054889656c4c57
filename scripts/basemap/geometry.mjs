// Small geometry of the embedded map. Places are in degrees.
import polylabel from 'polylabel';
import { mercatorX, mercatorY } from '../../src-shared/geometry/mercator.ts';
import { unwrapLine } from '../../src-shared/geometry/unwrap-line.ts';

/** A name is wider than it is high: the place for it is searched where the land is that much narrower. */
const nameShape = 2;

/** Returns the polygons of a geometry, each as its rings, continued over the antimeridian. */
export function polygonsOf(geometry) {
  const all =
    geometry.type === 'Polygon'
      ? [geometry.coordinates]
      : geometry.type === 'MultiPolygon'
        ? geometry.coordinates
        : [];
  return all.map((rings) => {
    const [outer, ...holes] = rings.map((ring) => unwrapLine(ring));
    const middle = outer.reduce((sum, [x]) => sum + x, 0) / outer.length;
    // A hole is led on by itself: it belongs to the same turn of the world as what it is in.
    return [
      outer,
      ...holes.map((hole) => {
        const turn = Math.round((middle - hole[0][0]) / 360) * 360;
        return turn === 0 ? hole : hole.map(([x, y]) => [x + turn, y]);
      }),
    ];
  });
}

/** Returns a ring in square metres of the map (EPSG:3857), as it is seen. */
export function areaOnMap(ring) {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i, i += 1)
    sum += (mercatorX(ring[j][0]) - mercatorX(ring[i][0])) * (mercatorY(ring[j][1]) + mercatorY(ring[i][1]));
  return Math.abs(sum / 2);
}

/** Returns the largest of several polygons, by its outer ring on the map. */
export function largestOf(polygons) {
  let best = polygons[0];
  let most = -1;
  for (const polygon of polygons) {
    const area = areaOnMap(polygon[0]);
    if (area <= most) continue;
    most = area;
    best = polygon;
  }
  return { polygon: best, area: most };
}

/** Returns the place inside of a polygon where a name has most room, in degrees, and that room in metres of the map. */
export function labelPlace(polygon) {
  const flat = polygon.map((ring) => ring.map(([x, y]) => [mercatorX(x) / nameShape, mercatorY(y)]));
  const box = flat[0].reduce(
    ([least, most], [, y]) => [Math.min(least, y), Math.max(most, y)],
    [Infinity, -Infinity],
  );
  const found = polylabel(flat, Math.max(500, (box[1] - box[0]) / 200));
  return { at: degreesOf([found[0] * nameShape, found[1]]), roomMetres: found.distance };
}

const halfWorld = mercatorX(180);

/** Returns metres of the map as degrees, in the turn of the world around the equator's zero. */
export function degreesOf([x, y]) {
  const longitude = (x / halfWorld) * 180;
  const latitude = (Math.atan(Math.exp((y / halfWorld) * Math.PI)) * 360) / Math.PI - 90;
  return [((((longitude + 180) % 360) + 360) % 360) - 180, latitude];
}

/** Returns the zoom of the view at which a length on the map (metres) has so many pixels. */
export function zoomWhere(metres, pixels) {
  return Math.log2(((2 * halfWorld) / 256) * (pixels / metres));
}
