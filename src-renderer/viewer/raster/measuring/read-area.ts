import { classBands, groupClasses } from '../class-groups.ts';
import type { Plane } from '../expression/evaluate.ts';
import type { AreaRequest, AreaStatistics } from '../raster-messages.ts';
import type { Box } from '../raster-window.ts';
import { type SampleWindow, toValues } from '../sample-pixels.ts';
import { evaluatorOf, valuesOf } from '../style/picture.ts';
import { type AreaSpans, areaSpans } from './area-spans.ts';
import type { MeasuredRaster } from './read-points.ts';
import { createValueCounter } from './value-counter.ts';

/** So many samples are in memory at the same time, and the values of the expressions from them. */
const mostPartSamples = 1_000_000;
/** A part is about so many pixels wide, in whole blocks. */
const partPx = 1_024;

/** Returns the parts in which an area is read: whole blocks where these are small enough. */
function partsOf({ level }: MeasuredRaster, samples: number, [top, bottom]: readonly [number, number]) {
  const blockWidth = Math.min(level.width, level.image.getTileWidth());
  const blockHeight = Math.min(level.height, level.image.getTileHeight());
  const width = Math.max(1, Math.floor(partPx / blockWidth)) * blockWidth;
  const rows = Math.max(1, Math.floor(mostPartSamples / (width * samples)));
  const height = rows >= blockHeight ? Math.floor(rows / blockHeight) * blockHeight : rows;
  const parts: Box[] = [];
  for (let row = Math.floor(top / height) * height; row < bottom; row += height)
    for (let left = 0; left < level.width; left += width)
      parts.push({
        left,
        top: Math.max(row, top),
        right: Math.min(level.width, left + width),
        bottom: Math.min(bottom, row + height),
      });
  return parts;
}

/** Whether a part has any pixel of an area. */
function reaches({ top, rows }: AreaSpans, box: Box): boolean {
  for (let row = box.top; row < box.bottom; row += 1) {
    const spans = rows[row - top] ?? [];
    for (let at = 0; at < spans.length; at += 2)
      if ((spans[at] ?? 0) < box.right && (spans[at + 1] ?? 0) > box.left) return true;
  }
  return false;
}

/** Takes away what lies in the window but not in the area. */
function cutTo({ top, rows }: AreaSpans, window: SampleWindow) {
  const { data, samplesPerPixel, left, width } = window;
  for (let row = 0; row < window.height; row += 1) {
    const spans = rows[window.top + row - top] ?? [];
    const first = row * width;
    const clear = (from: number, to: number) =>
      data.fill(Number.NaN, (first + from) * samplesPerPixel, (first + to) * samplesPerPixel);
    const within = (column: number) => Math.max(0, Math.min(width, column - left));
    let done = 0;
    for (let at = 0; at < spans.length; at += 2) {
      clear(done, Math.max(done, within(spans[at] ?? 0)));
      done = Math.max(done, within(spans[at + 1] ?? 0));
    }
    clear(done, width);
  }
}

function planeOf({ data, samplesPerPixel }: SampleWindow, sample: number): Plane {
  const count = data.length / samplesPerPixel;
  const plane = data instanceof Float32Array ? new Float32Array(count) : new Float64Array(count);
  for (let i = 0; i < count; i += 1) plane[i] = data[i * samplesPerPixel + sample] ?? Number.NaN;
  return plane;
}

/**
 * Creates the function that counts the values of expressions in the pixels of the full size whose centres lie in an
 * area. The area is read twice in parts, so memory does not depend on its size.
 */
export function createAreaReader(raster: MeasuredRaster) {
  const { info, level, index, windows, alphaSample, place } = raster;

  return async function countArea(
    { expressions, rings, hidesZeros }: AreaRequest,
    signal: AbortSignal,
    onPart: (share: number) => Promise<void>,
  ): Promise<AreaStatistics> {
    const ofClasses = info.classes === undefined ? null : groupClasses(info, { isStored: false });
    const classPixels = ofClasses?.groups.map(() => 0) ?? null;
    const none: AreaStatistics = { pixels: 0, channels: expressions.map(() => null), classPixels };
    if (rings !== null && place === null) return none;
    const spans = rings && place && areaSpans(rings, place, info);
    const evaluators = expressions.map((text) => evaluatorOf(text, info.bands));
    const bands = [...new Set([...classBands(info), ...evaluators.flatMap((evaluator) => evaluator.bands)])];
    const samples = [...bands, ...(alphaSample === null ? [] : [alphaSample])];
    const alpha = alphaSample === null ? null : { sample: bands.length, full: 1 };
    const rows = spans ? ([spans.top, spans.top + spans.rows.length] as const) : ([0, level.height] as const);
    const parts = partsOf(raster, Math.max(1, samples.length), rows).filter(
      (box) => spans === null || reaches(spans, box),
    );
    const counters = evaluators.map(() => createValueCounter());

    function countClasses(planes: ReadonlyMap<number, Plane>, count: number) {
      if (ofClasses === null || classPixels === null) return;
      const read = classBands(info).flatMap((band) => planes.get(band) ?? []);
      for (let pixel = 0; pixel < count; pixel += 1) {
        const group = ofClasses.groupAt(read, pixel);
        if (group >= 0) classPixels[group] = (classPixels[group] ?? 0) + 1;
      }
    }

    async function readPart(box: Box, pass: 0 | 1): Promise<Plane[]> {
      const window = await windows.read({ level, index, samples, box }, signal);
      toValues(window, {
        bands,
        nodata: info.nodata,
        isFloat: info.isFloat,
        scales: info.scales,
        alpha,
        hidesZeros,
      });
      if (spans) cutTo(spans, window);
      const planes = new Map(bands.map((band, sample) => [band, planeOf(window, sample)]));
      if (pass === 0) countClasses(planes, window.width * window.height);
      const pixels = { count: window.width * window.height, planes, opacity: new Uint8Array(0) };
      return evaluators.map((evaluator) => valuesOf(evaluator, pixels));
    }

    for (const pass of [0, 1] as const) {
      for (const [done, box] of parts.entries()) {
        await onPart((pass + done / parts.length) / 2);
        signal.throwIfAborted();
        for (const [i, values] of (await readPart(box, pass)).entries())
          counters[i]?.[pass === 0 ? 'add' : 'addAgain'](values);
      }
      if (pass === 0 && counters.filter((counter) => counter.isSecondNeeded()).length === 0) break;
    }
    return {
      pixels: spans?.count ?? level.width * level.height,
      channels: counters.map((counter) => counter.result()),
      classPixels,
    };
  };
}
