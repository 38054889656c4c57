import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { describeRaster } from '../src-main/raster/describe-raster.ts';
import { type SampleTypeName, translate, writeRaw } from './gdal-files.ts';
import { serveFiles } from './serve-files.ts';
import { geoTags, writeTiff } from './write-tiff.ts';

/** The north-western corner of the rasters that are made here, and the side of their pixels: metres of EPSG:3857. */
export const madeAt = { west: 1_000_000, north: 5_000_000, metres: 10 };

/** Returns the extent of a raster of so many pixels: west, south, east, north in metres of EPSG:3857. */
export function madeExtent(sidePx: number) {
  const { west, north, metres } = madeAt;
  return [west, north - sidePx * metres, west + sidePx * metres, north] as const;
}

/** A raster that GDAL makes. */
export interface MadeRaster {
  type: SampleTypeName;
  /** Four, unless it is said: blue, green, red and near infrared. */
  bands?: number;
  sidePx?: number;
  /** Further words for `gdal_translate`. */
  words?: readonly string[];
  value: (column: number, row: number, band: number) => number;
}

const placeWords = (sidePx: number) => {
  const [west, south, east, north] = madeExtent(sidePx).map(String);
  return ['-a_srs', 'EPSG:3857', '-a_ullr', west ?? '', north ?? '', east ?? '', south ?? ''];
};

/**
 * A folder of its own for the rasters of a test file, which are described as main describes them and served as the page reads
 * them. It is made before the tests and removed after them.
 */
export function createRasterFolder(prefix: string) {
  let folder = '';
  let served: Awaited<ReturnType<typeof serveFiles>> | null = null;
  const paths = new Map<string, string>();
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), prefix));
    served = await serveFiles(paths);
  });
  afterAll(async () => {
    await served?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Describes a file and serves it, or the copy of it for display that was made. `served` is its path for the page. */
  async function describeAndServe(path: string, options: { bands?: string[]; mayBuild: boolean }) {
    const { bands = [], mayBuild } = options;
    const displayPath = `${path}.display.tif`;
    const record = await describeRaster({
      path,
      displayPath,
      bands,
      mayBuild,
      mayBeOverviews: false,
      progress: () => undefined,
    });
    if (!record) throw new Error('The page cannot draw this file without a copy.');
    const { display, ...info } = record;
    const address = `/${basename(path)}`;
    paths.set(address, display ? displayPath : path);
    return { record, info: { ...info, path: address } };
  }

  return {
    paths,
    pathOf: (name: string) => join(folder, name),
    /** Where the page reads, as `http://127.0.0.1:PORT`. */
    origin(): string {
      if (!served) throw new Error('The folder is there while tests run only.');
      return served.origin;
    },
    /** Makes a GeoTIFF with GDAL, in the place of `madeExtent`. */
    async make({ type, bands = 4, sidePx = 96, words = [], value }: MadeRaster): Promise<string> {
      const name = `made${paths.size + 1}`;
      const raw = writeRaw({ folder, name, type, sidePx, bands, value });
      const path = join(folder, `${name}.tif`);
      await translate(raw, path, [...placeWords(sidePx), ...words]);
      return path;
    },
    describeAndServe,
  };
}

/** The words for `gdal_translate` that make small tiles, which Nadir draws without a copy. */
export const tileWords = [
  '-co',
  'TILED=YES',
  '-co',
  'BLOCKXSIZE=32',
  '-co',
  'BLOCKYSIZE=32',
  '-co',
  'COMPRESS=LZW',
];
/** The names of the four bands of `MadeRaster`. */
export const madeBands = ['Blue', 'Green', 'Red', 'NIR'];

/** Writes a file of two bands, red and near infrared, in pixels of `metres`, with its north-western corner at that of `madeAt`. */
export function writeRedAndNir(
  path: string,
  {
    widthPx,
    metres,
    values,
  }: { widthPx: number; metres: number; values: (column: number, row: number) => readonly [number, number] },
): void {
  const data = new Uint16Array(widthPx * widthPx * 2);
  for (let i = 0; i < widthPx * widthPx; i += 1)
    data.set(values(i % widthPx, Math.floor(i / widthPx)), 2 * i);
  const geo = [
    { tag: 33_550, type: 12 as const, values: [metres, metres, 0] },
    { tag: 33_922, type: 12 as const, values: [0, 0, 0, madeAt.west, madeAt.north, 0] },
  ];
  writeTiff(path, {
    widthPx,
    heightPx: widthPx,
    samplesPerPixel: 2,
    bitsPerSample: 16,
    data: new Uint8Array(data.buffer),
    tags: [...geoTags({ geo, epsg: 3_857 }), { tag: 42_113, type: 2, values: '0' }],
  });
}
