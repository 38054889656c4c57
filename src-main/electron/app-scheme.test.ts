import { beforeEach, describe, expect, it } from 'vitest';
import type { FakeElectron } from '../../testing/electron/fake-electron.ts';
import { createFakeElectron } from '../../testing/electron/fake-electron.ts';
import { createAnswerCache } from './answer-cache.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));
const tile = 'nadir://app/files/map-tile/0123456789ab/1/3/2/1';

describe('the scheme of the page', () => {
  let fake: FakeElectron;
  /** The requests for files that are being worked on, and what became of them. */
  let asked: { url: string; signal: AbortSignal; answer: (response: Response) => void }[];
  beforeEach(async () => {
    fake = createFakeElectron();
    fake.app.becomeReady();
    asked = [];
    const { protocol } = fake;
    const { serveAppScheme } = await import('./app-scheme.ts');
    serveAppScheme(
      { handle: (scheme, handler) => protocol.handle(scheme, handler) },
      {
        assets: async () => new Response('asset'),
        files: ({ url, signal }) =>
          new Promise((resolve, reject) => {
            asked.push({ url, signal, answer: resolve });
            signal.addEventListener('abort', () => reject(signal.reason));
          }),
        now: () => 0,
      },
    );
  });
  const request = (name: string) => fake.protocol.fetch(tile, { headers: { 'x-nadir-request': name } });
  const giveUp = (name: string) => fake.protocol.fetch(`nadir://app/cancel/${name}`, { method: 'POST' });

  it('ends the work on a request that its page gives up, and on no other', async () => {
    const [first, second] = [request('a-1'), request('a-2')];
    await settle();
    expect((await giveUp('a-1')).status).toBe(204);
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, false]);
    // Nobody reads this answer, and an error would be written to the terminal for each.
    expect((await first).status).toBe(204);
    asked[1]?.answer(new Response('tile'));
    expect(await (await second).text()).toBe('tile');
  });

  it('takes no notice of a request that is over or was never there', async () => {
    const answered = request('a-1');
    await settle();
    asked[0]?.answer(new Response('tile'));
    await answered;
    expect((await giveUp('a-1')).status).toBe(204);
    expect((await giveUp('nobody')).status).toBe(204);
    expect(asked[0]?.signal.aborted).toBe(false);
  });
});

describe('the cache of answers', () => {
  let at = 0;
  let served: string[];
  const cache = () => createAnswerCache({ now: () => at, limitBytes: 1_000 });
  const answers: Record<string, () => Response> = {
    tile: () => reply('t'.repeat(400), 'private, max-age=60'),
    other: () => reply('o'.repeat(400), 'private, max-age=60'),
    third: () => reply('h'.repeat(400), 'private, max-age=31536000, immutable'),
    checked: () => reply('c', 'private, no-cache'),
    failed: () => new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } }),
    none: () => new Response(null, { status: 204, headers: { 'cache-control': 'private, max-age=60' } }),
  };
  function reply(text: string, control: string) {
    return new Response(text, {
      headers: { 'cache-control': control, 'content-length': String(text.length), etag: '"1"' },
    });
  }
  beforeEach(() => {
    at = 1_000;
    served = [];
  });
  const get = async (from: ReturnType<typeof cache>, name: string, headers = {}) => {
    const answer = await from.answer(new Request(`nadir://app/files/${name}`, { headers }), async () => {
      served.push(name);
      return answers[name]?.() ?? new Response(null, { status: 404 });
    });
    return { status: answer.status, text: await answer.text(), etag: answer.headers.get('etag') };
  };

  it('counts an answer once that two requests have fetched at the same time', async () => {
    const kept = cache();
    await Promise.all([get(kept, 'tile'), get(kept, 'tile')]);
    await get(kept, 'other');
    await get(kept, 'tile');
    expect(served).toEqual(['tile', 'tile', 'other']);
  });

  it('gives an answer again, with its headers, as long as it holds', async () => {
    const kept = cache();
    const first = await get(kept, 'tile');
    at += 59_000;
    expect(await get(kept, 'tile')).toEqual(first);
    expect(await get(kept, 'none')).toEqual(await get(kept, 'none'));
    expect(served).toEqual(['tile', 'none']);
    at += 2_000;
    await get(kept, 'tile');
    expect(served).toEqual(['tile', 'none', 'tile']);
  });

  it.each(['checked', 'failed', 'missing'])('keeps no answer that is %s', async (name) => {
    const kept = cache();
    await get(kept, name);
    await get(kept, name);
    expect(served).toEqual([name, name]);
  });

  it('leaves parts of files alone', async () => {
    const kept = cache();
    await get(kept, 'tile');
    await get(kept, 'tile', { range: 'bytes=0-9' });
    expect(served).toEqual(['tile', 'tile']);
  });

  it('drops those that were not used for the longest time', async () => {
    const kept = cache();
    for (const name of ['tile', 'other', 'tile', 'third', 'tile', 'other']) await get(kept, name);
    expect(served).toEqual(['tile', 'other', 'third', 'other']);
  });
});
