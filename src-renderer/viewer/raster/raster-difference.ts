import type { Plane } from './expression/evaluate.ts';
import type { RasterDisplay } from './raster-messages.ts';
import { openRaster, type RasterReader } from './raster-reader.ts';
import {
  createPicture,
  evaluatorOf,
  type PaintStyle,
  type SampledPixels,
  valuesOf,
} from './style/picture.ts';

/** What a worker needs of an open raster, or of the difference of two. */
export type TileReader = Pick<
  RasterReader,
  'tile' | 'ahead' | 'restyle' | 'statistics' | 'points' | 'area' | 'decoded' | 'close'
>;

/** Returns `above` − `below` for each pixel; NaN, and no opacity, where one of them has no value. */
export function subtract(
  above: { values: Plane; opacity: Uint8Array },
  below: { values: Plane; opacity: Uint8Array },
): SampledPixels {
  const count = above.values.length;
  const values = new Float64Array(count);
  const opacity = new Uint8Array(count);
  for (let i = 0; i < count; i += 1) {
    values[i] = (above.values[i] ?? Number.NaN) - (below.values[i] ?? Number.NaN);
    opacity[i] = Math.min(above.opacity[i] ?? 0, below.opacity[i] ?? 0);
  }
  return { count, planes: new Map([[0, values]]), opacity };
}

/**
 * Opens two rasters to paint the difference of an expression of each. Both are read under the pixels of the tile, so
 * they need neither the same size nor the same projection.
 */
export async function openDifference(
  display: RasterDisplay,
  origin: string,
  workers = 1,
): Promise<TileReader> {
  const { minus, info, paint: first } = display;
  if (minus === undefined || first === undefined) throw new Error('a difference needs two rasters');
  const [reader, other] = await Promise.all([
    openRaster({ info, bands: [] }, origin, 2 * workers),
    openRaster({ info: minus.info, bands: [] }, origin, 2 * workers),
  ]);
  const evaluate = {
    below: evaluatorOf(minus.expression, minus.info.bands),
    above: evaluatorOf(first.expressions[0] ?? '', info.bands),
  };
  const pictureOf = (paint: PaintStyle) => createPicture({ ...paint, expressions: ['#1'] }, ['difference']);
  let picture = pictureOf(first);

  return {
    async tile(extent, sizePx, signal) {
      const { resampling, hidesZeros, offset } = picture.style;
      const style = { resampling, hidesZeros };
      const below = await other.sample(extent, sizePx, {
        bands: evaluate.below.bands,
        signal,
        style: { ...style, offset: minus.offset },
      });
      const above = await reader.sample(extent, sizePx, {
        bands: evaluate.above.bands,
        signal,
        style: offset === undefined ? style : { ...style, offset },
      });
      if (above === null || below === null) return null;
      return picture.paint(
        subtract(
          { values: valuesOf(evaluate.above, above), opacity: above.opacity },
          { values: valuesOf(evaluate.below, below), opacity: below.opacity },
        ),
      );
    },
    // Its tiles are not kept.
    ahead: async () => undefined,
    restyle(paint) {
      picture = pictureOf(paint);
      evaluate.above = evaluatorOf(paint.expressions[0] ?? '', info.bands);
    },
    // Its range is set by hand, so nothing is counted.
    statistics: async ({ expressions }) => ({ channels: expressions.map(() => null), isComplete: false }),
    // Values are read of one raster at a time; this is the later one.
    points: reader.points,
    area: reader.area,
    decoded: () => reader.decoded() + other.decoded(),
    close() {
      reader.close();
      other.close();
    },
  };
}
