import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createReceivedFiles } from './received-files.ts';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'nadir-received-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

it('flushes each folder once, after all files were moved into it', async () => {
  const flushed: { folder: string; names: string[] }[] = [];
  const received = createReceivedFiles({
    folder: () => join(home, 'sent'),
    safeName: (name) => name,
    syncFolder: async (folder) => void flushed.push({ folder, names: readdirSync(folder).sort() }),
  });
  const ids = [];
  for (const name of ['a.tif', 'b.tif', 'a.tif']) {
    const id = await received.begin({ name, sizeBytes: 3 });
    await received.add(id, Buffer.from('abc').toString('base64'));
    ids.push(id);
  }
  const [, , again = ''] = ids;
  const into = join(home, 'into');
  const paths = await received.finish(ids, into);
  expect(paths).toEqual([join(into, 'a.tif'), join(into, 'b.tif'), join(into, again, 'a.tif')]);
  expect(paths.map((path) => readFileSync(path, 'utf8'))).toEqual(['abc', 'abc', 'abc']);
  expect(flushed).toEqual([
    { folder: into, names: [again, 'a.tif', 'b.tif'].sort() },
    { folder: join(into, again), names: ['a.tif'] },
  ]);
  // Nothing is left where they were received.
  expect(
    readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tif')),
  ).toHaveLength(3);
});
