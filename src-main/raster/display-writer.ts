import { closeSync, fdatasyncSync, openSync, rmSync } from 'node:fs';
import { writeAllAt } from '../core/write-all-at.ts';
import {
  bigTiffMagic,
  directoryAt,
  directoryPosition,
  firstLinkAt,
  headerBytes,
  linkTo,
  type TiffEntry,
} from './big-tiff.ts';
import { createHalving } from './halve-rows.ts';
import { allocateSamples, type Samples, type SampleType } from './samples.ts';
import { createTileWriter, hasDifferences, type TileBlock, tileWidth } from './tile-writer.ts';

/** The options of a display copy. */
export interface DisplayOptions {
  path: string;
  widthPx: number;
  heightPx: number;
  type: SampleType;
  /** The number of samples per pixel, including the alpha, which is the last. */
  samplesPerPixel: number;
  hasAlpha: boolean;
  nodata: number | null;
  /** True: only the overviews are written, because the image itself can be read from the original. */
  isOverviewsOnly: boolean;
}

/** The rows of all levels that are in memory take at most twice this. */
const bandBytes = 8 * 1_024 * 1_024;

interface Level {
  widthPx: number;
  heightPx: number;
  /** False for the first level if it is read from the original. */
  isWritten: boolean;
  /** Rows that wait for a complete row of tiles; null for the first level, whose rows are written in bands. */
  samples: Samples | null;
  /** The number of rows in `samples`. */
  rows: number;
  blocks: TileBlock[];
}

/** Returns the number of rows that keeps a band within the limit, so that the tiles of a very wide raster are low. */
function bandRowsOf(rowBytes: number): number {
  let rows = 256;
  while (rows > 4 && rows * rowBytes > bandBytes) rows /= 2;
  return rows;
}

/** Returns the image itself and its overviews, each half of the one before, down to a single tile. */
function levelsOf(options: DisplayOptions, bandRows: number): Level[] {
  const { widthPx, heightPx, type, samplesPerPixel, isOverviewsOnly } = options;
  const levels: Level[] = [];
  for (let factor = 1; ; factor *= 2) {
    const level = { widthPx: Math.ceil(widthPx / factor), heightPx: Math.ceil(heightPx / factor) };
    const samples = factor === 1 ? null : allocateSamples(type, level.widthPx * bandRows * samplesPerPixel);
    levels.push({ ...level, isWritten: factor > 1 || !isOverviewsOnly, samples, rows: 0, blocks: [] });
    if (Math.max(level.widthPx, level.heightPx) <= tileWidth) return levels;
  }
}

/** Returns the tags of a level (TIFF 6); an overview has subfile type 1. */
function entriesOf(
  level: Level,
  options: DisplayOptions & { bitsPerSample: number; bandRows: number; isOverview: boolean },
): TiffEntry[] {
  const { samplesPerPixel, hasAlpha, type, bitsPerSample, bandRows, isOverview } = options;
  const perSample = (value: number) => Array.from({ length: samplesPerPixel }, () => value);
  // All samples but the first are extra ones with no stated meaning (TIFF 6, ExtraSamples), except the alpha.
  const extra = perSample(0).slice(1);
  if (hasAlpha && extra.length > 0) extra[extra.length - 1] = 2;
  return [
    { tag: 254, type: 4, values: [isOverview ? 1 : 0] },
    { tag: 256, type: 4, values: [level.widthPx] },
    { tag: 257, type: 4, values: [level.heightPx] },
    { tag: 258, type: 3, values: perSample(bitsPerSample) },
    { tag: 259, type: 3, values: [50_000] },
    { tag: 262, type: 3, values: [1] },
    { tag: 277, type: 3, values: [samplesPerPixel] },
    { tag: 284, type: 3, values: [1] },
    ...(hasDifferences(type) ? [{ tag: 317, type: 3 as const, values: [2] }] : []),
    { tag: 322, type: 4, values: [tileWidth] },
    { tag: 323, type: 4, values: [bandRows] },
    { tag: 324, type: 16, values: level.blocks.map((block) => block.offset) },
    { tag: 325, type: 16, values: level.blocks.map((block) => block.bytes) },
    ...(samplesPerPixel > 1 ? [{ tag: 338, type: 3 as const, values: extra }] : []),
    { tag: 339, type: 3, values: perSample(type.sampleFormat) },
  ];
}

/**
 * Creates the writer of a display copy: BigTIFF, zstd tiles, overviews by averaging, the same type and bands. The copy is written once,
 * outside the main thread, for rasters that are stored in strips, without overviews or in a way that the page cannot read
 * (service §11.4). If the page can read the original, it has the overviews only, which GDAL reads as an `.ovr`. It has no
 * georeference, which is in the record of the original. Only one band of rows of each level is in memory.
 */
export function createDisplayWriter(options: DisplayOptions) {
  const { samplesPerPixel, type } = options;
  const bytesPerSample = allocateSamples(type, 1).BYTES_PER_ELEMENT;
  const bandRows = bandRowsOf(options.widthPx * samplesPerPixel * bytesPerSample);
  const levels = levelsOf(options, bandRows);
  const halve = createHalving(options);
  // Deletes what is left of an earlier attempt, and does not follow a link in its place.
  rmSync(options.path, { force: true });
  const file = openSync(options.path, 'wx');
  const writeAt = (bytes: Buffer, at: number) => writeAllAt(file, bytes, at);
  const tiles = createTileWriter({
    type,
    samplesPerPixel,
    tileRows: bandRows,
    position: headerBytes,
    writeAt,
  });

  /** Writes a band of a level and passes its half on to the next level. */
  async function writeBand(index: number, source: Samples, rows: number, isLast: boolean): Promise<void> {
    const level = levels[index];
    if (!level) return;
    if (level.isWritten) await tiles.write({ source, rows, widthPx: level.widthPx, blocks: level.blocks });
    const lower = levels[index + 1];
    if (!lower?.samples) return;
    const { samples, widthPx } = lower;
    lower.rows += halve({ samples: source, widthPx: level.widthPx }, rows, {
      samples,
      widthPx,
      row: lower.rows,
    });
    if (lower.rows === bandRows || isLast) {
      const { rows: count } = lower;
      lower.rows = 0;
      if (count > 0) await writeBand(index + 1, samples, count, isLast);
    }
  }

  /** Writes the directories of all levels after the tiles. */
  function writeDirectories(end: number) {
    let position = end;
    let linkAt = firstLinkAt;
    for (const [index, level] of levels.entries()) {
      if (!level.isWritten) continue;
      position = directoryPosition(position);
      const details = { ...options, bitsPerSample: bytesPerSample * 8, bandRows, isOverview: index > 0 };
      const directory = directoryAt(position, entriesOf(level, details));
      writeAt(linkTo(position), linkAt);
      linkAt = directory.linkAt;
      writeAt(directory.bytes, position);
      position += directory.bytes.length;
    }
    // Written last: until then no program would open the file.
    writeAt(bigTiffMagic, 0);
  }

  let writtenRows = 0;
  return {
    /** The number of rows in each call of `writeRows`, except the last. */
    bandRows,
    async writeRows(samples: Samples, count: number) {
      writtenRows += count;
      await writeBand(0, samples, count, writtenRows >= options.heightPx);
    },
    async finish() {
      writeDirectories(await tiles.finish());
      fdatasyncSync(file);
      closeSync(file);
    },
    async abandon() {
      // A tile that is compressed later must not be written to a descriptor that is reused for another file.
      await tiles.stop();
      closeSync(file);
    },
  };
}
