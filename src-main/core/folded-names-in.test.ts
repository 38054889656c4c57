import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { foldedNamesIn } from './folded-names-in.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-names-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('has each name of a folder once, however it is spelled', async () => {
  for (const name of ['Harbour.tif', 'pi\u00f1o.TIF', 'pin\u0303a']) writeFileSync(join(folder, name), '');
  expect(await foldedNamesIn(folder)).toEqual(new Set(['harbour.tif', 'pi\u00f1o.tif', 'pi\u00f1a']));
  await expect(foldedNamesIn(join(folder, 'none'))).rejects.toMatchObject({ code: 'ENOENT' });
});

it('gives other work its turn while it reads a folder with many files', async () => {
  for (let n = 0; n < 4_000; n += 1) writeFileSync(join(folder, `scene_${n}`), '');
  let turns = 0;
  let isOver = false;
  const tick = () => {
    turns += 1;
    if (!isOver) setImmediate(tick);
  };
  setImmediate(tick);
  expect((await foldedNamesIn(folder)).size).toBe(4_000);
  isOver = true;
  expect(turns).toBeGreaterThanOrEqual(6);
});
