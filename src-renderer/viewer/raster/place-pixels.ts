import proj4 from 'proj4';
import type { KnownPlacement, RasterPlacement } from '../../../src-preload/contract/raster-placement.ts';
import { createMapPlane, type MapPlane } from '../../../src-shared/geometry/map-plane.ts';
import { latitudeOf, longitudeOf } from '../../../src-shared/geometry/mercator.ts';
import {
  applyAffine,
  applyPolynomial,
  applyRational,
  invertAffine,
} from '../../../src-shared/geometry/pixel-models.ts';

/** Returns the raster pixel of a place in degrees; fractions are positions within the pixel. */
export type ToPixel = (longitude: number, latitude: number) => readonly [column: number, row: number];

/** West, south, east, north; degrees, or metres of EPSG:3857. */
export type Extent = readonly [number, number, number, number];

/** The way from map tiles to pixels of one raster. */
export interface PixelPlacer {
  /**
   * Returns the ways in which the raster lies under this part of the map, none if it does not. A raster that crosses
   * the edge of the map, or goes round the globe, can lie there twice.
   */
  under(extent: Extent): readonly PixelsUnderTile[];
  /** The way from places in degrees to pixels; null for a raster that cannot be placed. */
  inDegrees: PixelsInDegrees | null;
}

/** The pixels of a raster by their places. */
export interface PixelsInDegrees {
  /** Only places within the box have a pixel that means something. */
  toPixel: ToPixel;
  /**
   * West, south, east, north of the raster and of some room beside it, in degrees. Longitudes are those of the raster's
   * own plane, so a place may lie in it only after a turn of 360 degrees.
   */
  box: Extent;
}

/** One way in which a raster lies under a tile. */
export interface PixelsUnderTile {
  /** Returns the pixel under a point of the tile's plane. */
  toPixel(x: number, y: number): readonly [column: number, row: number];
  /** True if this part of the map cannot contain a pixel. */
  isOutside(extent: Extent): boolean;
}

/** Beyond this share of its box a raster ends, because many projections repeat or fold far away from their middle. */
const spare = 0.1;
/** And at least this much, in degrees: a box of a few metres is rounded. */
const leastSpare = 1e-4;
/** A raster that covers the whole globe can lie under a tile at most three times. */
const turns = [-2, -1, 0, 1, 2];
const mostTurns = 3;

function toPixelOf({ model }: KnownPlacement, plane: MapPlane): ToPixel {
  if (model.kind === 'rational') return (longitude, latitude) => applyRational(model, longitude, latitude);
  if (model.kind === 'polynomial')
    return (longitude, latitude) => applyPolynomial(model, ...plane.toPlane(longitude, latitude));
  const inverse = invertAffine(model.geoTransform);
  if (!inverse) throw new Error('pixels without an area');
  return (longitude, latitude) => applyAffine(inverse, ...plane.toPlane(longitude, latitude));
}

/** Rows go down and the y of the plane goes up. */
const ownPixels: PixelsUnderTile = { toPixel: (x, y) => [x, -y], isOutside: () => false };

/**
 * Returns how tiles find the pixels of a raster. Tiles are in EPSG:3857; those of a raster that cannot be placed are in
 * its own pixels, with y upwards. Throws if proj4 does not know the coordinate system.
 */
export function createPixelPlacer(placement: RasterPlacement): PixelPlacer {
  if (placement.kind === 'unplaced') return { under: () => [ownPixels], inDegrees: null };
  const toPixel = toPixelOf(placement, createMapPlane(placement.projection, proj4(placement.projection)));
  const [boxWest, boxSouth, boxEast, boxNorth] = placement.box;
  const besideX = Math.max(leastSpare, (boxEast - boxWest) * spare);
  const besideY = Math.max(leastSpare, (boxNorth - boxSouth) * spare);
  const [south, north] = [boxSouth - besideY, boxNorth + besideY];
  // A raster round the globe has no room beside it.
  const isRound = boxEast - boxWest + 2 * besideX >= 360;
  const [west, east] = isRound ? [boxWest, boxEast] : [boxWest - besideX, boxEast + besideX];

  function turnedBy(degrees: number): PixelsUnderTile {
    return {
      toPixel(x, y) {
        const longitude = longitudeOf(x) + degrees;
        const latitude = latitudeOf(y);
        const isInside = longitude >= west && longitude <= east && latitude >= south && latitude <= north;
        return isInside ? toPixel(longitude, latitude) : [Number.NaN, Number.NaN];
      },
      isOutside: (extent) =>
        longitudeOf(extent[2]) + degrees < west ||
        longitudeOf(extent[0]) + degrees > east ||
        latitudeOf(extent[3]) < south ||
        latitudeOf(extent[1]) > north,
    };
  }
  const ways = turns.map((turn) => turnedBy(turn * 360));
  return {
    under: (extent) => ways.filter((way) => !way.isOutside(extent)).slice(0, mostTurns),
    inDegrees: { toPixel, box: [west, south, east, north] },
  };
}
