import { describe, expect, it } from 'vitest';
import { encodingChoices, encodingOfCpg, encodingOfDriver } from './encodings.ts';

describe('encodings of tables of attributes', () => {
  it.each([
    ['UTF-8', 'utf-8'],
    ['65001', 'utf-8'],
    ['1252', 'windows-1252'],
    ['ANSI 1252', 'windows-1252'],
    ['CP1251', 'windows-1251'],
    ['ISO-8859-2\r\n', 'iso-8859-2'],
    ['ISO 88591', 'iso-8859-1'],
    ['932', 'shift_jis'],
    ['SJIS', 'sjis'],
    ['OEM 866', 'ibm866'],
    ['OEM 437', null],
    ['', null],
    ['KLINGON', null],
  ])('reads %j in a .cpg as %s', (text, encoding) => {
    expect(encodingOfCpg(text)).toBe(encoding);
  });

  it('knows the drivers of dBASE that the platform can decode', () => {
    expect([0x57, 0x13, 0xc9, 0, 1].map(encodingOfDriver)).toEqual([
      'windows-1252',
      'shift_jis',
      'windows-1251',
      null,
      null,
    ]);
  });
});

describe('encodings of texts that do not declare theirs', () => {
  it.each([
    ['windows-1252', [0x4d, 0xe1, 0x6c, 0x61, 0x67, 0x61], 'Málaga'],
    ['windows-1251', [0xcc, 0xee, 0xf1, 0xea, 0xe2, 0xe0, 0x20, 0xe8], 'Москва и'],
    ['shift_jis', [0x93, 0x8c, 0x8b, 0x9e, 0x93, 0x73], '東京都'],
    ['gb18030', [0xb1, 0xb1, 0xbe, 0xa9, 0xca, 0xd0], '北京市'],
  ])('offer %s for its own bytes', (encoding, bytes, text) => {
    expect(encodingChoices(Uint8Array.from(bytes))).toContainEqual({ encoding, sample: text });
  });
});
