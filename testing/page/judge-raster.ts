import { readFileSync, rmSync } from 'node:fs';
import { describeRaster } from '../../src-main/raster/describe-raster.ts';
import type { RasterRecord } from '../../src-main/raster/raster-record.ts';
import { UndrawableError } from '../../src-main/raster/undrawable.ts';
import { createPixelPlacer } from '../../src-renderer/viewer/raster/place-pixels.ts';
import { openRaster } from '../../src-renderer/viewer/raster/raster-reader.ts';

/** What GDAL says of a file, and how it is to be compared. */
export interface GdalTruth {
  name: string;
  /** The number of bands that GDAL reads, with an alpha. */
  bands: number;
  widthPx: number;
  heightPx: number;
  /** True if the last band is the opacity. */
  hasAlpha: boolean;
  /** How far a value may be off, because lossy compressions round in their own ways. */
  off: number;
  /** The colours of the values of a palette. */
  palette: readonly (readonly number[])[] | null;
  /** The parts that are compared of a raster that is too large to be compared as a whole. */
  windows?: readonly TruthWindow[] | undefined;
}

/** A part of a raster, in pixels, and the file with what GDAL reads in it. */
export interface TruthWindow {
  left: number;
  top: number;
  widthPx: number;
  heightPx: number;
  truthPath: string;
}

/** What became of a raster. `what` is empty if it is drawn as GDAL reads it. */
export interface Verdict {
  kind: 'right' | 'refused' | 'wrong';
  what: string;
  record: RasterRecord | null;
}

/** A place in degrees and the pixel that GDAL draws there. */
export type PlaceTruth = readonly [longitude: number, latitude: number, column: number, row: number];

/** The largest distance in pixels between our placement and GDAL's; 0 if both do not place it there. */
export function placementError(record: RasterRecord, places: readonly PlaceTruth[]): number {
  const { placement } = record;
  if (placement.kind === 'unplaced') return Number.POSITIVE_INFINITY;
  const placer = createPixelPlacer(placement);
  const half = 20_037_508.342789244;
  let worst = 0;
  for (const [longitude, latitude, column, row] of places) {
    const x = ((((longitude + 540) % 360) - 180) / 180) * half;
    const y = (Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / Math.PI) * half;
    const found = placer.under([x, y, x, y]).map((under) => under.toPixel(x, y));
    const error = Math.min(
      ...found.map(([c, r]) => Math.hypot(c - column, r - row)),
      Number.POSITIVE_INFINITY,
    );
    worst = Math.max(worst, error);
  }
  return worst;
}

/** The first, the middle and the last of the visible bands. */
const shownOf = (bands: number): [number, number, number] => [0, Math.floor(bands / 2), bands - 1];

interface Served {
  origin: string;
  paths: Map<string, string>;
}

/** Returns the path of the file with what GDAL reads in the whole of a raster. */
export const truthPathOf = (path: string): string => path.replace(/\.tiff?$/i, '.truth');

/** Of a larger tile the page reads a coarser level. */
const largestTilePx = 1_024;

/** The page could not draw what main described. */
class PageError extends Error {}

/** Reads the raster as Nadir does, main and page, and compares values, transparency and colours with GDAL's. */
export async function judgeRaster(path: string, truth: GdalTruth, served: Served): Promise<Verdict> {
  const displayPath = `${path}.display`;
  try {
    const record = await describeRaster({
      path,
      displayPath,
      bands: [],
      mayBuild: true,
      mayBeOverviews: false,
      progress: () => undefined,
    });
    if (!record) throw new Error('a copy may be built');
    const what = await compare(record, { path, displayPath }, truth, served).catch((error: unknown) => {
      throw new PageError(String(error));
    });
    return { kind: what === '' ? 'right' : 'wrong', what, record };
  } catch (error) {
    if (error instanceof UndrawableError) return { kind: 'refused', what: error.message, record: null };
    // The thread of main tells any other error of the description as a damaged file.
    const isOfMain = !(error instanceof PageError);
    return { kind: isOfMain ? 'refused' : 'wrong', what: `not-readable: ${String(error)}`, record: null };
  } finally {
    rmSync(displayPath, { force: true });
  }
}

async function compare(
  record: RasterRecord,
  { path, displayPath }: { path: string; displayPath: string },
  truth: GdalTruth,
  { origin, paths }: Served,
): Promise<string> {
  const { display, ...info } = record;
  const { widthPx, heightPx } = truth;
  if (info.widthPx !== widthPx || info.heightPx !== heightPx)
    return `size ${info.widthPx} x ${info.heightPx}`;
  const address = `/${paths.size + 1}`;
  paths.set(address, display ? displayPath : path);
  // GDAL makes a palette of grey values whose smallest is white too.
  const seen = truth.bands - (truth.hasAlpha ? 1 : 0);
  const isGrey = truth.palette !== null && info.bands.length === seen;
  const visible = truth.palette && !isGrey ? 3 : seen;
  if (info.bands.length !== visible) return `${info.bands.length} bands of ${visible}`;
  const shown = shownOf(visible);
  const placement = { kind: 'unplaced', reason: 'no-georeference', detail: '' } as const;
  const reader = await openRaster({ info: { ...info, placement, path: address }, bands: shown }, origin);
  try {
    const signal = new AbortController().signal;
    const whole = { left: 0, top: 0, widthPx, heightPx, truthPath: truthPathOf(path) };
    for (const window of truth.windows ?? [whole]) {
      const { left, top } = window;
      const box = { left, top, right: left + window.widthPx, bottom: top + window.heightPx };
      const { data, samplesPerPixel } = await reader.values(box, signal);
      const side = Math.min(largestTilePx, Math.max(window.widthPx, window.heightPx));
      const picture = await reader.tile([left, -top - side, left + side, -top], side, signal);
      if (!picture) return 'nothing was drawn';
      const what = difference(
        { data, samplesPerPixel, picture, side, shown },
        { ...truth, palette: isGrey ? null : truth.palette },
        window,
      );
      if (what !== '') return what;
    }
    return '';
  } finally {
    reader.close();
  }
}

interface Drawn {
  data: ArrayLike<number>;
  samplesPerPixel: number;
  picture: Uint8ClampedArray;
  side: number;
  shown: readonly [number, number, number];
}

function difference(drawn: Drawn, truth: GdalTruth, { widthPx, heightPx, truthPath }: TruthWindow): string {
  const { palette, off } = truth;
  const count = widthPx * heightPx;
  const bytes = new Uint8Array(readFileSync(truthPath));
  const values = new Float64Array(bytes.buffer, 0, count * truth.bands);
  const masks = bytes.subarray(8 * count * truth.bands);
  const wanted = [...new Set(drawn.shown)];
  /** A pixel is clear where its alpha is 0 too: GDAL leaves that out for some types and beside a "no data". */
  const isOpaque = (pixel: number) => !truth.hasAlpha || (values[(truth.bands - 1) * count + pixel] ?? 0) > 0;
  let [wrongValues, wrongHoles] = [0, 0];
  let example = '';
  for (let pixel = 0; pixel < count; pixel += 1) {
    const [column, row] = [pixel % widthPx, Math.floor(pixel / widthPx)];
    const at = column < drawn.side && row < drawn.side ? 4 * (row * drawn.side + column) : null;
    const isThere = palette
      ? masks[pixel] !== 0
      : isOpaque(pixel) &&
        wanted.some(
          (band) => masks[band * count + pixel] !== 0 && Number.isFinite(values[band * count + pixel]),
        );
    if (at !== null && (drawn.picture[at + 3] !== 0) !== isThere) wrongHoles += 1;
    if (!isThere) continue;
    for (const [i, band] of wanted.entries()) {
      if (!palette && masks[band * count + pixel] === 0) continue;
      const stored = values[(palette ? 0 : band) * count + pixel] ?? Number.NaN;
      const due = palette ? (palette[stored]?.[band] ?? Number.NaN) : stored;
      const seen = drawn.data[pixel * drawn.samplesPerPixel + i] ?? Number.NaN;
      if (Math.abs(seen - due) <= off || Object.is(seen, due) || seen === due) continue;
      wrongValues += 1;
      example ||= `${seen} for ${due} at ${pixel % widthPx},${Math.floor(pixel / widthPx)} of band ${band}`;
    }
  }
  if (wrongValues > 0) return `${wrongValues} values: ${example}`;
  return wrongHoles > 0 ? `${wrongHoles} pixels are clear that are not, or not clear` : '';
}
