import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);
const mostOutputBytes = 256 * 1_024 * 1_024;

/** Runs `ogr2ogr` with these words. */
export async function ogr2ogr(...words: string[]): Promise<void> {
  await run('ogr2ogr', words, { maxBuffer: mostOutputBytes });
}

const geometrySchema = z.looseObject({
  type: z.string(),
  coordinates: z.unknown().optional(),
  geometries: z.array(z.unknown()).optional(),
});
const collectionSchema = z.object({
  features: z.array(
    z.object({
      properties: z.record(z.string(), z.unknown()).nullable(),
      geometry: geometrySchema.nullable(),
    }),
  ),
});
export type GdalFeature = z.infer<typeof collectionSchema>['features'][number];

/** All features of a file as GDAL reads them, in degrees on WGS 84, with more digits than any format needs. */
export async function readByGdal(
  path: string,
  target: string,
  words: readonly string[] = [],
): Promise<GdalFeature[]> {
  const options = [
    '-f',
    'GeoJSON',
    '-lco',
    'COORDINATE_PRECISION=11',
    '-lco',
    'RFC7946=NO',
    '-t_srs',
    'EPSG:4326',
  ];
  await ogr2ogr(...options, '-skipfailures', ...words, target, path);
  return collectionSchema.parse(JSON.parse(readFileSync(target, 'utf8'))).features;
}

/** Transforms positions of a system to degrees by GDAL: longitude, latitude. */
export async function degreesByGdal(
  code: number,
  positions: readonly (readonly [number, number])[],
): Promise<[number, number][]> {
  const child = execFile('gdaltransform', ['-s_srs', `EPSG:${code}`, '-t_srs', 'EPSG:4326', '-output_xy']);
  let output = '';
  child.stdout?.on('data', (text: string) => {
    output += text;
  });
  child.stdin?.end(positions.map((position) => position.join(' ')).join('\n'));
  await new Promise((resolve) => child.once('close', resolve));
  return output
    .trim()
    .split('\n')
    .map((line) => {
      const [x = Number.NaN, y = Number.NaN] = line.split(' ').map(Number);
      return [x, y];
    });
}
