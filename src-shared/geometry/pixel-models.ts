/** Numbers of the six-number transform of GDAL: pixel and line to the plane of the coordinate system. */
export type Affine = readonly number[];

/** Two polynomials from the plane to pixels. The plane is shifted and scaled first, so that powers stay small. */
export interface PixelPolynomial {
  order: number;
  /** Subtracted from x and y before they are divided by `scale`. */
  centre: readonly number[];
  scale: number;
  column: readonly number[];
  row: readonly number[];
}

/** The rational functions that a provider gives from places to pixels (RPC00B), and the height at which they are taken. */
export interface RationalModel {
  /** Line, sample, latitude, longitude, height: subtracted first. */
  offsets: readonly number[];
  /** In the same order: what the differences are divided by, or multiplied with for line and sample. */
  scales: readonly number[];
  lineNumerator: readonly number[];
  lineDenominator: readonly number[];
  sampleNumerator: readonly number[];
  sampleDenominator: readonly number[];
  heightMetres: number;
}

/** Returns the powers of x and y up to an order, in one fixed sequence: 1, x, y, x², xy, y². */
export function termsOf(order: number, x: number, y: number): number[] {
  return order < 2 ? [1, x, y] : [1, x, y, x * x, x * y, y * y];
}

const dot = (terms: readonly number[], coefficients: readonly number[]): number =>
  terms.reduce((sum, term, i) => sum + term * (coefficients[i] ?? 0), 0);

/** Returns the inverse of a transform, or null if it has none: pixels would have no area. */
export function invertAffine(transform: Affine): number[] | null {
  const [x0 = 0, a = 0, b = 0, y0 = 0, c = 0, d = 0] = transform;
  const area = a * d - b * c;
  if (!Number.isFinite(area) || area === 0) return null;
  const [ia, ib, ic, id] = [d / area, -b / area, -c / area, a / area];
  return [-(ia * x0 + ib * y0), ia, ib, -(ic * x0 + id * y0), ic, id];
}

/** Applies the six numbers to a pair. */
export function applyAffine(transform: Affine, x: number, y: number): [number, number] {
  const [x0 = 0, a = 0, b = 0, y0 = 0, c = 0, d = 0] = transform;
  return [x0 + a * x + b * y, y0 + c * x + d * y];
}

/** Returns the pixel of a point of the plane. */
export function applyPolynomial(polynomial: PixelPolynomial, x: number, y: number): [number, number] {
  const { order, centre, scale, column, row } = polynomial;
  const terms = termsOf(order, (x - (centre[0] ?? 0)) / scale, (y - (centre[1] ?? 0)) / scale);
  return [dot(terms, column), dot(terms, row)];
}

/** Returns the pixel of a place in degrees; RPC00B counts from the centre of the first pixel, and here its corner is 0. */
export function applyRational(model: RationalModel, longitude: number, latitude: number): [number, number] {
  const { offsets, scales, heightMetres } = model;
  const [line0 = 0, sample0 = 0, latitude0 = 0, longitude0 = 0, height0 = 0] = offsets;
  const [lineScale = 1, sampleScale = 1, latitudeScale = 1, longitudeScale = 1, heightScale = 1] = scales;
  // Places beyond 180 degrees are those next to the model.
  const turned = longitude + 360 * Math.round((longitude0 - longitude) / 360);
  const l = (turned - longitude0) / longitudeScale;
  const p = (latitude - latitude0) / latitudeScale;
  const h = (heightMetres - height0) / heightScale;
  const terms = [
    1,
    l,
    p,
    h,
    l * p,
    l * h,
    p * h,
    l * l,
    p * p,
    h * h,
    p * l * h,
    l * l * l,
    l * p * p,
    l * h * h,
    l * l * p,
    p * p * p,
    p * h * h,
    l * l * h,
    p * p * h,
    h * h * h,
  ];
  const line = dot(terms, model.lineNumerator) / dot(terms, model.lineDenominator);
  const sample = dot(terms, model.sampleNumerator) / dot(terms, model.sampleDenominator);
  return [sample * sampleScale + sample0 + 0.5, line * lineScale + line0 + 0.5];
}
