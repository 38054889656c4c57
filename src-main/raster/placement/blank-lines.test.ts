import { expect, it } from 'vitest';
import { readRpb, readRpcText } from './rational-text.ts';
import { readTabFile } from './tab-file.ts';

const blanks = ['\n', ' ', '\t', ' \n', '\r\n'].map((blank) => blank.repeat(256_000 / blank.length));

it.each([
  ['.tab', (text: string) => readTabFile(`Type "RASTER"\n${text}`)],
  ['_RPC.TXT', readRpcText],
  ['.RPB', readRpb],
])('a file %s full of blanks is none, in a time that grows with its length', (_, read) => {
  for (const text of blanks) {
    expect(read(text)).toBeNull();
    expect(read(`LINE_OFF${text}x`)).toBeNull();
    expect(read(`CoordSys${text}x`)).toBeNull();
  }
});
