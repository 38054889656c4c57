/** Twice the distance of neighbouring 32-bit floats around 1, by which GDAL lets values differ (`ARE_REAL_EQUAL`). */
const floatTolerance = 2 * 2 ** -23;

/** What a raster declares as “no data”. */
export interface DeclaredNodata {
  /** Null if no value means “no data”. */
  nodata: number | null;
  /** True if the samples of the file are floats. */
  isFloat: boolean;
}

/** From here on all 32-bit floats are one “no data”: the largest one, which programs also write with two digits, and GDAL compares like that. */
const leastOfLargest = 3.39e38;
const mostOfLargest = 3.41e38;

/**
 * Returns the smallest and the largest value that mean “no data”. Whole numbers must be equal to it. Floats of 32 and of 64 bits may
 * differ from it in the seventh digit, because programs write the value with fewer digits than the samples have; GDAL has the same
 * tolerance. Both are NaN, which no value is equal to, if there is none.
 */
export function nodataRange({ nodata, isFloat }: DeclaredNodata): readonly [low: number, high: number] {
  if (nodata === null) return [Number.NaN, Number.NaN];
  const size = Math.abs(nodata);
  if (isFloat && size >= leastOfLargest && size <= mostOfLargest)
    return nodata < 0 ? [-mostOfLargest, -leastOfLargest] : [leastOfLargest, mostOfLargest];
  // Of two nearly equal values the sum is twice one of them.
  const most = isFloat ? floatTolerance * 2 * size : 0;
  return [nodata - most, nodata + most];
}
