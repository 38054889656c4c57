import type { TiffDirectory } from './tiff-directory.ts';
import { UndrawableError } from './undrawable.ts';

const userDefined = 32_767;
const pixelIsPoint = 2;
const key = { modelType: 1_024, rasterType: 1_025, geographic: 2_048, projected: 3_072 } as const;
const modelType = { projected: 1, geographic: 2 } as const;

const tags = { scale: 33_550, tie: 33_922, matrix: 34_264, keys: 34_735 } as const;

/** Returns the keys whose values are in the directory itself: codes, not texts or fractional numbers. */
function codesOf(keys: Float64Array): Map<number, number> {
  const codes = new Map<number, number>();
  const count = Math.min(keys[3] ?? 0, Math.floor(keys.length / 4) - 1);
  for (let i = 1; i <= count; i += 1) {
    if (keys[4 * i + 1] === 0) codes.set(keys[4 * i] ?? 0, keys[4 * i + 3] ?? 0);
  }
  return codes;
}

/**
 * Returns the EPSG code of the raster's own system. A projected system is based on a geographic one; the model type tells which
 * of them counts.
 */
function epsgOf(codes: ReadonlyMap<number, number>): number {
  const model = codes.get(key.modelType);
  const projected = codes.get(key.projected);
  const geographic = codes.get(key.geographic);
  const isProjected =
    model === modelType.projected || (model !== modelType.geographic && projected !== undefined);
  const code = isProjected ? projected : geographic;
  if (code === undefined && isProjected) throw new UndrawableError('unknown-projection');
  if (code === undefined || code <= 0) throw new UndrawableError('no-georeference');
  if (code >= userDefined) throw new UndrawableError('unknown-projection');
  return code;
}

/**
 * Returns the EPSG code and GDAL's six numbers from the tags, in GDAL's order of preference: scale and one tie point, else the
 * matrix.
 */
export async function readPlace(directory: TiffDirectory): Promise<{ epsg: number; geoTransform: number[] }> {
  const codes = codesOf(await directory.numbers(tags.keys));
  const epsg = epsgOf(codes);
  const finite = async (tag: number) => {
    const values = await directory.numbers(tag);
    return values.every(Number.isFinite) ? [...values] : [];
  };
  const [scaleX = 0, scaleY = 0] = await finite(tags.scale);
  const tie = await finite(tags.tie);
  const matrix = await finite(tags.matrix);
  let [originX, originY, width, height] = [0, 0, 0, 0];
  if (scaleX !== 0 && scaleY !== 0 && tie.length === 6) {
    const [i = 0, j = 0, , x = 0, y = 0] = tie;
    [width, height] = [scaleX, -scaleY];
    [originX, originY] = [x - i * width, y - j * height];
  } else if (matrix.length === 16) {
    if (matrix[1] !== 0 || matrix[4] !== 0) throw new UndrawableError('rotated');
    [originX, originY, width, height] = [matrix[3] ?? 0, matrix[7] ?? 0, matrix[0] ?? 0, matrix[5] ?? 0];
  }
  if (width === 0 || height === 0) throw new UndrawableError('no-georeference');
  if (codes.get(key.rasterType) === pixelIsPoint) {
    originX -= width / 2;
    originY -= height / 2;
  }
  return { epsg, geoTransform: [originX, width, 0, originY, 0, height] };
}
