import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

const featureSchema = z.object({
  properties: z.record(z.string(), z.unknown()),
  geometry: z.object({ type: z.string(), coordinates: z.unknown() }).nullable(),
});
const collectionSchema = z.object({ features: z.array(featureSchema) });

/** A feature as GDAL reads it. */
export type GdalFeature = z.infer<typeof featureSchema>;

/** The names of the layers of a file, as `ogrinfo` lists them. */
export async function layersByGdal(path: string): Promise<string[]> {
  const { stdout } = await run('ogrinfo', ['-ro', '-q', path]);
  return [...stdout.matchAll(/^\d+: (.+?)(?: \([^()]*\))?$/gm)].map(([, name]) => name ?? '');
}

/** The text of `ogrinfo -so` about a layer: the types of its fields and its geometry. */
export async function summaryByGdal(path: string, layer: string): Promise<string> {
  return (await run('ogrinfo', ['-ro', '-so', path, layer])).stdout;
}

/** All features of a layer, with nine decimals, and what GDAL complained about. */
export async function readByOgr(
  path: string,
  layer: string,
  words: readonly string[] = [],
): Promise<{ features: GdalFeature[]; complaints: string }> {
  const copy = `${path.replace(/^\/vsizip\//, '').replaceAll(/[^\w/.-]/g, '_')}-${layer}.read.json`;
  const { stderr } = await run('ogr2ogr', [
    '-f',
    'GeoJSON',
    '-lco',
    'COORDINATE_PRECISION=9',
    '-lco',
    'RFC7946=NO',
    ...words,
    copy,
    path,
    layer,
  ]);
  const { features } = collectionSchema.parse(JSON.parse(readFileSync(copy, 'utf8')));
  return { features, complaints: stderr };
}
