import type { RampName } from '../../../../src-preload/contract/raster-styles.ts';

/**
 * The colours of the ramps at even steps; in between they are mixed. viridis, magma, inferno, plasma (by S. van der
 * Walt and N. Smith) and cividis (by J. Nuñez, C. Anderton and R. Renslow) are in the public domain (CC0); turbo is
 * after A. Mikhailov's polynomial. brown-blue and purple-green have their middle at half of the range, for indices and
 * differences around 0.
 */
const stops: Record<RampName, string> = {
  viridis:
    '440154 470d60 48186a 482374 472d7b 453781 424086 3e4989 3b528b 375b8d 33638d 2f6b8e 2c728e ' +
    '297a8e 26828e 23898e 21918c 1f988b 1fa088 22a785 28ae80 32b67a 3fbc73 4ec36b 5ec962 70cf57 ' +
    '84d44b 98d83e addc30 c2df23 d8e219 ece51b fde725',
  cividis:
    '002051 00265d 012b65 083169 11366c 1c3c6e 26426e 31476e 3c4d6e 47536d 51586e 5a5e6e 62646f ' +
    '6a6a70 727071 797673 7f7c75 868276 8c8877 938e78 9a9478 a19b78 a9a177 b2a874 bbaf71 c5b66d ' +
    'cebd68 d8c462 e2cb5c ebd355 f3da4f fae249 fdea45',
  magma:
    '000004 030312 0a0822 130d34 1d1147 29115a 36106b 440f76 51127c 5d177f 6a1c81 762181 832681 ' +
    '902a81 9c2e7f aa337d b73779 c43c75 d0416f dc4869 e75263 ef5d5e f56b5c f9795d fc8961 fd9869 ' +
    'fea772 feb67c fec488 fed395 fde2a3 fcf0b2 fcfdbf',
  inferno:
    '000004 040312 0b0724 150b37 210c4a 2f0a5b 3d0965 4a0c6b 57106e 64156e 71196e 7d1e6d 8a226a ' +
    '972766 a32c61 b0315b bc3754 c73e4c d24644 db503b e45a31 eb6628 f1731d f68013 f98e09 fb9d07 ' +
    'fcac11 fbbc21 f9cb35 f5db4c f2ea69 f3f68a fcffa4',
  plasma:
    '0d0887 220690 310597 3f049c 4c02a1 5901a5 6600a7 7201a8 7e03a8 8a09a5 9511a1 a01a9c aa2395 ' +
    'b32c8e bc3587 c43e7f cc4778 d35171 da5a6a e06363 e66c5c eb7655 f0804e f58b47 f89540 fba139 ' +
    'fdac33 feb82c fdc527 fcd225 f8df25 f4ed27 f0f921',
  grey: '000000 ffffff',
  'brown-blue': '6b3d0a a5722f d3b183 f3efe6 8fb9d3 3f80b0 0f4377',
  'purple-green': '4a1668 7d4c9e b497cc f4f2f5 9ccb9e 4c9a57 145a2c',
  turbo:
    '23171b 3e2a71 493eae 4a53d7 4569ee 3c7ff8 3295f7 2ba9ef 26bce1 25cdcf 29dcbc 32e9a7 3ff393 ' +
    '50f980 65fd6e 7cfd5e 95fb51 adf545 c5ec3c dae034 ecd12e fac029 ffad24 ff9821 ff821d fd6c1a ' +
    'f05616 df4111 cb2f0d b61f07 a31302 950c00 900c00',
};

type Rgb = readonly [number, number, number];

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex, 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
};

const stopsOf = (name: RampName): Rgb[] => stops[name].split(' ').map(rgbOf);

/** Returns the colours of a ramp as 256 × red, green, blue. */
export function rampColours(name: RampName, isReversed: boolean): Uint8ClampedArray {
  const colours = stopsOf(name);
  const table = new Uint8ClampedArray(256 * 3);
  for (let i = 0; i < 256; i += 1) {
    const along = ((isReversed ? 255 - i : i) / 255) * (colours.length - 1);
    const before = Math.min(colours.length - 2, Math.floor(along));
    const share = along - before;
    for (let channel = 0; channel < 3; channel += 1)
      table[3 * i + channel] =
        (colours[before]?.[channel] ?? 0) * (1 - share) + (colours[before + 1]?.[channel] ?? 0) * share;
  }
  return table;
}

/** Returns a ramp as a CSS gradient from left to right. */
export function rampGradient(name: RampName, isReversed: boolean): string {
  const colours = stops[name].split(' ').map((hex) => `#${hex}`);
  return `linear-gradient(to right, ${(isReversed ? colours.reverse() : colours).join(', ')})`;
}
