import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hostileNames, oddNames, windowsPaths } from '../../../../testing/hostile-names.ts';
import { createUnpackingHarness, treeOf } from '../../../../testing/unpacking-harness.ts';
import { type RawEntry, writeZip } from '../../../../testing/write-zip.ts';
import { isAppError } from '../../../core/app-error.ts';
import { unpackZip } from './unpack-zip.ts';
import type { ZipRefusal } from './zip-names.ts';

/*
 * All kinds of names and archives that are known to have escaped, overwritten files or filled the disk in some program (service
 * §11.3). After each one, the whole tree around the archive is compared.
 */

let harness: ReturnType<typeof createUnpackingHarness>;
let tried = 0;
beforeAll(() => {
  harness = createUnpackingHarness();
  for (const name of ['passwd', 'x', 'a.txt', 'delivery'])
    for (const folder of [harness.outside, join(harness.outside, 'project')])
      writeFileSync(join(folder, name), 'not yours');
});
afterEach(() => {
  for (const name of readdirSync(harness.home)) rmSync(join(harness.home, name), { recursive: true });
});
afterAll(async () => {
  await harness.end();
  expect(tried).toBeGreaterThanOrEqual(200);
});

const data = Buffer.from('data');
const good: RawEntry = { name: 'good.txt', data };
const file = (name: string, rest: Partial<RawEntry> = {}): RawEntry => ({ name, data, ...rest });

/** Returns the refusal, or the paths that were written. In both cases nothing else may have changed. */
async function outcomeOf(bytes: Buffer): Promise<string | string[]> {
  tried += 1;
  const id = harness.put(bytes);
  const before = treeOf(harness.outside);
  const outcome = await harness.unpack(id).then(
    ({ files }) => files.map(({ name }) => name),
    (error: unknown) => {
      if (!isAppError(error)) return String(error);
      return error.code === 'ARCHIVE_REFUSED' && 'reason' in error.data ? error.data.reason : error.code;
    },
  );
  const after = treeOf(harness.outside);
  const made = Object.keys(after).filter((path) => !(path in before));
  expect(Object.fromEntries(Object.entries(after).filter(([path]) => path in before))).toEqual(before);
  if (typeof outcome === 'string') expect(made).toEqual([]);
  else {
    expect(made.every((path) => /^project\/scene\/delivery(\/|$)/.test(path))).toBe(true);
    expect(Object.values(after)).not.toContain('special');
    rmSync(join(harness.home, 'delivery'), { recursive: true });
  }
  return outcome;
}

it('takes the backslashes of programs on Windows for slashes', async () => {
  const outcomes: unknown[] = [];
  for (const name of windowsPaths) outcomes.push(await outcomeOf(writeZip([good, file(name)])));
  // Only a folder ends with a separator, and a folder has no content.
  expect(outcomes).toEqual([
    ['good.txt', 'a/b'],
    'link',
    ['good.txt', 'dir/file.txt'],
    ['good.txt', 'a/b/c'],
  ]);
});

const refusedNames = hostileNames.map(
  ([reason, list]) => [reason, list.filter((name) => !windowsPaths.includes(name))] as const,
);
describe.each(refusedNames)('names refused as %s', (reason, list) => {
  it(`${list.length} of them: nothing is written`, async () => {
    const outcomes: Record<string, unknown> = {};
    for (const name of list) {
      // The name is tried alone, after a good entry, and as a folder.
      const outcome = [
        await outcomeOf(writeZip([file(name)])),
        await outcomeOf(writeZip([good, file(name)])),
      ];
      if (outcome.some((each) => each !== reason)) outcomes[JSON.stringify(name)] = outcome;
    }
    expect(outcomes).toEqual({});
  });
});

it('the name that was refused is told, short and without what misleads its reader', async () => {
  const fileId = harness.put(writeZip([file(`a\u202e\u2028${'b'.repeat(200)}.exe`)]));
  await expect(harness.unpack(fileId)).rejects.toMatchObject({
    code: 'ARCHIVE_REFUSED',
    data: { fileName: 'delivery.zip', entry: `a\ufffd\ufffd${'b'.repeat(117)}`, reason: 'character' },
  });
});

const kelvin = '\u212a';
const pairs: [string, string][] = [
  ...([
    ['a.txt', 'a.txt'],
    ['A.txt', 'a.txt'],
    ['dir/a', 'DIR/b'],
    ['dir/a', 'dir/A'],
    ['é.txt', 'e\u0301.txt'],
    ['É.txt', 'e\u0301.txt'],
    ['\u00c5', 'A\u030a'],
    ['\u212b', '\u00e5'],
    ['straße', 'STRASSE'],
    ['ſ.txt', 's.txt'],
    [`${kelvin}.txt`, 'k.txt'],
    ['ﬁ', 'FI'],
    ['σ', 'ς'],
    ['a', 'a/b'],
    ['a/b', 'a'],
    ['a/b/c', 'a/B'],
    ['A', 'a/b'],
    ['x', './x'],
    ['x/y', 'x//y'],
    ['x/y', 'x/./y'],
    ['\uac00', '\u1100\u1161'],
  ] satisfies [string, string][]),
];

it('two names that are one to some file system: refused', async () => {
  const outcomes: Record<string, unknown> = {};
  for (const [first, second] of pairs) {
    const outcome = await outcomeOf(writeZip([file(first), file(second, { data: Buffer.from('other') })]));
    if (outcome !== 'duplicate') outcomes[`${first} ${second}`] = outcome;
  }
  expect(outcomes).toEqual({});
});

const link = { mode: 0xa1ff, data: Buffer.from('../../x') };
const infoZipName = (name: string, shown: string) => {
  const extra = Buffer.alloc(9);
  extra.writeUInt16LE(0x7075, 0);
  extra.writeUInt16LE(5 + Buffer.byteLength(name), 2);
  extra.writeUInt8(1, 4);
  extra.writeUInt32LE(Number(`0x${crcHex(shown)}`), 5);
  return Buffer.concat([extra, Buffer.from(name)]);
};

const kinds: [string, ZipRefusal | 'FILE_NOT_WHOLE', () => Buffer][] = [
  ['a symbolic link', 'link', () => writeZip([{ name: 'l', ...link }])],
  [
    'a link to a folder, and a file through it',
    'link',
    () => writeZip([{ name: 'l', ...link }, file('l/x')]),
  ],
  ['a link made on macOS', 'link', () => writeZip([{ name: 'l', ...link, madeOn: 19 }])],
  ['a link that says to be made on DOS', 'link', () => writeZip([{ name: 'l', ...link, madeOn: 0 }])],
  ['a reparse point', 'link', () => writeZip([file('l', { attributes: 0x400, madeOn: 10 })])],
  ['a pipe', 'link', () => writeZip([file('p', { mode: 0x11b6 })])],
  ['a character device', 'link', () => writeZip([file('p', { mode: 0x21b6 })])],
  ['a block device', 'link', () => writeZip([file('p', { mode: 0x61b6 })])],
  ['a socket', 'link', () => writeZip([file('p', { mode: 0xc1b6 })])],
  ['a folder that is a file', 'link', () => writeZip([file('dir', { mode: 0x41ed })])],
  ['a folder with bytes', 'link', () => writeZip([file('dir/')])],
  ['a file mode on a folder', 'link', () => writeZip([{ name: 'dir/', mode: 0x81a4 }])],
  [
    'an encrypted entry',
    'encrypted',
    () =>
      writeZip([good, file('s', { flags: 0x1, claimedPacked: 16, data: Buffer.alloc(16), claimedSize: 4 })]),
  ],
  ['strong encryption', 'encrypted', () => writeZip([file('s', { method: 8, flags: 0x41 })])],
  ['a masked directory', 'encrypted', () => writeZip([file('s', { flags: 0x2000 })])],
  ...[1, 6, 9, 12, 14, 93, 95, 97, 98, 99].map((method): [string, ZipRefusal, () => Buffer] => [
    `packing method ${method}`,
    'packing',
    () => writeZip([file('s', { method })]),
  ]),
  ['too many entries', 'entries', () => writeZip([good], { claimedEntries: 0xfffe })],
  [
    'a petabyte, as it says',
    'bytes',
    () =>
      writeZip(Array.from({ length: 80 }, (_, n) => file(`f${n}`, { method: 8, claimedSize: 0xfffffffe }))),
  ],
  [
    'a bomb: 300 MB out of nothing',
    'ratio',
    () =>
      writeZip([{ name: 'zeros', method: 8, data: Buffer.alloc(300_000), claimedSize: 300 * 1_024 ** 2 }]),
  ],
  [
    'entries that share their bytes',
    'overlap',
    () =>
      writeZip([
        file('a', { data: Buffer.alloc(9_000) }),
        file('b', { data: Buffer.alloc(3_000), offset: 0 }),
      ]),
  ],
  [
    'an entry inside another',
    'overlap',
    () =>
      writeZip([
        file('outer', { data: writeZip([file('inner', { data: Buffer.alloc(50) })]) }),
        file('inner', { data: Buffer.alloc(50), offset: 35 }),
      ]),
  ],
  ['a wrong checksum', 'FILE_NOT_WHOLE', () => writeZip([good, file('b', { claimedCrc: 7 })])],
  ['a wrong checksum, packed', 'FILE_NOT_WHOLE', () => writeZip([file('b', { method: 8, claimedCrc: 7 })])],
  ['more than it says', 'FILE_NOT_WHOLE', () => writeZip([file('b', { method: 8, claimedSize: 2 })])],
  ['less than it says', 'FILE_NOT_WHOLE', () => writeZip([file('b', { method: 8, claimedSize: 200 })])],
  ['stored, two lengths', 'FILE_NOT_WHOLE', () => writeZip([file('b', { claimedSize: 200 })])],
  ['packed bytes that are none', 'FILE_NOT_WHOLE', () => brokenStream()],
  ['a place behind the end', 'FILE_NOT_WHOLE', () => writeZip([file('b', { offset: 5_000_000 })])],
  ['a place without a header', 'FILE_NOT_WHOLE', () => writeZip([file('b', { offset: 3 })])],
  ['fewer entries than it says', 'FILE_NOT_WHOLE', () => writeZip([good], { claimedEntries: 3 })],
  ['no zip at all', 'FILE_NOT_WHOLE', () => Buffer.from('<html>'.repeat(100))],
  ['nothing', 'FILE_NOT_WHOLE', () => Buffer.alloc(0)],
  ['its front half', 'FILE_NOT_WHOLE', () => halved(0)],
  ['its rear half', 'FILE_NOT_WHOLE', () => halved(1)],
  [
    'a second name that leads out',
    'outside',
    () => writeZip([{ name: 'nice.txt', data, extra: infoZipName('../x', 'nice.txt') }]),
  ],
  [
    'a name of another code page that leads out by a backslash',
    'outside',
    () => writeZip([file('a\\..\\b', { utf8: false })]),
  ],
  ['a name that is no UTF-8', 'character', () => writeZip([{ name: Buffer.from([0x61, 0xff, 0xfe]), data }])],
  [
    'a name with an overlong slash',
    'character',
    () => writeZip([{ name: Buffer.from([0x2e, 0x2e, 0xc0, 0xaf, 0x78]), data }]),
  ],
];

function crcHex(text: string): string {
  return writeZip([{ name: 'x', data: Buffer.from(text) }])
    .readUInt32LE(14)
    .toString(16);
}
function brokenStream(): Buffer {
  const bytes = writeZip([{ name: 'b', method: 8, data: Buffer.from('some text '.repeat(50)) }]);
  bytes.fill(0xff, 31, 40);
  return bytes;
}
function halved(half: 0 | 1): Buffer {
  const bytes = writeZip([good, file('b', { data: Buffer.alloc(500, 'b') })]);
  const middle = bytes.length >> 1;
  return half === 0 ? bytes.subarray(0, middle) : bytes.subarray(middle);
}

it.each(kinds)('%s: %s', async (_name, expected, make) => {
  expect(await outcomeOf(make())).toBe(expected);
});

it('odd names that harm nobody pass as they are', async () => {
  for (const name of oddNames)
    expect(await outcomeOf(writeZip([good, file(name, { method: 8 })]))).toEqual(['good.txt', name]);
  expect(await outcomeOf(writeZip([file('./a.txt'), file('b//c'), { name: './' }]))).toEqual([
    'a.txt',
    'b/c',
  ]);
  expect(await outcomeOf(writeZip(oddNames.slice(0, 8).map((name) => file(name))))).toHaveLength(8);
});

it('does not wait for the other end of a pipe in the place of the archive', async () => {
  const path = join(harness.home, 'pipe.zip');
  execFileSync('mkfifo', [path]);
  const into = join(harness.home, 'into');
  const ensureFreeSpace = () => Promise.resolve();
  await expect(
    unpackZip({ path, fileName: 'pipe.zip', into, ensureFreeSpace }, new AbortController().signal),
  ).rejects.toMatchObject({ code: 'FILE_NOT_WHOLE' });
});
