import { expect, it, vi } from 'vitest';
import { type LibrarySceneId, librarySceneIdSchema } from '../../../../src-preload/contract/ids.ts';
import { createPictureQueue } from './picture-queue.ts';

const idOf = (n: number) => librarySceneIdSchema.parse(n);
const afterAnswers = async () => {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
};

interface Reading {
  id: LibrarySceneId;
  answer: (picture: ImageBitmap | null) => void;
}

function world() {
  const reading: Reading[] = [];
  const closed: number[] = [];
  const queue = createPictureQueue(
    (id) =>
      new Promise((resolve, reject) => {
        reading.push({
          id,
          answer: (picture) => (picture ? resolve(picture) : reject(new Error('no picture'))),
        });
      }),
  );
  const pictureOf = (id: number): ImageBitmap => ({ width: 2, height: 1, close: () => closed.push(id) });
  const shown: string[] = [];
  const ask = (n: number, signal = new AbortController().signal) =>
    queue.request(idOf(n), signal, (picture) => shown.push(`${n} ${picture ? 'drawn' : 'none'}`));
  return { reading, closed, pictureOf, shown, ask };
}

it('reads four at once, and the latest that are still wanted first', async () => {
  const { reading, pictureOf, shown, ask } = world();
  const gone = new AbortController();
  for (const n of [1, 2, 3, 4, 5]) ask(n);
  ask(6, gone.signal);
  ask(7);
  gone.abort();
  expect(reading.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  reading[0]?.answer(pictureOf(1));
  reading[1]?.answer(null);
  await afterAnswers();
  expect(shown).toEqual(['1 drawn', '2 none']);
  expect(reading.map(({ id }) => id)).toEqual([1, 2, 3, 4, 7, 5]);
});

it('shows a picture again without reading it, and closes those that were not shown for long', async () => {
  const { reading, closed, pictureOf, shown, ask } = world();
  for (let n = 1; n <= 251; n += 1) {
    ask(n);
    reading.at(-1)?.answer(pictureOf(n));
    await afterAnswers();
  }
  expect(closed).toEqual([1]);
  ask(251);
  expect(shown.at(-1)).toBe('251 drawn');
  expect(reading).toHaveLength(251);
});

it('names its requests in the window of Electron, so that main hears when one is given up', async () => {
  const send = vi.fn(async (_address: string, _options: RequestInit) => new Response(null, { status: 404 }));
  vi.stubGlobal('location', new URL('nadir://app/'));
  vi.stubGlobal('fetch', send);
  vi.resetModules();
  const inElectron = await import('./picture-queue.ts');
  const { signal } = new AbortController();
  await new Promise((done) => inElectron.createPictureQueue().request(idOf(1), signal, done));
  vi.unstubAllGlobals();
  expect(new Headers(send.mock.calls[0]?.[1].headers).get('x-nadir-request')).toMatch(/./);
});
