import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

/** GDAL's names of sample types, with ENVI's numbers of them. */
export const sampleTypes = {
  Byte: { code: 1, make: (values: number[]) => Uint8Array.from(values) },
  UInt16: { code: 12, make: (values: number[]) => Uint16Array.from(values) },
  Int16: { code: 2, make: (values: number[]) => Int16Array.from(values) },
  UInt32: { code: 13, make: (values: number[]) => Uint32Array.from(values) },
  Int32: { code: 3, make: (values: number[]) => Int32Array.from(values) },
  Float32: { code: 4, make: (values: number[]) => Float32Array.from(values) },
  Float64: { code: 5, make: (values: number[]) => Float64Array.from(values) },
} as const;
export type SampleTypeName = keyof typeof sampleTypes;

export interface RawRaster {
  folder: string;
  name: string;
  type: SampleTypeName;
  sidePx: number;
  bands: number;
  value: (column: number, row: number, band: number) => number;
}

/** Writes plain samples that GDAL reads; answers the path. */
export function writeRaw({ folder, name, type, sidePx, bands, value }: RawRaster): string {
  const path = join(folder, `${name}.raw`);
  const values = Array.from({ length: sidePx * sidePx * bands }, (_, i) => {
    const pixel = Math.floor(i / bands);
    return value(pixel % sidePx, Math.floor(pixel / sidePx), i % bands);
  });
  const samples = sampleTypes[type].make(values);
  writeFileSync(path, new Uint8Array(samples.buffer));
  const header = [
    'ENVI',
    `samples = ${sidePx}`,
    `lines = ${sidePx}`,
    `bands = ${bands}`,
    'header offset = 0',
    'file type = ENVI Standard',
    `data type = ${sampleTypes[type].code}`,
    'interleave = bip',
    'byte order = 0',
    '',
  ];
  writeFileSync(join(folder, `${name}.hdr`), header.join('\n'));
  return path;
}

/** `gdal_translate` with these words between its name and the two files. */
export async function translate(from: string, to: string, words: readonly string[]): Promise<void> {
  await run('gdal_translate', ['-q', ...words, from, to]);
}

export interface GdalReading {
  /** Of each band, row by row. */
  bands: Float64Array[];
  /** 0 where GDAL says that nothing is there. */
  mask: Uint8Array;
}

/** All samples of the first bands as GDAL reads them, and its own mask, by one run: starting it takes longer than its work. */
export async function readByGdal(
  path: string,
  { bands, words = [] }: { bands: number; words?: readonly string[] },
): Promise<GdalReading> {
  const samples = `${path}-samples.raw`;
  const chosen = Array.from({ length: bands }, (_, band) => ['-b', String(band + 1)]).flat();
  // The mask of colours from a palette is that of the palette: its words choose the bands by themselves.
  const kept = words.length > 0 ? [] : [...chosen, '-b', 'mask'];
  const envi = ['-of', 'ENVI', '-co', 'INTERLEAVE=BSQ', '-ot', 'Float64'];
  await translate(path, samples, [...envi, '-a_nodata', 'none', ...kept, ...words]);
  const bytes = new Uint8Array(readFileSync(samples));
  const all = new Float64Array(bytes.buffer);
  const count = all.length / (bands + (words.length > 0 ? 0 : 1));
  const part = (band: number) => all.subarray(band * count, (band + 1) * count);
  return {
    bands: Array.from({ length: bands }, (_, band) => part(band)),
    mask: words.length > 0 ? new Uint8Array(count).fill(255) : Uint8Array.from(part(bands)),
  };
}

const bandSchema = z.object({
  metadata: z.object({
    '': z.object({
      STATISTICS_MINIMUM: z.coerce.number(),
      STATISTICS_MAXIMUM: z.coerce.number(),
      STATISTICS_MEAN: z.coerce.number(),
      STATISTICS_STDDEV: z.coerce.number(),
    }),
  }),
});

/** Asks GDAL for the statistics of each band. */
export async function statisticsByGdal(path: string) {
  const { stdout } = await run('gdalinfo', ['-json', '-stats', '--config', 'GDAL_PAM_ENABLED', 'NO', path]);
  return z
    .object({ bands: z.array(bandSchema) })
    .parse(JSON.parse(stdout))
    .bands.map(({ metadata }) => metadata['']);
}
