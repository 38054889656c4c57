import { applyPolynomial, type PixelPolynomial, termsOf } from '../../../src-shared/geometry/pixel-models.ts';

/** A pixel with its known position in the plane of the coordinate system. */
export interface ControlPoint {
  column: number;
  row: number;
  x: number;
  y: number;
}

const fewestPoints = { first: 3, second: 6 } as const;

/** Solves the normal equations by elimination with pivots; returns null if the points do not determine the solution. */
function solve(matrix: number[][], right: number[]): number[] | null {
  const size = right.length;
  const rows = matrix.map((row, i) => [...row, right[i] ?? 0]);
  for (let at = 0; at < size; at += 1) {
    const pivot = rows.reduce(
      (best, row, i) => (i >= at && Math.abs(row[at] ?? 0) > Math.abs(rows[best]?.[at] ?? 0) ? i : best),
      at,
    );
    const [lower, upper] = [rows[at], rows[pivot]];
    if (!lower || !upper || Math.abs(upper[at] ?? 0) < 1e-12) return null;
    [rows[at], rows[pivot]] = [upper, lower];
    for (const [i, row] of rows.entries()) {
      if (i === at) continue;
      const factor = (row[at] ?? 0) / (upper[at] ?? 1);
      for (let k = at; k <= size; k += 1) row[k] = (row[k] ?? 0) - factor * (upper[k] ?? 0);
    }
  }
  return rows.map((row, i) => (row[size] ?? 0) / (row[i] ?? 1));
}

/** Returns the coefficients by the method of least squares; null if the points do not determine them. */
function leastSquares(terms: readonly number[][], values: readonly number[]): number[] | null {
  const size = terms[0]?.length ?? 0;
  const matrix = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_column, j) =>
      terms.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0),
    ),
  );
  const right = Array.from({ length: size }, (_, i) =>
    terms.reduce((sum, row, at) => sum + (row[i] ?? 0) * (values[at] ?? 0), 0),
  );
  return solve(matrix, right);
}

interface Pair {
  from: readonly [number, number];
  to: readonly [number, number];
}

/** Fits a polynomial of the first order, or of the second for six points or more as GDAL does, unless `highest` is 1. */
function fitPolynomial(pairs: readonly Pair[], highest: 1 | 2 = 2): PixelPolynomial | null {
  if (pairs.length < fewestPoints.first) return null;
  const mean = (axis: 0 | 1) => pairs.reduce((sum, { from }) => sum + from[axis], 0) / pairs.length;
  const centre = [mean(0), mean(1)] as const;
  const scale = Math.max(
    ...pairs.flatMap(({ from }) => from.map((each, i) => Math.abs(each - (centre[i] ?? 0)))),
  );
  if (!(scale > 0)) return null;
  const orders = highest === 2 && pairs.length >= fewestPoints.second ? [2, 1] : [1];
  for (const order of orders) {
    const terms = pairs.map(({ from }) =>
      termsOf(order, (from[0] - centre[0]) / scale, (from[1] - centre[1]) / scale),
    );
    const column = leastSquares(
      terms,
      pairs.map(({ to }) => to[0]),
    );
    const row = leastSquares(
      terms,
      pairs.map(({ to }) => to[1]),
    );
    if (column && row) return { order, centre: [...centre], scale, column, row };
  }
  return null;
}

/** Returns GDAL's six numbers of the affine function that is nearest to points; null if they are too few or on one line. */
export function fitAffine(points: readonly ControlPoint[]): number[] | null {
  const fit = fitPolynomial(
    points.map(({ column, row, x, y }) => ({ from: [column, row], to: [x, y] })),
    1,
  );
  if (fit === null) return null;
  const at = (column: number, row: number) => applyPolynomial(fit, column, row);
  const [[x, y], [rightX, rightY], [belowX, belowY]] = [at(0, 0), at(1, 0), at(0, 1)];
  return [x, rightX - x, belowX - x, y, rightY - y, belowY - y];
}

/** Polynomials in both directions. */
export interface ControlPointFit {
  toPixel: PixelPolynomial;
  toPlane: (column: number, row: number) => [number, number];
}

/** Fits polynomials to control points; returns null if they are too few or on one line. */
export function fitControlPoints(points: readonly ControlPoint[]): ControlPointFit | null {
  const toPixel = fitPolynomial(points.map(({ column, row, x, y }) => ({ from: [x, y], to: [column, row] })));
  const back = fitPolynomial(points.map(({ column, row, x, y }) => ({ from: [column, row], to: [x, y] })));
  if (!toPixel || !back) return null;
  return { toPixel, toPlane: (column, row) => applyPolynomial(back, column, row) };
}
