import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { libraryFileIdSchema } from '../../src-preload/contract/ids.ts';
import { geoTags, writeTiff } from '../../testing/write-tiff.ts';
import { createRasterWorkerClient } from './raster-worker-client.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-client-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function square(name: string, sidePx: number): string {
  const path = join(folder, `${name}.tif`);
  const data = new Uint8Array(sidePx * sidePx).fill(9);
  writeTiff(path, { widthPx: sidePx, heightPx: sidePx, data, tags: geoTags() });
  return path;
}

it('looks at one raster while the display copy of another is being built', async () => {
  const client = createRasterWorkerClient({ folder: () => folder });
  try {
    const [large, small] = [libraryFileIdSchema.parse(1), libraryFileIdSchema.parse(2)];
    let isBuilt = false;
    const built = client
      .describe({ fileId: large, path: square('large', 9_000), kept: null, bands: [] })
      .finally(() => {
        isBuilt = true;
      });
    await vi.waitFor(() => expect(existsSync(`${client.displayPath(large)}.part`)).toBe(true), {
      timeout: 20_000,
      interval: 5,
    });
    const seen = await client.describe({ fileId: small, path: square('small', 64), kept: null, bands: [] });
    expect(isBuilt).toBe(false);
    expect(seen.raster.path).toBe('/files/raster/2');
    expect((await built).raster.path).toBe('/files/display/1');
  } finally {
    await client.close();
  }
});
