import { PNG } from 'pngjs';
import { expect, it } from 'vitest';
import { picturePixels } from './picture-size.ts';

const bytes = (...parts: (string | number[])[]) =>
  Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((c) => c.charCodeAt(0)) : part)),
  );

it.each([
  ['PNG', PNG.sync.write(new PNG({ width: 300, height: 200 })), 60_000],
  ['GIF', bytes('GIF89a', [44, 1, 200, 0]), 60_000],
  ['JPEG', bytes([255, 216, 255, 224, 0, 4, 0, 0, 255, 192, 0, 17, 8, 0, 200, 1, 44, 3, 1, 17, 0]), 60_000],
  ['WebP', bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', Array(8).fill(0), [43, 1, 0, 199, 0, 0]), 60_000],
  [
    'WebP lossless',
    bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8L', [0, 0, 0, 0, 47, 43, 193, 49, 0], Array(8).fill(0)),
    60_000,
  ],
  ['text', bytes('<svg xmlns="http://www.w3.org/2000/svg" width="1e9"/>'), null],
  ['a bitmap', bytes('BM', Array(60).fill(0)), null],
  ['nothing', new Uint8Array(), null],
  ['a JPEG that never says', bytes([255, 216, 255, 224, 255, 255]), null],
])('%s', (_name, head, pixels) => expect(picturePixels(head)).toBe(pixels));
