import type { ZipRefusal } from '../src-main/delivery/archives/zip-names.ts';

const devices = [
  ...['CON', 'PRN', 'AUX', 'NUL', 'CLOCK$', 'CONIN$', 'CONOUT$', 'COM¹', 'COM²', 'LPT³'],
  ...Array.from({ length: 10 }, (_, n) => [`COM${n}`, `LPT${n}`]).flat(),
];
const controls = [...Array(0x20).keys(), 0x7f, 0x80, 0x85, 0x9f].map((code) => String.fromCharCode(code));
const turning = [...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u2028\u2029'];

/** Paths with backslashes, which are no names, and which archives made on Windows have for folders. */
export const windowsPaths: readonly string[] = ['a\\b', 'a\\', 'dir\\file.txt', 'a/b\\c'];

/** Names that have escaped, overwritten or misled somewhere, by what is wrong with them as the path of an entry. */
export const hostileNames: [ZipRefusal, string[]][] = [
  [
    'absolute',
    [
      ...[
        '/x',
        '//x',
        '/',
        '/etc/passwd',
        '//server/share/x',
        '/../x',
        '/C:/x',
        '\\x',
        '\\\\server\\share\\x',
      ],
      ...[
        '\\\\?\\C:\\x',
        '\\\\.\\NUL',
        '/\\x',
        'C:x',
        'c:/x',
        'C:\\x',
        'Z:',
        'a:../x',
        'C:/../x',
        'q:NUL',
        'a:b',
      ],
    ],
  ],
  [
    'outside',
    [
      ...[
        '..',
        '../',
        '../x',
        '../../x',
        '../../../../../../../../etc/passwd',
        './../x',
        'a/..',
        'a/../../x',
      ],
      ...['a/../b', 'a/b/../../../x', '..//x', 'a//../x', 'a/./../../x', '..\\x', 'a\\..\\..\\x', 'a/..\\x'],
      ...[
        '..\\../x',
        '../delivery',
        '../delivery.zip',
        'good.txt/../../x',
        '../.unpacking-1/x',
        'a\\..',
        'a\0/../x',
      ],
    ],
  ],
  [
    'character',
    [
      ...[...windowsPaths, '', 'a.txt:stream', 'dir/a.txt::$DATA'],
      ...['a.txt\0', 'a.txt\0.png', '\0', 'a/\0b', '\ufffd', 'a\ufffd.txt'],
      ...controls.map((control) => `a${control}b.txt`),
      ...turning.map((mark) => `photo${mark}gpj.exe`),
      ...[...'*?"<>|'].flatMap((each) => [`a${each}b`, `dir${each}/a.txt`]),
    ],
  ],
  [
    'device',
    [
      ...devices.flatMap((device) => [device, `${device.toLowerCase()}.txt`, `dir/${device}.tar.gz`]),
      ...['NUL/x', 'a/con/b', 'con .txt', 'aux.', 'CoN', 'nul..txt'],
    ],
  ],
  [
    'trailing',
    [
      'a.',
      'a ',
      'a. ',
      'a .',
      'a..',
      '...',
      '. ',
      ' ',
      'dir./x',
      'dir /x',
      'a/ /b',
      'a/.../b',
      '.. /x',
      '.. ',
      'x/a.txt.',
    ],
  ],
  [
    'long',
    [
      ...['x'.repeat(256), `${'é'.repeat(128)}.txt`, `a/${'y'.repeat(300)}/b`, '😀'.repeat(64)],
      ...[Array(40).fill('d').join('/'), `${Array(20).fill('d'.repeat(100)).join('/')}/x`],
    ],
  ],
];

/** Names that look as if, and harm nobody. */
export const oddNames = [
  ...[
    '..foo.txt',
    '.hidden',
    '...foo',
    'a..b',
    'foo..txt',
    ' a',
    'inner space.txt',
    'dir/..foo.txt',
    '.a/.b/.c',
  ],
  ...['console.txt', 'COM10', 'com.txt', 'lpt', 'nullable', 'auxiliary', 'CONx.txt', 'xCON', 'com1x', 'prn1'],
  ...[
    'é.txt',
    'e\u0301.txt',
    'ß',
    '日本語.tif',
    '😀.png',
    'می\u200cخواهم.txt',
    "it's; $(rm -rf ~) `x` &.txt",
    '-rf',
    '--help',
  ],
  ...[
    '~',
    '~root',
    '%2e%2e%2fx',
    '..%2fx',
    'a%00b',
    '$HOME',
    '#!',
    '=cmd()',
    '@file',
    '[a]{b}(c)+,;!^',
    '__MACOSX/._a',
  ],
  ...[
    'x'.repeat(255),
    'delivery',
    'delivery.zip',
    '.unpacking-1',
    '.partial',
    '.display',
    'a/a/a/a',
    'package.json',
  ],
  ...['constructor', '__proto__', 'toString/hasOwnProperty', 'README', 'R\u00e9sum\u00e9/1.0/v2'],
];
