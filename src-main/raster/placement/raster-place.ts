import proj4 from 'proj4';
import type { KnownPlacement, RasterPlacement } from '../../../src-preload/contract/raster-placement.ts';
import { systemOfCode } from '../../../src-shared/crs/systems.ts';
import { createMapPlane, type MapPlane } from '../../../src-shared/geometry/map-plane.ts';
import {
  applyAffine,
  applyPolynomial,
  applyRational,
  invertAffine,
  type RationalModel,
} from '../../../src-shared/geometry/pixel-models.ts';
import type { TiffDirectory } from '../tiff-directory.ts';
import { type ControlPoint, fitControlPoints } from './control-points.ts';
import type { KnownProjection, UnknownProjection } from './epsg-definitions.ts';
import { type GeoKeys, geoKey, readGeoKeys } from './geo-keys.ts';
import { noPlaceFiles, type PlaceFiles } from './place-files.ts';
import { projectionOfKeys } from './projection-of-keys.ts';
import { projectionOfText } from './projection-of-text.ts';
import { boxOfPixels, outlineOfPixels, type PixelsAndDegrees } from './raster-box.ts';
import { placeOfPixel, readRationalModel } from './rational-model.ts';

const pixelIsPoint = 2;
const tags = { scale: 33_550, tie: 33_922, matrix: 34_264 } as const;
const maxControlPoints = 20_000;
const wgs84 = '+proj=longlat +datum=WGS84';
/** So far beyond the area of a system, its shift still holds. */
const edgeDegrees = 1;

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

/** What says where the pixels of a raster lie in the plane, or on the earth. */
export type PixelPlace =
  | { kind: 'affine'; geoTransform: readonly number[] }
  | { kind: 'points'; points: readonly ControlPoint[] }
  | { kind: 'rational'; model: RationalModel };

/** Where a raster lies, by its own tags and the files beside it. */
export interface FoundPlace {
  pixels: PixelPlace;
  projection: KnownProjection;
  /** The name of the file beside the raster that places its pixels; null if its own tags do. */
  pixelsFrom: string | null;
  /** The name of the file beside the raster that gives the system; null if its own tags do. */
  projectionFrom: string | null;
}

/** A file that says something of the place, and what it says; `from` is null for the raster itself. */
interface Said<T> {
  value: T;
  from: string | null;
}

/** Returns what places the pixels in the plane, in GDAL's order; null without it. */
async function pixelsInPlane(
  directory: TiffDirectory,
  isPoint: boolean,
  { auxiliary, tab, world }: PlaceFiles,
): Promise<Said<PixelPlace> | null> {
  if (auxiliary !== null && auxiliary.geoTransform !== null)
    return {
      value: { kind: 'affine', geoTransform: auxiliary.geoTransform },
      from: auxiliary.fileName,
    };
  if (auxiliary !== null && auxiliary.points.length > 0)
    return { value: { kind: 'points', points: auxiliary.points }, from: auxiliary.fileName };
  const affine = await affineOf(directory, isPoint);
  if (affine !== null) return { value: { kind: 'affine', geoTransform: affine }, from: null };
  if (tab !== null) {
    const { geoTransform, points } = tab.value;
    const value: PixelPlace =
      geoTransform === null ? { kind: 'points', points } : { kind: 'affine', geoTransform };
    return { value, from: tab.fileName };
  }
  if (world !== null) return { value: { kind: 'affine', geoTransform: world.value }, from: world.fileName };
  const points = await controlPointsOf(directory, isPoint);
  return points.length === 0 ? null : { value: { kind: 'points', points }, from: null };
}

/** Resolves with the coordinate system of the plane, in GDAL's order; GDAL reads no `.prj` for a TIFF, so it comes last. */
async function projectionOfPlane(
  keys: GeoKeys,
  pixels: PixelPlace,
  { auxiliary, tab, projection }: PlaceFiles,
): Promise<Said<KnownProjection | UnknownProjection>> {
  const ofPoints = pixels.kind === 'points' ? (auxiliary?.pointsProjection ?? null) : null;
  const beside = ofPoints ?? auxiliary?.projection ?? null;
  if (auxiliary !== null && beside !== null)
    return { value: await projectionOfText(beside), from: auxiliary.fileName };
  const own = await projectionOfKeys(keys);
  const isOwnMissing = 'reason' in own && own.reason === 'no-georeference';
  if (isOwnMissing && tab !== null && tab.value.projection !== null)
    return { value: tab.value.projection, from: tab.fileName };
  if (isOwnMissing && projection !== null)
    return { value: await projectionOfText(projection.value), from: projection.fileName };
  return { value: own, from: null };
}

const wgs84Projection: KnownProjection = { text: wgs84, isRough: false, epsg: 4_326 };

/** Resolves with the rational functions of the sensor: GDAL takes those of a file of the vendor before those in the raster. */
async function findRational(
  directory: TiffDirectory,
  { auxiliary, rational }: PlaceFiles,
): Promise<FoundPlace | null> {
  const beside = auxiliary?.rational ?? null;
  const own = rational === null ? await readRationalModel(directory) : null;
  const said: Said<RationalModel> | null =
    rational !== null
      ? { value: rational.value, from: rational.fileName }
      : own !== null
        ? { value: own, from: null }
        : auxiliary !== null && beside !== null
          ? { value: beside, from: auxiliary.fileName }
          : null;
  if (said === null) return null;
  return {
    pixels: { kind: 'rational', model: said.value },
    projection: wgs84Projection,
    pixelsFrom: said.from,
    projectionFrom: said.from,
  };
}

/**
 * Resolves with what places a raster, in GDAL's order (`GDAL_GEOREF_SOURCES`: PAM, INTERNAL, TABFILE, WORLDFILE): the auxiliary
 * metadata beside it, its own tags, a table of MapInfo, a world file, its own control points, the rational functions of the sensor.
 * Without them it is the reason.
 */
export async function findPlace(
  directory: TiffDirectory,
  files: PlaceFiles = noPlaceFiles,
): Promise<FoundPlace | UnknownPlace> {
  const keys = await readGeoKeys(directory);
  const pixels = await pixelsInPlane(directory, keys.number(geoKey.rasterType) === pixelIsPoint, files);
  if (pixels === null) {
    const projection = await projectionOfKeys(keys);
    const nowhere: UnknownPlace =
      'reason' in projection ? projection : { reason: 'no-georeference', detail: '' };
    return (await findRational(directory, files)) ?? nowhere;
  }
  const { value: projection, from } = await projectionOfPlane(keys, pixels.value, files);
  if ('reason' in projection) {
    const rational = await findRational(directory, files);
    if (rational !== null) return rational;
    return projection.reason === 'no-georeference' && pixels.from !== null
      ? { reason: 'no-projection', detail: pixels.from }
      : projection;
  }
  return { pixels: pixels.value, projection, pixelsFrom: pixels.from, projectionFrom: from };
}

/** Returns the names of the files beside the raster that place it. */
const placeFilesOf = ({ pixelsFrom, projectionFrom }: FoundPlace): string[] => [
  ...new Set([pixelsFrom, projectionFrom].flatMap((name) => name ?? [])),
];

interface PlacedModel {
  model: Model;
  rough: KnownPlacement['rough'];
  projection: KnownProjection;
  pixels: PixelsAndDegrees;
}

const ownName = ({ text, epsg }: KnownProjection): string =>
  epsg === null ? (/^\w+\["([^"]{1,80})"/.exec(text)?.[1] ?? '') : `EPSG:${epsg}`;

function rationalModel(model: RationalModel, projection: KnownProjection): PlacedModel {
  const nowhere = [Number.NaN, Number.NaN] as const;
  return {
    model: { kind: 'rational', ...model },
    rough: 'rational',
    projection,
    pixels: {
      isCylinder: true,
      toDegrees: (column, row) => placeOfPixel(model, column, row) ?? nowhere,
      toPixel: (longitude, latitude) => applyRational(model, longitude, latitude),
    },
  };
}

/** Returns the functions between pixels and the earth; null if control points do not determine them. */
function modelOfPlace({ pixels, projection }: FoundPlace): PlacedModel | UnknownProjection | null {
  if (pixels.kind === 'rational') return rationalModel(pixels.model, projection);
  const plane = planeOf(projection.text);
  const points = pixels.kind === 'points' ? pixels.points : [];
  const fit = fitControlPoints(isInDegrees(projection.text) ? withoutSeam(points) : points);
  if (pixels.kind === 'points' && fit === null) return null;
  if (!plane) return { reason: 'unknown-projection', detail: ownName(projection) };
  const { isCylinder } = plane;
  if (pixels.kind === 'affine') {
    const affine = pixels.geoTransform;
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

/** Why a raster cannot be placed; `detail` is the name of its system, or of the file that gives no system. */
export interface UnknownPlace {
  reason: 'no-georeference' | 'no-projection' | 'unknown-projection';
  detail: string;
}

/** Resolves with the model of the place, by the sensor if the control points do not determine one. */
async function placedModel(
  directory: TiffDirectory,
  files: PlaceFiles,
): Promise<(PlacedModel & { from: readonly string[] }) | UnknownPlace> {
  const found = await findPlace(directory, files);
  if ('reason' in found) return found;
  const model = modelOfPlace(found);
  if (model !== null && 'reason' in model) return model;
  if (model !== null) return { ...model, from: placeFilesOf(found) };
  const rational = await findRational(directory, files);
  const ofSensor = rational === null ? null : modelOfPlace(rational);
  return rational === null || ofSensor === null || 'reason' in ofSensor
    ? { reason: 'no-georeference', detail: '' }
    : { ...ofSensor, from: placeFilesOf(rational) };
}

/**
 * Returns the files beside a raster that say where it lies and do not count: a world file whose raster has another place, and those that
 * cannot be read. A sensor model beside a raster that is placed in a plane says how it was taken, and contradicts nothing.
 */
const filesWithoutEffect = ({ tab, world, unread }: PlaceFiles, from: readonly string[]): string[] => [
  ...[tab, world].flatMap((file) => (file === null || from.includes(file.fileName) ? [] : [file.fileName])),
  ...unread,
];

/** Datums of today have no shift, or none that changes with the place. */
const hasShift = (definition: string): boolean =>
  /\+towgs84=/.test(definition) && !/\+towgs84=0(?:,-?0)*(?: |$)/.test(definition);

/**
 * Returns true for a raster whose middle lies beyond the area of its system: the shift of its datum is fitted within that area, and may be
 * off by hundreds of metres outside.
 */
function isBeyondArea(
  { epsg, text, shiftCode }: KnownProjection,
  [west, south, east, north]: KnownPlacement['box'],
): boolean {
  const code = epsg ?? shiftCode ?? null;
  const system = code === null || !hasShift(text) ? null : systemOfCode(code);
  if (system === null) return false;
  const { area } = system;
  const latitude = (south + north) / 2;
  /** The degrees from the western side of the area, eastward. */
  const eastward = (longitude: number) => (((longitude - area.west) % 360) + 360) % 360;
  const width = area.east === area.west + 360 ? 360 : eastward(area.east);
  const isWithin =
    eastward((west + east) / 2 + edgeDegrees) <= width + 2 * edgeDegrees &&
    latitude >= area.south - edgeDegrees &&
    latitude <= area.north + edgeDegrees;
  return !isWithin;
}

/**
 * Resolves with the placement of an image by its own tags and the files beside it, see `findPlace`. For an image that cannot be placed it has
 * the reason.
 */
export async function readPlacement(
  directory: TiffDirectory,
  size: Size,
  files: PlaceFiles = noPlaceFiles,
): Promise<RasterPlacement> {
  return (await readPlaceAndOutline(directory, size, files)).placement;
}

/** Resolves with the placement of an image as `readPlacement`, and with its outline as `outlineOfPixels`. */
export async function readPlaceAndOutline(
  directory: TiffDirectory,
  size: Size,
  files: PlaceFiles = noPlaceFiles,
): Promise<{ placement: RasterPlacement; outline: [number, number][] | null }> {
  const found = await placedModel(directory, files);
  const unplaced = ({ reason, detail }: UnknownPlace): RasterPlacement => ({
    kind: 'unplaced',
    reason,
    detail,
    ...(files.unread.length === 0 ? {} : { unusedFiles: [...files.unread] }),
  });
  if ('reason' in found) return { placement: unplaced(found), outline: null };
  const { model, rough, projection, pixels, from } = found;
  const box = boxOfPixels(pixels, size.widthPx, size.heightPx);
  if (!box)
    return {
      placement: unplaced({ reason: 'unknown-projection', detail: ownName(projection) }),
      outline: null,
    };
  const unused = filesWithoutEffect(files, from);
  return {
    placement: {
      kind: 'placed',
      projection: projection.text,
      epsg: projection.epsg,
      model,
      rough: rough ?? (isBeyondArea(projection, box) ? 'datum' : null),
      box,
      ...(from.length === 0 ? {} : { placeFiles: [...from] }),
      ...(unused.length === 0 ? {} : { unusedFiles: unused }),
    },
    outline: outlineOfPixels(pixels, size.widthPx, size.heightPx),
  };
}
