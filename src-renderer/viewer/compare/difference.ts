import { skipToken, useQuery } from '@tanstack/react-query';
import type { RasterInfo, SceneDetails } from '../../../src-preload/contract/library.ts';
import type { IndexPreset } from '../../../src-preload/contract/plain-values.ts';
import { defaultRasterStyle, type PixelOffset } from '../../../src-preload/contract/raster-styles.ts';
import { useApi } from '../../kit/client/api.tsx';
import { expressionsOf, withPreset } from '../raster/style/presets.ts';
import { type SceneDisplay, siblingFor } from '../raster-style/style-on-raster.ts';
import { useOffsets } from './offsets.ts';
import { compareCaptures } from './shown-rasters.ts';

/** One side of a difference: a scene, and its raster on the map. */
export interface DifferenceSide {
  scene: SceneDetails | null;
  info: RasterInfo | null;
}

/** A raster that has the bands of an index, and the index as an expression of these bands. */
interface IndexRaster {
  scene: SceneDetails;
  info: RasterInfo;
  expression: string;
}

/** The difference of an index between two captures, the later one minus the earlier one. */
export interface Difference {
  display: SceneDisplay | null;
  later: SceneDetails | null;
  earlier: SceneDetails | null;
  /** True if a scene has no raster on disk with the bands of the index. */
  lacksBands: boolean;
  error: unknown;
}

/** The colour ramp of a difference. Its middle means no change. */
export const differenceRamp = 'purple-green';

/** Returns the raster of a scene that has the bands of an index: the one on the map, or another one on disk. */
function useIndexRaster({ scene, info }: DifferenceSide, index: IndexPreset, isOn: boolean) {
  const style = withPreset(defaultRasterStyle, index);
  const isLacking = info !== null && expressionsOf(style, info) === null;
  const fileId = isOn && isLacking ? siblingFor(style, scene?.files ?? [], info) : null;
  const sibling = useQuery(
    useApi().query.library.rasterInfo.queryOptions({ input: fileId === null ? skipToken : { fileId } }),
  );
  const found = isLacking ? (sibling.data ?? null) : info;
  const [expression] = (found && expressionsOf(style, found)) ?? [];
  const raster: IndexRaster | null =
    scene === null || found === null || expression === undefined ? null : { scene, info: found, expression };
  return { raster, lacksBands: scene !== null && isLacking && fileId === null, error: sibling.error };
}

interface DifferenceOptions {
  index: IndexPreset;
  /** The value, positive and negative, at the two ends of the colour ramp. */
  reach: number;
  isOn: boolean;
}

/** Returns the difference of an index between two rasters, with its display for the map. */
export function useDifference(
  sides: readonly [DifferenceSide, DifferenceSide],
  { index, reach, isOn }: DifferenceOptions,
): Difference {
  const one = useIndexRaster(sides[0], index, isOn);
  const other = useIndexRaster(sides[1], index, isOn);
  const [earlier, later] =
    compareCaptures(one.raster?.scene ?? null, other.raster?.scene ?? null) <= 0
      ? [one.raster, other.raster]
      : [other.raster, one.raster];
  const offsetOf = useOffsets([earlier?.info ?? null, later?.info ?? null]);
  const offset = (raster: IndexRaster): PixelOffset => offsetOf(raster.info);
  const lacksBands = one.lacksBands || other.lacksBands;
  const common = { lacksBands, error: one.error ?? other.error };
  if (!isOn || earlier === null || later === null)
    return { ...common, display: null, later: null, earlier: null };
  const { resampling, hidesZeros } = defaultRasterStyle;
  const display: SceneDisplay = {
    info: later.info,
    bands: [],
    paint: {
      expressions: [later.expression],
      bounds: [[-reach, reach]],
      ramp: differenceRamp,
      isRampReversed: false,
      gamma: 1,
      resampling,
      hidesZeros,
      offset: offset(later),
    },
    minus: { info: earlier.info, expression: earlier.expression, offset: offset(earlier) },
  };
  return { ...common, display, later: later.scene, earlier: earlier.scene };
}
