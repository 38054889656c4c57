import type { RasterInfo } from '../../../src-preload/contract/library.ts';
import type { Plane } from './expression/evaluate.ts';
import type { Level } from './raster-levels.ts';
import type { RasterStatistics, StatisticsRequest, TileExtent } from './raster-messages.ts';
import type { createWindowReader } from './raster-window.ts';
import { toValues } from './sample-pixels.ts';
import { evaluatorOf, type SampledPixels, valuesOf } from './style/picture.ts';
import { statisticsOf } from './style/statistics.ts';

/** A scene of up to so many pixels is counted whole, a larger one by its finest overview below. */
const mostScenePixels = 1_048_576;
/** A larger level is read in parts of so many samples. */
const partSamples = 4_000_000;
/** The view is counted on a square of this side. */
const viewSidePx = 512;
/** With more interleaved bands than this, only the wanted ones are kept. */
const mostKeptBands = 8;

interface StatisticsReaderOptions {
  info: Pick<RasterInfo, 'bands' | 'nodata' | 'isFloat' | 'scales'>;
  levels: readonly Level[];
  windows: Pick<ReturnType<typeof createWindowReader>, 'read'>;
  alphaSample: number | null;
  /** Reads the nearest values under a square; null if the raster does not reach it. */
  view(
    extent: TileExtent,
    sizePx: number,
    wanted: { bands: readonly number[]; hidesZeros: boolean; signal: AbortSignal },
  ): Promise<SampledPixels | null>;
}

/** Returns the square around a box that has the same centre. */
function squareAround([west, south, east, north]: TileExtent): TileExtent {
  const half = Math.max(east - west, north - south) / 2;
  const [x, y] = [(west + east) / 2, (south + north) / 2];
  return [x - half, y - half, x + half, y + half];
}

/** Takes away what lies in the square but not in the box. */
function cutTo(box: TileExtent, square: TileExtent, { planes }: SampledPixels) {
  const metres = (square[2] - square[0]) / viewSidePx;
  for (const plane of planes.values())
    for (let i = 0; i < plane.length; i += 1) {
      const x = square[0] + ((i % viewSidePx) + 0.5) * metres;
      const y = square[3] - (Math.floor(i / viewSidePx) + 0.5) * metres;
      if (x < box[0] || x > box[2] || y < box[1] || y > box[3]) plane[i] = Number.NaN;
    }
}

/** Returns an array for as precise values as those of another. */
const sameKind = (other: Plane | undefined, length: number): Plane =>
  other instanceof Float64Array ? new Float64Array(length) : new Float32Array(length);

/** Creates the function that counts values of a raster. What it has read of the scene it keeps. */
export function createStatisticsReader(options: StatisticsReaderOptions) {
  const { info, levels, windows, alphaSample, view } = options;
  const fitting = levels.findIndex(({ width, height }) => width * height <= mostScenePixels);
  const index = fitting < 0 ? levels.length - 1 : fitting;
  /** The stored values of the scene, by band; for each way of hiding zeros the holes are made in a copy. */
  const stored = new Map<number, Plane>();
  let opacity: Plane | null = null;

  async function readScene(level: Level, bands: readonly number[], signal: AbortSignal): Promise<void> {
    const missing = bands.filter((band) => !stored.has(band));
    if (missing.length === 0) return;
    // The bands of a pixel are unpacked together, so the others of it cost nothing, and the next expression may need them.
    const isWhole = level.image.planarConfiguration !== 2 && info.bands.length <= mostKeptBands;
    const wanted = isWhole ? [...info.bands.keys()] : missing;
    const samples = [...wanted, ...(alphaSample === null ? [] : [alphaSample])];
    const every = Math.max(1, Math.ceil(Math.sqrt((level.width * level.height) / mostScenePixels)));
    const rows = Math.max(1, Math.floor(partSamples / (level.width * samples.length)));
    const columnsKept = Math.ceil(level.width / every);
    const count = columnsKept * Math.ceil(level.height / every);
    let planes: Plane[] | null = null;
    let at = 0;
    for (let top = 0; top < level.height; top += rows) {
      const bottom = Math.min(level.height, top + rows);
      const box = { left: 0, top, right: level.width, bottom };
      const window = await windows.read({ level, index, samples, box }, signal);
      planes ??= samples.map(() => sameKind(window.data, count));
      for (let row = Math.ceil(top / every) * every; row < bottom; row += every)
        for (let column = 0; column < level.width; column += every) {
          const from = ((row - top) * level.width + column) * samples.length;
          for (let sample = 0; sample < samples.length; sample += 1) {
            const plane = planes[sample];
            if (plane) plane[at] = window.data[from + sample] ?? Number.NaN;
          }
          at += 1;
        }
    }
    for (const [sample, band] of wanted.entries()) stored.set(band, planes?.[sample] ?? new Float32Array(0));
    if (alphaSample !== null) opacity = planes?.[wanted.length] ?? null;
  }

  /** Returns the scene's values of these bands, NaN where there is nothing. */
  async function scene(bands: readonly number[], hidesZeros: boolean, signal: AbortSignal) {
    const level = levels[index];
    if (!level) return null;
    await readScene(level, bands, signal);
    const count = stored.get(bands[0] ?? 0)?.length ?? 0;
    const perPixel = bands.length + (opacity === null ? 0 : 1);
    const sources = [...bands.map((band) => stored.get(band)), ...(opacity === null ? [] : [opacity])];
    const data = sameKind(sources[0], count * perPixel);
    for (const [sample, source] of sources.entries())
      for (let i = 0; i < count; i += 1) data[i * perPixel + sample] = source?.[i] ?? Number.NaN;
    const alpha = opacity === null ? null : { sample: bands.length, full: 1 };
    toValues(
      { data, samplesPerPixel: perPixel, left: 0, top: 0, width: count, height: 1 },
      { bands, nodata: info.nodata, isFloat: info.isFloat, scales: info.scales, alpha, hidesZeros },
    );
    const planes = bands.map((band, sample): [number, Plane] => [
      band,
      sameKind(data, count).map((_, i) => data[i * perPixel + sample] ?? Number.NaN),
    ]);
    return { count, planes: new Map(planes), opacity: new Uint8Array(0) };
  }

  async function inView(box: TileExtent, wanted: Parameters<StatisticsReaderOptions['view']>[2]) {
    const square = squareAround(box);
    const sampled = await view(square, viewSidePx, wanted);
    if (sampled) cutTo(box, square, sampled);
    return sampled;
  }

  return async function countValues(
    asked: StatisticsRequest,
    signal: AbortSignal,
  ): Promise<RasterStatistics> {
    const { hidesZeros } = asked;
    const evaluators = asked.expressions.map((text) => evaluatorOf(text, info.bands));
    const bands = [...new Set(evaluators.flatMap((evaluator) => evaluator.bands))];
    const pixels =
      asked.view === null
        ? await scene(bands, hidesZeros, signal)
        : await inView(asked.view, { bands, hidesZeros, signal });
    signal.throwIfAborted();
    return {
      channels: evaluators.map((evaluator) => pixels && statisticsOf(valuesOf(evaluator, pixels))),
      isComplete: asked.view === null && index === 0 && fitting === 0,
    };
  };
}
