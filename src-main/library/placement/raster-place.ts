import proj4 from 'proj4';
import type { KnownPlacement, RasterPlacement } from '../../../src-preload/contract/raster-placement.ts';
import { createMapPlane, type MapPlane } from '../../../src-preload/geometry/map-plane.ts';
import {
  applyAffine,
  applyPolynomial,
  applyRational,
  invertAffine,
} from '../../../src-preload/geometry/pixel-models.ts';
import type { TiffDirectory } from '../tiff-directory.ts';
import { type ControlPoint, fitControlPoints } from './control-points.ts';
import { type GeoKeys, geoKey, readGeoKeys } from './geo-keys.ts';
import { type KnownProjection, projectionOfKeys, type UnknownProjection } from './projection-of-keys.ts';
import { boxOfPixels, outlineOfPixels, type PixelsAndDegrees } from './raster-box.ts';
import { placeOfPixel, readRationalModel } from './rational-model.ts';

const pixelIsPoint = 2;
const tags = { scale: 33_550, tie: 33_922, matrix: 34_264 } as const;
const maxControlPoints = 20_000;
const wgs84 = '+proj=longlat +datum=WGS84';

interface Size {
  widthPx: number;
  heightPx: number;
}
type Model = KnownPlacement['model'];

async function finite(directory: TiffDirectory, tag: number): Promise<number[]> {
  const values = await directory.numbers(tag);
  return values.every(Number.isFinite) ? [...values] : [];
}

/** Returns GDAL's six numbers in its order of preference: scale and a tie point, else the matrix; null without them. */
async function affineOf(directory: TiffDirectory, isPoint: boolean): Promise<number[] | null> {
  const [scaleX = 0, scaleY = 0] = await finite(directory, tags.scale);
  const tie = await finite(directory, tags.tie);
  const matrix = await finite(directory, tags.matrix);
  let transform: number[] | null = null;
  if (scaleX !== 0 && scaleY !== 0 && tie.length >= 6) {
    const [i = 0, j = 0, , x = 0, y = 0] = tie;
    const height = -Math.abs(scaleY);
    transform = [x - i * scaleX, scaleX, 0, y - j * height, 0, height];
  } else if (matrix.length === 16) {
    const [a = 0, b = 0, , x = 0, d = 0, e = 0, , y = 0] = matrix;
    transform = [x, a, b, y, d, e];
  }
  if (!transform || !invertAffine(transform)) return null;
  const [x, y] = isPoint ? applyAffine(transform, -0.5, -0.5) : [transform[0] ?? 0, transform[3] ?? 0];
  return [x, ...transform.slice(1, 3), y, ...transform.slice(4)];
}

async function controlPointsOf(directory: TiffDirectory, isPoint: boolean): Promise<ControlPoint[]> {
  const tie = await finite(directory, tags.tie);
  const points: ControlPoint[] = [];
  const half = isPoint ? 0.5 : 0;
  for (let at = 0; at + 6 <= tie.length && points.length < maxControlPoints; at += 6) {
    const [column = 0, row = 0, , x = 0, y = 0] = tie.slice(at, at + 6);
    points.push({ column: column + half, row: row + half, x, y });
  }
  return points;
}

/**
 * Returns control points in degrees with longitudes that continue over the antimeridian: a fit through 179 and -179 would turn the raster
 * around the globe. GDAL before 3.10 fits them as they are.
 */
function withoutSeam(points: readonly ControlPoint[]): ControlPoint[] {
  const [first] = points;
  if (first === undefined) return [];
  return points.map((point) => ({ ...point, x: point.x - 360 * Math.round((point.x - first.x) / 360) }));
}

/** True for a definition whose plane is in degrees. */
const isInDegrees = (definition: string): boolean =>
  /\+proj=longlat|^\s*GEO(GCS|GCRS|DCRS|GRAPHICCRS|DETICCRS)/i.test(definition);

/** Returns the plane of a definition; null if proj4 cannot read it. */
function planeOf(definition: string): MapPlane | null {
  try {
    return createMapPlane(definition, proj4(definition));
  } catch {
    return null;
  }
}

interface PlacedModel {
  model: Model;
  rough: KnownPlacement['rough'];
  projection: KnownProjection;
  pixels: PixelsAndDegrees;
}

const ownName = ({ text, epsg }: KnownProjection): string =>
  epsg === null ? (/^\w+\["([^"]{1,80})"/.exec(text)?.[1] ?? '') : `EPSG:${epsg}`;

/** Resolves with the function from pixels to the plane of the file; null if the file does not define it. */
async function modelInPlane(
  directory: TiffDirectory,
  projection: KnownProjection,
  isPoint: boolean,
): Promise<PlacedModel | UnknownProjection | null> {
  const affine = await affineOf(directory, isPoint);
  const points = affine === null ? await controlPointsOf(directory, isPoint) : [];
  const fit = fitControlPoints(isInDegrees(projection.text) ? withoutSeam(points) : points);
  const plane = planeOf(projection.text);
  if (affine === null && fit === null) return null;
  if (!plane) return { reason: 'unknown-projection', detail: ownName(projection) };
  const { isCylinder } = plane;
  if (affine !== null) {
    const inverse = invertAffine(affine) ?? affine;
    return {
      model: { kind: 'affine', geoTransform: affine },
      rough: projection.isRough ? 'datum' : null,
      projection,
      pixels: {
        isCylinder,
        toDegrees: (column, row) => plane.toDegrees(...applyAffine(affine, column, row)),
        toPixel: (longitude, latitude) => applyAffine(inverse, ...plane.toPlane(longitude, latitude)),
      },
    };
  }
  if (fit === null) return null;
  const { toPixel, toPlane } = fit;
  return {
    model: { kind: 'polynomial', ...toPixel },
    rough: 'control-points',
    projection,
    pixels: {
      isCylinder,
      toDegrees: (column, row) => plane.toDegrees(...toPlane(column, row)),
      toPixel: (longitude, latitude) => applyPolynomial(toPixel, ...plane.toPlane(longitude, latitude)),
    },
  };
}

async function rationalOf(directory: TiffDirectory): Promise<PlacedModel | null> {
  const model = await readRationalModel(directory);
  if (!model) return null;
  const nowhere = [Number.NaN, Number.NaN] as const;
  return {
    model: { kind: 'rational', ...model },
    rough: 'rational',
    projection: { text: wgs84, isRough: false, epsg: 4_326 },
    pixels: {
      isCylinder: true,
      toDegrees: (column, row) => placeOfPixel(model, column, row) ?? nowhere,
      toPixel: (longitude, latitude) => applyRational(model, longitude, latitude),
    },
  };
}

const unplaced = ({ reason, detail }: UnknownProjection): RasterPlacement => ({
  kind: 'unplaced',
  reason,
  detail,
});

async function placedModel(
  directory: TiffDirectory,
  keys: GeoKeys,
): Promise<PlacedModel | UnknownProjection> {
  const projection = await projectionOfKeys(keys);
  const isPoint = keys.number(geoKey.rasterType) === pixelIsPoint;
  const inPlane = 'text' in projection ? await modelInPlane(directory, projection, isPoint) : null;
  const found = inPlane ?? (await rationalOf(directory));
  if (found) return found;
  return 'reason' in projection ? projection : { reason: 'no-georeference', detail: '' };
}

/**
 * Resolves with the placement of an image: by scale and tie point or matrix, else fitted to control points, else by the rational functions
 * of the sensor, in GDAL's order. For an image that cannot be placed it has the reason.
 */
export async function readPlacement(directory: TiffDirectory, size: Size): Promise<RasterPlacement> {
  return (await readPlaceAndOutline(directory, size)).placement;
}

/** Resolves with the placement of an image as `readPlacement`, and with its outline as `outlineOfPixels`. */
export async function readPlaceAndOutline(
  directory: TiffDirectory,
  size: Size,
): Promise<{ placement: RasterPlacement; outline: [number, number][] | null }> {
  const keys = await readGeoKeys(directory);
  const found = await placedModel(directory, keys);
  if ('reason' in found) return { placement: unplaced(found), outline: null };
  const { model, rough, projection, pixels } = found;
  const box = boxOfPixels(pixels, size.widthPx, size.heightPx);
  if (!box)
    return {
      placement: unplaced({ reason: 'unknown-projection', detail: ownName(projection) }),
      outline: null,
    };
  return {
    placement: { kind: 'placed', projection: projection.text, epsg: projection.epsg, model, rough, box },
    outline: outlineOfPixels(pixels, size.widthPx, size.heightPx),
  };
}
