import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { judgeRaster, placementError, type Verdict } from '../../../testing/page/judge-raster.ts';
import { serveFiles } from '../../../testing/serve-files.ts';

/** GDAL writes some 1,400 files in one process and says what it reads in each; all of it is compared with what is drawn. */
const matrixSchema = z.object({
  side: z.number(),
  files: z.array(
    z.object({
      name: z.string(),
      bands: z.number(),
      off: z.number().default(0),
      hasAlpha: z.boolean().default(false),
      palette: z.array(z.array(z.number())).nullable().default(null),
      places: z.array(z.tuple([z.number(), z.number(), z.number(), z.number()])).optional(),
      rough: z.string().nullable().default(null),
      placeFiles: z.array(z.string()).default([]),
      unusedFiles: z.array(z.string()).default([]),
      unplaced: z.string().optional(),
      refused: z.string().optional(),
    }),
  ),
});
type Listed = z.infer<typeof matrixSchema>['files'][number];

const writer = fileURLToPath(new URL('../../../testing/raster-matrix/write-matrix.py', import.meta.url));
/** The Python of the system, for which gdal-bin brings GDAL; another one may come first in the path. */
const python = '/usr/bin/python3';
let folder: string;
let side = 0;
let files: Listed[] = [];
let served: Awaited<ReturnType<typeof serveFiles>>;
const paths = new Map<string, string>();

beforeAll(async () => {
  folder = process.env.NADIR_MATRIX ?? mkdtempSync(join(tmpdir(), 'nadir-matrix-'));
  if (process.env.NADIR_MATRIX === undefined)
    execFileSync(python, [writer, folder], { stdio: ['ignore', 'ignore', 'pipe'] });
  ({ side, files } = matrixSchema.parse(JSON.parse(readFileSync(join(folder, 'matrix.json'), 'utf8'))));
  served = await serveFiles(paths);
}, 120_000);
afterAll(async () => {
  await served.close();
  if (process.env.NADIR_MATRIX === undefined) rmSync(folder, { recursive: true, force: true });
});

async function judge(listed: Listed): Promise<Verdict> {
  const { name, bands, off, hasAlpha, palette } = listed;
  const size =
    listed.places || listed.unplaced ? { widthPx: 30, heightPx: 20 } : { widthPx: side, heightPx: side };
  const path = join(folder, `${name}.tif`);
  return judgeRaster(
    path,
    { name, bands, off, hasAlpha, palette, ...size },
    { origin: served.origin, paths },
  );
}

it('the server of these files has a file that does not fit into one buffer', async () => {
  const path = join(folder, 'large.bin');
  const sizeBytes = 2 ** 31 + 1_024;
  writeFileSync(path, 'first');
  truncateSync(path, sizeBytes);
  paths.set('/large.bin', path);
  const headers = { range: 'bytes=0-4' };
  const response = await fetch(`${served.origin}/large.bin`, { headers });
  expect([response.status, await response.text()]).toEqual([206, 'first']);
  expect(response.headers.get('content-range')).toBe(`bytes 0-4/${sizeBytes}`);
  rmSync(path);
});

describe('files that GDAL writes', () => {
  it('are more than 900', () => expect(files.length).toBeGreaterThan(900));

  it('have the values and the transparency that GDAL reads, to the last bit', async () => {
    const wrong: string[] = [];
    for (const listed of files.filter((each) => !each.places && !each.refused && !each.unplaced)) {
      const { kind, what } = await judge(listed);
      if (kind !== 'right') wrong.push(`${listed.name}: ${kind} ${what}`);
    }
    expect(wrong).toEqual([]);
  }, 200_000);

  it('lie where GDAL draws them, within a pixel, and say when that is approximate', async () => {
    const wrong: string[] = [];
    for (const listed of files.filter((each) => each.places)) {
      const { kind, what, record } = await judge(listed);
      const error = record ? placementError(record, listed.places ?? []) : Number.NaN;
      const rough = record?.placement.kind === 'placed' ? record.placement.rough : 'nowhere';
      if (kind !== 'right' || !(error < 1) || (rough === 'datum' ? null : rough) !== listed.rough)
        wrong.push(
          `${listed.name}: ${kind} ${what} ${error} ${rough} ${JSON.stringify(record?.placement ?? '').slice(0, 200)}`,
        );
    }
    expect(wrong).toEqual([]);
  }, 100_000);

  it('say which files beside them place them, and which do not count', async () => {
    const beside = files.filter(({ name }) => name.startsWith('beside-'));
    expect(beside.length).toBeGreaterThan(20);
    for (const listed of beside) {
      const { record } = await judge(listed);
      const { placement } = record ?? {};
      const said = placement?.kind === 'placed' ? placement : null;
      expect([listed.name, said?.placeFiles ?? [], said?.unusedFiles ?? []]).toEqual([
        listed.name,
        listed.placeFiles,
        listed.unusedFiles,
      ]);
    }
  });

  it('are shown without a place if they have none, or are refused with the reason', async () => {
    for (const listed of files.filter((each) => each.unplaced !== undefined || each.refused !== undefined)) {
      const { kind, what, record } = await judge(listed);
      if (listed.refused === undefined) {
        expect([listed.name, kind, record?.placement]).toEqual([
          listed.name,
          'right',
          { kind: 'unplaced', reason: listed.unplaced, detail: '' },
        ]);
      } else
        expect([listed.name, kind, what]).toEqual([
          listed.name,
          'refused',
          expect.stringContaining(listed.refused),
        ]);
    }
  });
});
