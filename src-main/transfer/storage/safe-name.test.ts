import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldedName } from '../../core/folded-name.ts';
import { safeName } from './safe-name.ts';

const long = 'x'.repeat(400);
/** Names from a service, and the file names that are made of them. */
const hostile: [string, string][] = [
  ['', 'file'],
  [`${long}.tif. `, `${'x'.repeat(176)}.tif`],
  ['.', 'file'],
  ['..', 'file'],
  ['...', 'file'],
  [' ', 'file'],
  [' . ', 'file'],
  ['. . .', 'file'],
  ['/', '_'],
  ['\\', '_'],
  ['../x', '.._x'],
  ['../../etc/passwd', '.._.._etc_passwd'],
  ['/etc/passwd', '_etc_passwd'],
  ['a/b/c.tif', 'a_b_c.tif'],
  ['a/../b', 'a_.._b'],
  ['./x', '._x'],
  ['x/..', 'x_'],
  ['..\\x', '.._x'],
  ['a\\b', 'a_b'],
  ['C:\\Windows\\x', 'C__Windows_x'],
  ['C:x', 'C_x'],
  ['\\\\host\\share', '__host_share'],
  ['\\\\?\\C:\\x', '____C__x'],
  ['//host/share', '__host_share'],
  ['file:///x', 'file____x'],
  ['a\0b', 'ab'],
  ['x.tif\0.png', 'x.tif.png'],
  ['\0', 'file'],
  ['a\nb', 'ab'],
  ['a\r\nb', 'ab'],
  ['a\tb', 'ab'],
  ['\u001b[31mred', '[31mred'],
  ['\u0085x', 'x'],
  ['CON', '_CON'],
  ['con', '_con'],
  ['CON.tif', '_CON.tif'],
  ['con.tar.gz', '_con.tar.gz'],
  ['CON .tif', '_CON .tif'],
  ['CON.', '_CON'],
  ['CON ', '_CON'],
  ['PRN', '_PRN'],
  ['AUX.png', '_AUX.png'],
  ['NUL', '_NUL'],
  ['nul.zip', '_nul.zip'],
  ['COM1', '_COM1'],
  ['com9.tif', '_com9.tif'],
  ['COM¹', '_COM¹'],
  ['LPT1.kml', '_LPT1.kml'],
  ['LPT³', '_LPT³'],
  ['CONIN$', '_CONIN$'],
  ['CLOCK$', '_CLOCK$'],
  ['x.', 'x'],
  ['x..', 'x'],
  ['x ', 'x'],
  ['x. .', 'x'],
  ['x.tif.', 'x.tif'],
  ['x.tif ', 'x.tif'],
  [' x', 'x'],
  ['a:b', 'a_b'],
  ['x.tif::$DATA', 'x.tif__$DATA'],
  ['a*b?c', 'a_b_c'],
  ['<a>', '_a_'],
  ['a|b', 'a_b'],
  ['"a"', '_a_'],
  ['\u202Egpj.exe', 'gpj.exe'],
  ['a\u200Bb', 'ab'],
  ['\uFEFFx', 'x'],
  ['a\u2028b', 'ab'],
  ['\uD800x', 'x'],
  ['Cafe\u0301.tif', 'Caf\u00e9.tif'],
  // Odd but harmless names stay.
  ['..foo.txt', '..foo.txt'],
  ['.hidden', '.hidden'],
  ['a b.tif', 'a b.tif'],
  ['-rf', '-rf'],
  ['~', '~'],
  ['$HOME', '$HOME'],
  ['%2e%2e%2fx', '%2e%2e%2fx'],
  ['console.tif', 'console.tif'],
  ['COM10', 'COM10'],
  ['COMX', 'COMX'],
  ['null', 'null'],
  ['日本語.tif', '日本語.tif'],
  ['😀.png', '😀.png'],
  [
    '20260215_022207_799_SN33_L1D_SR_MS_49N_564_1816.tif',
    '20260215_022207_799_SN33_L1D_SR_MS_49N_564_1816.tif',
  ],
  [`${long}.tif`, `${'x'.repeat(176)}.tif`],
  [long, 'x'.repeat(180)],
  // The letter in front, which keeps it apart from a device, does not make it longer than the limit.
  [`CON.${'x'.repeat(176)}`, `_CON.${'x'.repeat(19)}`],
  [`CON${' '.repeat(200)}x.tif`, `_CON${' '.repeat(172)}.tif`],
  [`CON${' '.repeat(200)}x`, '_CON'],
];

it.each(hostile)('%j becomes %j', (name, expected) => {
  expect(safeName(name, 'file')).toBe(expected);
});

it('any name becomes one harmless segment, and becomes it only once', () => {
  const odd = fc.string({ unit: 'binary', maxLength: 300 });
  const made = fc.array(
    fc.constantFrom('..', '.', '/', '\\', 'CON', ' ', '\0', 'a', 'é', '\u0301', '😀', ':', 'x'.repeat(90)),
    {
      maxLength: 12,
    },
  );
  fc.assert(
    fc.property(
      fc.oneof(
        odd,
        made.map((parts) => parts.join('')),
      ),
      (name) => {
        const safe = safeName(name, 'file');
        expect(safe).not.toBe('');
        expect(safe).not.toMatch(/[/\\:*?"<>|\p{Cc}\p{Cs}]/u);
        expect(safe).not.toMatch(/^\.+$|[. ]$/);
        expect(safe).not.toMatch(/^(con|prn|aux|nul|com\d|lpt\d)\s*(\.|$)/i);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(180);
        expect(safe.normalize('NFC')).toBe(safe);
        expect(safeName(safe, 'file')).toBe(safe);
      },
    ),
    { numRuns: 500 },
  );
});

it('folds what a file system may take for the same name', () => {
  for (const [a, b] of [
    ['A.TIF', 'a.tif'],
    ['É', 'e\u0301'],
    ['ſ', 's'],
    ['STRASSE', 'straße'],
    ['K', '\u212A'],
  ] as const)
    expect(foldedName(a)).toBe(foldedName(b));
  expect(foldedName('a')).not.toBe(foldedName('b'));
});
