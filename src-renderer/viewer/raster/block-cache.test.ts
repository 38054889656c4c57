import { expect, it } from 'vitest';
import { createBlockCache } from './block-cache.ts';

const block = (size: number) => Promise.resolve(new Uint8Array(size));

it('makes what is asked for twice at once only once', async () => {
  const cache = createBlockCache<Uint8Array>(100);
  let made = 0;
  const make = () => {
    made += 1;
    return block(10);
  };
  const [a, b] = await Promise.all([cache.get('x', make), cache.get('x', make)]);
  expect(a).toBe(b);
  expect(made).toBe(1);
});

it('lets the least recently used go when it is full', async () => {
  const cache = createBlockCache<Uint8Array>(30);
  for (const key of ['a', 'b', 'c']) await cache.get(key, () => block(10));
  await cache.get('a', () => block(10));
  await cache.get('d', () => block(10));
  expect(cache.bytes()).toBe(30);
  let again = 0;
  const count = () => {
    again += 1;
    return block(10);
  };
  await cache.get('a', count);
  expect(again).toBe(0);
  await cache.get('b', count);
  expect(again).toBe(1);
});

it('does not remember a failure', async () => {
  const cache = createBlockCache<Uint8Array>(30);
  await expect(cache.get('a', () => Promise.reject(new Error('cut')))).rejects.toThrow('cut');
  expect((await cache.get('a', () => block(5))).byteLength).toBe(5);
  expect(cache.bytes()).toBe(5);
});
