import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { translate, writeRaw } from '../../../testing/gdal-files.ts';
import { importTools } from '../../app/import-tools.ts';
import type { FoundScene } from './found-scene.ts';
import { readSource } from './read/read-source.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nadir-import-gdal-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('rasters that GDAL writes are scenes with the right footprint, whatever the form of the file', async () => {
  const source = join(home, 'source');
  mkdirSync(source);
  const raw = {
    folder: home,
    name: 'raw',
    type: 'UInt16',
    sidePx: 64,
    bands: 3,
    value: (x: number) => x,
  } as const;
  const from = writeRaw(raw);
  const utm = ['-a_srs', 'EPSG:32632', '-a_ullr', '500000', '5600000', '506400', '5593600'];
  await translate(from, join(source, 'plain.tif'), utm);
  await translate(from, join(source, 'big.tif'), [...utm, '-co', 'BIGTIFF=YES', '-co', 'ENDIANNESS=BIG']);
  await translate(from, join(source, 'cog.tif'), [...utm, '-of', 'COG', '-co', 'COMPRESS=DEFLATE']);
  await translate(from, join(source, 'nowhere.tif'), []);
  const west = ['-a_srs', 'EPSG:32618', '-a_ullr', '500000', '4506400', '506400', '4500000'];
  await translate(from, join(source, 'west.tif'), west);
  const scenes: FoundScene[] = [];
  const paths = [source];
  for await (const stretch of readSource(
    { paths, library: join(home, 'l'), staging: join(home, 's', 's') },
    importTools,
  )) {
    expect(stretch.problems).toEqual([]);
    scenes.push(...stretch.scenes);
  }
  const found = new Map<string, string>(
    scenes.map(({ scene }) => [scene.source.sceneId, JSON.stringify(scene.footprint)]),
  );
  expect([...found.keys()].toSorted()).toEqual(['big', 'cog', 'nowhere', 'plain', 'west']);
  expect(found.get('nowhere')).toBe('null');
  expect(found.get('plain')).toMatch(
    /^\{"type":"Polygon","coordinates":\[\[\[9,50\.55193\d*\],\[9,50\.49437/,
  );
  expect(found.get('west')).toMatch(/^\{"type":"Polygon","coordinates":\[\[\[-75,40\.7\d*\],\[-75,40\.6/);
  expect(found.get('big')).toBe(found.get('plain'));
  expect(found.get('cog')).toBe(found.get('plain'));
});
