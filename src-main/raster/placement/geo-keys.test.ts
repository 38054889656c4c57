import { expect, it } from 'vitest';
import type { TiffDirectory } from '../tiff-directory.ts';
import { geoKey, readGeoKeys } from './geo-keys.ts';

const tags = { directory: 34_735, doubles: 34_736, texts: 34_737 };

function directoryOf(entries: readonly number[][], doubles: Float64Array, texts: string): TiffDirectory {
  const numbers = new Map([
    [tags.directory, Float64Array.from([1, 1, 0, entries.length, ...entries.flat()])],
    [tags.doubles, doubles],
  ]);
  return {
    littleEndian: true,
    numbers: async (tag) => numbers.get(tag) ?? new Float64Array(),
    bytes: async (tag) => (tag === tags.texts ? new TextEncoder().encode(texts) : null),
    text: async () => null,
  };
}

it('numbers and texts of keys are read where the directory says, without the bar that ends a text', async () => {
  const keys = await readGeoKeys(
    directoryOf(
      [
        [geoKey.projected, 0, 1, 32_633],
        [geoKey.citation, tags.texts, 6, 2],
        [geoKey.toWgs84, tags.doubles, 3, 1],
      ],
      Float64Array.of(9, 1, 2, 3),
      '..UTM 3||',
    ),
  );
  expect([keys.number(geoKey.projected), keys.text(geoKey.citation), keys.numbers(geoKey.toWgs84)]).toEqual([
    32_633,
    'UTM 3',
    [1, 2, 3],
  ]);
});

it('a thousand keys that each declare the whole of a large tag are read in bounded time and memory', async () => {
  const size = 4_000_000;
  const entries = Array.from({ length: 1_000 }, (_, i) => [
    i + 1,
    i % 2 === 0 ? tags.doubles : tags.texts,
    size,
    0,
  ]);
  const keys = await readGeoKeys(directoryOf(entries, new Float64Array(size), `${'|'.repeat(size)}x`));
  expect(keys.numbers(1).length).toBeLessThan(1_000);
  expect(keys.text(2)).toBe('');
});
