import { expect, it } from 'vitest';
import { contractIdSchema } from '../../src-preload/contract/ids.ts';
import { longitudeOf } from '../../src-shared/geometry/mercator.ts';
import { momentIndex, momentKey, timelineKinds, unpackMoments } from './moments.ts';

const one = contractIdSchema.parse('cont.1');
const piece = (kind: 'scene' | 'delivery', contractId: typeof one | null, keys: string[]) => ({
  kind,
  contractId,
  keys: keys.join('\u001f'),
  minutes: keys.map((_, i) => 100 + i).join(','),
  longitudes: keys.map((_, i) => (i % 2 === 0 ? 179_900_000 : -179_900_000)).join(','),
  latitudes: keys.map(() => 1_000_000).join(','),
});

it('unpacks pieces to columns, each mark with the key of its entry', async () => {
  const moments = await unpackMoments(
    [piece('scene', one, ['s1', 's2']), piece('delivery', null, ['000383 d 1'])],
    new AbortController().signal,
  );
  expect(moments).toMatchObject({ count: 3, contractIds: ['cont.1', null] });
  if (!moments) return;
  expect([...moments.minutes]).toEqual([100, 101, 100]);
  expect([...moments.kinds].map((kind) => timelineKinds[kind])).toEqual(['scene', 'scene', 'delivery']);
  expect([0, 1, 2].map((i) => momentKey(moments, i))).toEqual([
    'scene cont.1 s1',
    'scene cont.1 s2',
    'delivery  000383 d 1',
  ]);
  expect([0, 1, 2].map((i) => momentIndex(moments, momentKey(moments, i)))).toEqual([0, 1, 2]);
  expect(momentIndex(moments, 'scene cont.1 s9')).toBeNull();
  // Both sides of the antimeridian stay where they are.
  expect([...moments.x].map((x) => Math.round(longitudeOf(x) * 10) / 10)).toEqual([179.9, -179.9, 179.9]);
});

it('stops when nobody wants it any more', async () => {
  expect(await unpackMoments([piece('scene', one, ['s1'])], AbortSignal.abort())).toBeNull();
});
