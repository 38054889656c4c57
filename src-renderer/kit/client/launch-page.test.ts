import { describe, expect, it, vi } from 'vitest';
import { createLaunchPage } from './launch-page.ts';

const first = { page: 'page-key-1', files: 'files+key/1' };
const second = { page: 'page-key-2', files: 'files-key-2' };

function setUp({
  stored = null as string | null,
  answer = (_body: object): unknown => null,
  isMain = true,
} = {}) {
  const kept = new Map<string, string>(stored === null ? [] : [['nadir-keys', stored]]);
  const ask = vi.fn(async (body: Readonly<Record<string, string>>) => answer(body));
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
  const makeLaunchPage = () =>
    createLaunchPage({
      storage,
      makeVisit: () => 'a visit that nobody guesses',
      proofOf: async (key, question) => `${key} ${question}`,
      ask: async (body) => {
        const key = [...kept.values()].map((text) => /"page":"([^"]*)"/.exec(text)?.[1]).find(Boolean);
        return 'prove' in body && isMain ? { proof: `${key} ${body.prove}` } : ask(body);
      },
    });
  return { launchPage: makeLaunchPage(), ask, kept, makeLaunchPage };
}

describe('the session of the loopback host', () => {
  it('exchanges the launch token for keys, stores them, and sends each only where it belongs', async () => {
    const { launchPage, ask, kept } = setUp({ answer: () => first });
    expect(launchPage.address('/files/raster/1')).toBe('/files/raster/1');
    expect(launchPage.greeting()).toBe('');
    await launchPage.enter('launch');
    expect(ask.mock.calls).toEqual([[{ token: 'launch', visit: 'a visit that nobody guesses' }]]);
    expect(launchPage.greeting()).toBe('page-key-1');
    expect(launchPage.address('/files/raster/1')).toBe('/files/raster/1?key=files%2Bkey%2F1');
    expect(JSON.parse(kept.get('nadir-keys') ?? '')).toEqual(first);
    expect([...kept.keys()]).toEqual(['nadir-keys']);
  });

  it('sends the token again when the page is reloaded before the answer', async () => {
    const { launchPage, ask, makeLaunchPage } = setUp({ answer: () => new Promise(() => undefined) });
    void launchPage.enter('launch');
    ask.mockImplementation(async () => first);
    const again = makeLaunchPage();
    await again.enter(null);
    expect(ask.mock.calls[1]).toEqual(ask.mock.calls[0]);
    expect(again.greeting()).toBe('page-key-1');
    await makeLaunchPage().enter(null);
    expect(ask.mock.lastCall).toEqual([{ key: 'page-key-1' }]);
  });

  it('is accepted with the stored keys after a reload, also of the address with its used token', async () => {
    for (const token of [null, 'used']) {
      const { launchPage, ask } = setUp({
        stored: JSON.stringify(first),
        answer: (body) => ('key' in body ? first : null),
      });
      await launchPage.enter(token);
      expect(ask.mock.lastCall).toEqual([{ key: 'page-key-1' }]);
      expect(launchPage.greeting()).toBe('page-key-1');
    }
  });

  it('replaces the keys of a process that has ended by those of the next one', async () => {
    const { launchPage, kept } = setUp({ stored: JSON.stringify(first), answer: () => second });
    await launchPage.enter('launch');
    expect(launchPage.greeting()).toBe('page-key-2');
    expect(JSON.parse(kept.get('nadir-keys') ?? '')).toEqual(second);
  });

  it('keeps its keys while no process answers', async () => {
    const { launchPage } = setUp({
      stored: JSON.stringify(first),
      answer: () => {
        throw new TypeError('Failed to fetch');
      },
    });
    await launchPage.enter(null);
    await launchPage.renew();
    expect(launchPage.greeting()).toBe('page-key-1');
  });

  it('sends nothing without a token and without keys', async () => {
    const { launchPage, ask } = setUp();
    await launchPage.enter(null);
    await launchPage.renew();
    expect(ask).not.toHaveBeenCalled();
  });

  it.each(['', 'null', '{', '[]', '{"page":1,"files":"x"}', '{"page":"x"}', '"text"'])(
    'takes %j in its storage for nothing',
    (stored) => expect(setUp({ stored }).launchPage.greeting()).toBe(''),
  );
});

it('sends its key to nobody who cannot prove that it gave the key', async () => {
  const { launchPage, ask, kept } = setUp({
    stored: JSON.stringify(first),
    isMain: false,
    // Whoever has taken the port after Nadir has ended.
    answer: (body) => ('prove' in body ? { proof: 'x' } : second),
  });
  await launchPage.renew();
  expect(ask.mock.calls.flat().some((body) => 'key' in body)).toBe(false);
  expect(JSON.parse(kept.get('nadir-keys') ?? '')).toEqual(first);
});
