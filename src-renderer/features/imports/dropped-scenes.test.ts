import { expect, it } from 'vitest';
import { droppedKind } from './dropped-scenes.ts';

const file = (name: string, ...bytes: number[]) => new File([Uint8Array.from(bytes)], name);
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0));

it.each([
  ['a JPEG 2000 file', [0, 0, 0, 0x0c, ...letters('jP  \r\n'), 0x87, 0x0a, 0]],
  ['a JPEG 2000 stream', [0xff, 0x4f, 0xff, 0x51, 0]],
  ['NITF', letters('NITF02.10')],
  ['HFA', letters('EHFA_HEADER_TAG')],
])('%s is a scene, so that the import says what it takes, and not places', async (_, bytes) => {
  expect(await droppedKind([file('strip', ...bytes)])).toBe('scenes');
});

it('a TIFF may be a map, and a text is something else', async () => {
  expect(await droppedKind([file('a.tif', ...letters('II*'), 0)])).toBe('rasters');
  expect(await droppedKind([file('a.csv', ...letters('name;latitude'))])).toBe('other');
});
