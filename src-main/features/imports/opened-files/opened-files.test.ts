import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { mostOpened, type OpeningRefusal } from '../../../../src-preload/contract/opened-files.ts';
import { createOpenedFiles } from './opened-files.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-opened-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(name: string, text = 'text') {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

it('keeps files and folders until a page takes them, and serves the files', async () => {
  const changed = vi.fn();
  const opened = createOpenedFiles({ changed });
  const [places, scenes] = [write('a b ñ.kml', '12345'), join(folder, 'scenes')];
  mkdirSync(scenes);
  expect(await opened.open([places, scenes])).toEqual([places, scenes]);
  expect([opened.named(), changed.mock.calls.length]).toEqual([2, 1]);
  const { files, refused } = opened.take();
  expect(files).toEqual([
    { id: 1, name: 'a b ñ.kml', path: places, isFolder: false, sizeBytes: 5 },
    { id: 2, name: 'scenes', path: scenes, isFolder: true, sizeBytes: 0 },
  ]);
  expect(refused).toEqual([]);
  expect(opened.take()).toEqual({ files: [], refused: [] });
  expect(opened.resolve('/files/opened/1')).toEqual({
    path: places,
    contentType: 'application/octet-stream',
  });
  expect(['/files/opened/3', '/files/opened/01x', '/files/opened/', '/files/1'].map(opened.resolve)).toEqual([
    null,
    null,
    null,
    null,
  ]);
});

it('takes the addresses of files that desktops pass, and follows links', async () => {
  const opened = createOpenedFiles({ changed: () => undefined });
  const path = write('100% é.gpx');
  const link = join(folder, 'link.gpx');
  symlinkSync(path, link);
  expect(await opened.open([pathToFileURL(path).href, link])).toEqual([path, link]);
});

const refusals: [OpeningRefusal, () => string, string][] = [
  ['missing', () => join(folder, 'none.tif'), 'none.tif'],
  ['missing', () => join(write('file'), 'none.tif'), 'none.tif'],
  ['not-file', () => '/dev/null', 'null'],
  ['address', () => 'https://maps.test/places.kml', 'https://maps.test/places.kml'],
  ['address', () => 'file://other.test/share/places.kml', 'places.kml'],
  ['unreadable', () => 'file:///%00', '%00'],
  ['too-long', () => `/${'x'.repeat(300)}.tif`, `…${'x'.repeat(76)}.tif`],
  ['too-long', () => `/${'long/'.repeat(900)}end.tif`, 'end.tif'],
  ['missing', () => `/${'long/'.repeat(800)}end.tif`, 'end.tif'],
];
it.each(refusals)('says %s of %s', async (why, argument, name) => {
  const opened = createOpenedFiles({ changed: () => undefined });
  expect(await opened.open([argument()])).toEqual([]);
  expect(opened.named()).toBe(1);
  expect(opened.take()).toEqual({ files: [], refused: [{ name, why }] });
});

it('opens a bounded number at once, says which one was the first of the others, and forgets the oldest', async () => {
  const opened = createOpenedFiles({ changed: () => undefined });
  const paths = Array.from({ length: mostOpened + 2 }, (_, at) => write(`${at}.kml`));
  expect(await opened.open(paths)).toHaveLength(mostOpened);
  expect(opened.take().refused).toEqual([{ name: `${mostOpened}.kml`, why: 'too-many' }]);
  for (let round = 0; round < 5; round += 1) await opened.open(paths.slice(0, mostOpened));
  expect(opened.resolve('/files/opened/1')).toBeNull();
  expect(opened.resolve(`/files/opened/${6 * mostOpened}`)).not.toBeNull();
});

it('does nothing without arguments', async () => {
  const changed = vi.fn();
  expect(await createOpenedFiles({ changed }).open([])).toEqual([]);
  expect(changed).not.toHaveBeenCalled();
});
