import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { groundMetresPerPixel, groundScaleBar } from './scale-bar.ts';
import { viewGeotiff } from './view-geotiff.ts';

const folder = mkdtempSync(join(tmpdir(), 'nadir-view-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [widthPx, heightPx] = [70, 131];
const place = { left: 260_000.25, top: 6_250_000.5, resolution: 2.5 };

it('a view as a GeoTIFF has its colours and its place in GDAL', async () => {
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  for (let i = 0; i < widthPx * heightPx; i += 1)
    rgba.set([i % 251, (i * 3) % 241, (i * 7) % 239, i % 5 === 0 ? 0 : 255], 4 * i);
  const path = join(folder, 'view.tif');
  const description = 'SatA · 2026-01-01';
  const blob = await viewGeotiff(
    { widthPx, heightPx, rgba, ...place, description },
    new AbortController().signal,
  );
  writeFileSync(path, new Uint8Array(await blob.arrayBuffer()));
  const info = z
    .object({
      geoTransform: z.array(z.number()),
      size: z.array(z.number()),
      coordinateSystem: z.object({ wkt: z.string() }),
      metadata: z.record(z.string(), z.record(z.string(), z.string())),
      bands: z.array(z.object({ colorInterpretation: z.string() })),
    })
    .parse(JSON.parse(execFileSync('gdalinfo', ['-json', path], { encoding: 'utf8' })));
  expect(info.size).toEqual([widthPx, heightPx]);
  expect(info.geoTransform).toEqual([place.left, 2.5, 0, place.top, 0, -2.5]);
  expect(info.coordinateSystem.wkt).toContain('ID["EPSG",3857]');
  expect(info.bands.map(({ colorInterpretation }) => colorInterpretation)).toEqual([
    'Red',
    'Green',
    'Blue',
    'Alpha',
  ]);
  expect(info.metadata['']?.TIFFTAG_IMAGEDESCRIPTION).toBe(description);
  for (const [column, row] of [
    [0, 0],
    [69, 64],
    [12, 130],
  ] as const) {
    const [x, y] = [place.left + (column + 0.5) * 2.5, place.top - (row + 0.5) * 2.5];
    const words = ['-valonly', '-geoloc', path, String(x), String(y)];
    const seen = execFileSync('gdallocationinfo', words, { encoding: 'utf8' })
      .trim()
      .split(/\s+/)
      .map(Number);
    const at = 4 * (row * widthPx + column);
    expect(seen).toEqual([...rgba.subarray(at, at + 4)]);
  }
});

it('a scale bar is of the ellipsoid at the latitude of the middle', () => {
  const size = { widthPx: 800, heightPx: 600 };
  // One degree of longitude at the equator is 111,319.49 m on WGS 84.
  const equator = groundMetresPerPixel({ x: 0, y: 0, resolution: 100, ...size });
  expect(equator).toBeCloseTo(100, 6);
  // At 60° it is 55,800 m (and not 55,660, which a sphere would give).
  const north = groundMetresPerPixel({ x: 0, y: 8_399_737.889_818, resolution: 100, ...size });
  expect(north).toBeCloseTo(100 * (55_800.0 / 111_319.49), 2);
  const bar = groundScaleBar({ x: 0, y: 0, resolution: 100, ...size }, 160);
  expect(bar.metres).toBe(10_000);
  expect(bar.lengthPx).toBeCloseTo(100, 4);
});
