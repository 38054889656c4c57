import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createFilePlacer, type FileToPlace } from './file-placer.ts';

let library: string;
let events: string[];
let fails: 'note' | 'placed' | null;
beforeEach(() => {
  library = mkdtempSync(join(tmpdir(), 'nadir-place-'));
  mkdirSync(join(library, '.partial'));
  [events, fails] = [[], null];
});
afterEach(() => rmSync(library, { recursive: true, force: true }));

const makePlacer = () =>
  createFilePlacer<FileToPlace>({
    note(files) {
      if (fails === 'note') throw new Error('no room for the note');
      for (const { path, file } of files)
        events.push(`noted ${basename(path)}, ${existsSync(file.partial) ? 'not moved' : 'moved'}`);
    },
    placed(files) {
      if (fails === 'placed') throw new Error('no room for the record');
      for (const { path } of files) events.push(`placed ${readFileSync(path, 'utf8')} as ${basename(path)}`);
    },
  });

function whole(
  fileName: string,
  text: string | null = fileName,
  signal = new AbortController().signal,
): FileToPlace {
  const partial = join(library, '.partial', `${text}.part`);
  if (text !== null) writeFileSync(partial, text);
  return {
    library,
    place: { folders: ['Fields', 'scene'], fileName },
    partial,
    placedPath: null,
    signal,
  };
}
const names = () => readdirSync(join(library, 'Fields', 'scene')).toSorted();

it('notes the place before it moves, and says done after it', async () => {
  await makePlacer()(whole('a.bin'));
  expect(events).toEqual(['noted a.bin, not moved', 'placed a.bin as a.bin']);
});

it('gives two of a group two names, whatever their spelling', async () => {
  const place = makePlacer();
  await Promise.all([place(whole('first.bin')), place(whole('A.bin', 'one')), place(whole('a.bin', 'two'))]);
  expect(names()).toEqual(['A.bin', 'a (2).bin', 'first.bin']);
});

it('one that cannot be moved fails alone', async () => {
  const place = makePlacer();
  const first = place(whole('first.bin'));
  const ends = await Promise.allSettled([first, place(whole('gone.bin', null)), place(whole('b.bin'))]);
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(names()).toEqual(['b.bin', 'first.bin']);
});

it('moves nothing whose place could not be noted', async () => {
  fails = 'note';
  const place = makePlacer();
  const file = whole('a.bin');
  await expect(place(file)).rejects.toThrow('no room for the note');
  expect([existsSync(file.partial), names()]).toEqual([true, []]);
  // The failure does not affect the next group.
  fails = null;
  await place(file);
  expect(names()).toEqual(['a.bin']);
});

it('what lies at its place already is only recorded: a crash came between the move and the record', async () => {
  fails = 'placed';
  const file = whole('a.bin');
  await expect(makePlacer()(file)).rejects.toThrow('no room for the record');
  expect(names()).toEqual(['a.bin']);
  fails = null;
  events = [];
  await makePlacer()({ ...file, placedPath: join(library, 'Fields', 'scene', 'a.bin') });
  expect(events).toEqual(['placed a.bin as a.bin']);
  expect(names()).toEqual(['a.bin']);
});

it('what was paused before its turn keeps its place among the partial files', async () => {
  const stop = new AbortController();
  const file = whole('a.bin', 'a.bin', stop.signal);
  stop.abort();
  await expect(makePlacer()(file)).rejects.toThrow();
  expect(existsSync(file.partial)).toBe(true);
});
