/** What a projection library gives for one coordinate system. */
export interface PlaneConverter {
  forward(degrees: [number, number]): readonly number[];
  inverse(point: [number, number]): readonly number[];
}

/** The plane of a coordinate system. Where a place or a point has no counterpart, both numbers are NaN. */
export interface MapPlane {
  /** Returns the point of a place in degrees. In a cylinder longitudes beyond 180 go on without a seam. */
  toPlane(longitude: number, latitude: number): readonly [x: number, y: number];
  toDegrees(x: number, y: number): readonly [longitude: number, latitude: number];
  /** True if the meridians are parallel lines at even distances, so that the plane repeats with each turn of the globe. */
  isCylinder: boolean;
}

const nowhere = [Number.NaN, Number.NaN] as const;

function guarded(convert: (at: [number, number]) => readonly number[], a: number, b: number) {
  if (!Number.isFinite(a) || !Number.isFinite(b)) return nowhere;
  try {
    const [x = Number.NaN, y = Number.NaN] = convert([a, b]);
    return Number.isFinite(x) && Number.isFinite(y) ? ([x, y] as const) : nowhere;
  } catch {
    // Out of the domain of the projection.
    return nowhere;
  }
}

const wordOf = (definition: string, word: string): number =>
  Number(new RegExp(`\\+${word}=(-?[\\d.]+)`).exec(definition)?.[1] ?? 0);

/** Returns the plane of the coordinate system with this definition (a proj4 string or well-known text). */
export function createMapPlane(definition: string, converter: PlaneConverter): MapPlane {
  const isDegrees = /\+proj=longlat\b|^\s*GEOGCS/.test(definition);
  const isCylinder = isDegrees || /\+proj=(?:merc|eqc|cea|mill)\b/.test(definition);
  const plain: MapPlane = {
    toPlane: (longitude, latitude) => guarded(converter.forward, longitude, latitude),
    toDegrees: (x, y) => guarded(converter.inverse, x, y),
    isCylinder,
  };
  if (!isCylinder) return plain;
  const middle = wordOf(definition, 'lon_0') + wordOf(definition, 'pm');
  const [x0] = isDegrees ? [0] : plain.toPlane(middle, 0);
  const [quarter] = isDegrees ? [90] : plain.toPlane(middle + 90, 0);
  const turn = 4 * (quarter - x0);
  if (!(turn > 0)) return { ...plain, isCylinder: false };
  const start = isDegrees ? wordOf(definition, 'pm') : middle;
  const wrapped = (longitude: number) => longitude - 360 * Math.round((longitude - start) / 360);
  return {
    isCylinder,
    toPlane(longitude, latitude) {
      const [x, y] = plain.toPlane(wrapped(longitude), latitude);
      const due = x0 + ((longitude - start) / 360) * turn;
      return [x + turn * Math.round((due - x) / turn), y];
    },
    toDegrees(x, y) {
      const turns = Math.round((x - x0) / turn);
      const [longitude, latitude] = plain.toDegrees(x - turns * turn, y);
      const due = start + ((x - x0) / turn) * 360;
      return [longitude + 360 * Math.round((due - longitude) / 360), latitude];
    },
  };
}
