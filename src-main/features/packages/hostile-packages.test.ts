import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileNames, windowsPaths } from '../../../testing/hostile-names.ts';
import { templateContent } from '../../../testing/prepared-rows.ts';
import { sampleTask } from '../../../testing/sample-task.ts';
import { type RawEntry, writeZip } from '../../../testing/write-zip.ts';
import { isAppError } from '../../core/app-error.ts';
import { contentHash } from '../../core/content-hash.ts';
import { readZip } from '../downloads/archives/read-zip.ts';
import { packageLimits } from './package-format.ts';
import { readPackage } from './read-package.ts';

/* Packages as an attacker, a broken disk or a later version would write them. Each is refused as a whole, with its reason. */

let root: string;
let tried = 0;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'nadir-hostile-'));
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
  expect(tried).toBeGreaterThanOrEqual(150);
});

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const marks = { version: 1, updatedAt: '2026-03-01T12:00:00Z', updatedBy: 'Ana', history: [] };
const lineOf = (id: string, content: unknown, rest = {}) => ({
  id,
  ...marks,
  revision: contentHash(content),
  content,
  ...rest,
});
const list = (n: number, rest = {}) =>
  lineOf(uuid(n), { name: `List ${n}`, colour: 'red', notes: '', ...rest });
const placeContent = {
  listId: uuid(1),
  geometry: { kind: 'point', longitude: 10, latitude: 48, altitudeMetres: null },
  positionText: null,
  name: 'Plot',
  notes: '',
  tags: [],
  attributes: { id: 'P-1' },
  source: null,
};
const place = (n: number, rest = {}) => lineOf(uuid(n), { ...placeContent, ...rest });
const draft = (n: number, fields = {}) =>
  lineOf(uuid(n), { input: { kind: 'task', request: { ...sampleTask, ...fields } } }, { trail: [] });
const sqlite = Buffer.concat([Buffer.from('SQLite format 3\0', 'latin1'), Buffer.alloc(100)]);
const mapLine = (fields = {}) =>
  lineOf('0123456789ab', {
    kind: 'mbtiles',
    name: 'Chart',
    address: '',
    layer: null,
    attribution: '',
    minZoom: 0,
    maxZoom: 3,
    bounds: null,
    grid: 'mercator',
    recipe: null,
    needsKey: false,
    file: 'maps/0123456789ab.mbtiles',
    ...fields,
  });
const linesOf = (items: readonly unknown[]) =>
  Buffer.from(items.map((item) => `${JSON.stringify(item)}\n`).join(''));

interface Made {
  parts?: Record<string, Buffer>;
  /** Changes what the manifest says. */
  manifest?: (manifest: Record<string, unknown>) => unknown;
  /** What it says of its parts. */
  part?: (part: Record<string, unknown>) => unknown;
  entries?: (entries: RawEntry[]) => RawEntry[];
  manifestText?: string | Buffer;
  method?: number;
}

/** A package that is right but for what is given. */
function packageOf({
  parts = {},
  manifest = (m) => m,
  part = (p) => p,
  entries = (e) => e,
  ...made
}: Made): Buffer {
  const all: Record<string, Buffer> = {
    'lists.ndjson': linesOf([list(1)]),
    'places.ndjson': linesOf([place(2)]),
    ...parts,
  };
  const described = Object.entries(all).map(([name, data]) =>
    part({
      name,
      sizeBytes: data.length,
      sha256: createHash('sha256').update(data).digest('hex'),
      count: name.endsWith('.ndjson')
        ? data
            .toString('latin1')
            .split('\n')
            .filter((line) => line !== '').length
        : null,
    }),
  );
  const value = manifest({
    format: 'nadir-package',
    version: 1,
    packageId: uuid(9),
    madeAt: '2026-03-01T12:00:00Z',
    maker: 'Ana',
    note: '',
    instance: '0123456789ab',
    contractName: null,
    application: '0.1.0',
    parts: described,
  });
  const text = made.manifestText ?? JSON.stringify(value);
  return writeZip(
    entries([
      { name: 'manifest.json', data: Buffer.from(text) },
      ...Object.entries(all).map(([name, data]) => ({ name, data, method: made.method ?? 0 })),
    ]),
  );
}

/** What came of it: `opened`, or the reason of the refusal. Nothing is written outside of the folder for maps. */
async function outcomeOf(bytes: Buffer): Promise<string> {
  tried += 1;
  const folder = join(root, `maps-${tried}`);
  mkdirSync(folder);
  const path = join(root, 'hostile.nadir');
  writeFileSync(path, bytes);
  const before = readdirSync(root);
  try {
    await readPackage({
      path,
      fileName: 'hostile.nadir',
      folder,
      readDirectory: readZip,
      signal: new AbortController().signal,
    });
    return 'opened';
  } catch (error) {
    if (isAppError(error) && 'reason' in error.data) return `${error.data.reason}`;
    return String(error);
  } finally {
    expect(readdirSync(root)).toEqual(before);
    for (const name of readdirSync(folder)) expect(name).toMatch(/^[0-9a-f]{12}\.(mbtiles|pmtiles)$/);
    rmSync(folder, { recursive: true });
  }
}

const lists = (...items: unknown[]): Made => ({ parts: { 'lists.ndjson': linesOf(items) } });
const places = (...items: unknown[]): Made => ({ parts: { 'places.ndjson': linesOf(items) } });
const raw = (name: string, text: string | Buffer): Made => ({ parts: { [name]: Buffer.from(text) } });
const head = (fields: Record<string, unknown>): Made => ({ manifest: (m) => ({ ...m, ...fields }) });
const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

it('opens a package that is right, also one that is packed and has a map', async () => {
  expect(await outcomeOf(packageOf({}))).toBe('opened');
  expect(await outcomeOf(packageOf({ method: 8 }))).toBe('opened');
  const parts = { 'maps.ndjson': linesOf([mapLine()]), 'maps/0123456789ab.mbtiles': sqlite };
  expect(await outcomeOf(packageOf({ parts }))).toBe('opened');
  expect(await outcomeOf(packageOf({ parts: { 'drafts.ndjson': linesOf([draft(3)]) } }))).toBe('opened');
});

/** Nothing can pack this. */
const noise = randomBytes(1024 ** 2);

const archives: [string, string, Buffer][] = [
  ['nothing', 'empty', Buffer.alloc(0)],
  ['text', 'not-zip', Buffer.from('this is a letter')],
  ['the magic of a zip alone', 'not-zip', Buffer.from('PK\x03\x04', 'latin1')],
  ['a picture', 'not-zip', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10])],
  ['a package whose end is cut off', 'not-zip', packageOf({}).subarray(0, -30)],
  ['a package whose middle is missing', 'damaged', cut(packageOf({}))],
  ['a zip with nothing in it', 'no-manifest', writeZip([])],
  ['a zip of something else', 'unknown-part', writeZip([{ name: 'letter.txt', data: Buffer.from('x') }])],
  ['two manifests', 'duplicate', packageOf({ entries: (e) => [...e.slice(0, 1), ...e] })],
  ['the same part twice', 'duplicate', packageOf({ entries: (e) => [...e, ...e.slice(1, 2)] })],
  [
    'the same part in other letters',
    'duplicate',
    packageOf({ entries: (e) => [...e, { name: 'LISTS.ndjson' }] }),
  ],
  ['a part more', 'unknown-part', packageOf({ entries: (e) => [...e, { name: 'extra.ndjson' }] })],
  [
    'a program',
    'unknown-part',
    packageOf({ entries: (e) => [...e, { name: 'run.exe', data: Buffer.from('MZ') }] }),
  ],
  ['a folder', 'unknown-part', packageOf({ entries: (e) => [...e, { name: 'maps/' }] })],
  ['a part in a folder', 'unknown-part', packageOf({ entries: (e) => [...e, { name: 'a/lists.ndjson' }] })],
  ['a manifest with a point before it', 'unknown-part', packageOf({ entries: (e) => e.map(dotted) })],
  ['a link', 'link', packageOf({ entries: (e) => [...e, { name: 'maps.ndjson', mode: 0o120777 }] })],
  [
    'an encrypted part',
    'encrypted',
    packageOf({ entries: (e) => e.map((each) => ({ ...each, flags: 1, method: 8 })) }),
  ],
  [
    'a packing that nobody knows',
    'packing',
    packageOf({ entries: (e) => e.map((each) => ({ ...each, method: 12 })) }),
  ],
  [
    'parts that lie over each other',
    'overlap',
    packageOf({ entries: (e) => e.map((each) => ({ ...each, offset: 0 })) }),
  ],
  [
    'a wrong checksum of the archive',
    'damaged',
    packageOf({ entries: (e) => e.map((each) => ({ ...each, claimedCrc: 7 })) }),
  ],
  ['more entries than a package has', 'entries', packageOf({ entries: (e) => [...e, ...many(100)] })],
  ['a size that is a lie', 'size', packageOf({ entries: (e) => e.map(larger), method: 8 })],
  ['a bomb', 'ratio', packageOf({ ...raw('lists.ndjson', Buffer.alloc(40 * 1024 ** 2, 0x20)), method: 8 })],
  [
    'a bomb beside much else',
    'bomb',
    packageOf({
      parts: { 'lists.ndjson': Buffer.alloc(20 * 1024 ** 2, 0x20), 'places.ndjson': noise },
      method: 8,
    }),
  ],
  [
    'a bomb of zeros',
    'ratio',
    packageOf({ ...raw('places.ndjson', Buffer.alloc(64 * 1024 ** 2)), method: 8 }),
  ],
];

function cut(bytes: Buffer): Buffer {
  const copy = Buffer.from(bytes);
  copy.fill(0xff, 60, 600);
  return copy;
}
function dotted(entry: RawEntry): RawEntry {
  return entry.name === 'manifest.json' ? { ...entry, name: './manifest.json' } : entry;
}
function many(count: number): RawEntry[] {
  return Array.from({ length: count }, (_, n) => ({ name: `maps/${String(n).padStart(12, '0')}.mbtiles` }));
}
function larger(entry: RawEntry): RawEntry {
  return entry.name === 'lists.ndjson' ? { ...entry, claimedSize: 9_999 } : entry;
}

const manifests: [string, string, Made][] = [
  ['no text', 'json', { manifestText: '' }],
  ['no JSON', 'json', { manifestText: '{' }],
  ['a list', 'other-format', { manifestText: '[]' }],
  ['null', 'other-format', { manifestText: 'null' }],
  ['a number', 'other-format', { manifestText: '17' }],
  ['another format', 'other-format', head({ format: 'other' })],
  ['no format', 'other-format', head({ format: undefined })],
  ['a newer version', 'newer-version', head({ version: 2 })],
  [
    'a far newer version with other fields',
    'newer-version',
    { manifestText: '{"format":"nadir-package","version":99}' },
  ],
  ['version 0', 'manifest', head({ version: 0 })],
  ['a version that is no number', 'manifest', head({ version: '1' })],
  ['half a version', 'manifest', head({ version: 0.5 })],
  ['no version', 'manifest', head({ version: undefined })],
  ['no maker', 'manifest', head({ maker: undefined })],
  ['a maker without end', 'manifest', head({ maker: 'a'.repeat(5_000) })],
  ['a note without end', 'manifest', head({ note: 'a'.repeat(5_000) })],
  ['a time that is none', 'manifest', head({ madeAt: 'yesterday' })],
  ['an id that is none', 'manifest', head({ packageId: '../../etc/passwd' })],
  ['a field that nobody knows', 'manifest', head({ run: 'rm -rf' })],
  ['parts that are no list', 'manifest', head({ parts: {} })],
  ['no parts', 'unknown-part', head({ parts: [] })],
  ['too many parts', 'manifest', head({ parts: Array.from({ length: 200 }, () => ({})) })],
  ['bytes that are no UTF-8', 'encoding', { manifestText: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) }],
  ['a mark of the byte order', 'encoding', { manifestText: `\ufeff{}` }],
  ['UTF-16', 'encoding', { manifestText: Buffer.from('{"format":1}', 'utf16le') }],
  ['a NUL', 'encoding', { manifestText: '{"format":"nadir-package"\0}' }],
  ['half a character', 'encoding', { manifestText: '{"format":"\\ud800"}' }],
  ['a nest', 'depth', { manifestText: deep(5_000) }],
  ['a deep nest', 'depth', { manifestText: deep(100_000) }],
  ['the prototype of objects', 'key', { manifestText: '{"__proto__":{"format":"nadir-package"}}' }],
  ['a hidden prototype', 'key', { manifestText: '{"\\u005f_proto__":{}}' }],
  ['more than a manifest needs', 'manifest', { manifestText: ' '.repeat(300_000) }],
  ['a zip in its place', 'nested-archive', { manifestText: Buffer.from('PK\x03\x04x', 'latin1') }],
  ['a part that is missing', 'missing-part', { entries: (e) => e.slice(0, 2) }],
  ['a wrong size', 'size', { part: (p) => ({ ...p, sizeBytes: 1 }) }],
  ['a size below zero', 'manifest', { part: (p) => ({ ...p, sizeBytes: -1 }) }],
  ['a size that is no number', 'manifest', { part: (p) => ({ ...p, sizeBytes: '10' }) }],
  ['a wrong checksum', 'checksum', { part: (p) => ({ ...p, sha256: '0'.repeat(64) }) }],
  ['a checksum that is none', 'manifest', { part: (p) => ({ ...p, sha256: 'md5' }) }],
  ['a wrong count', 'count', { part: (p) => ({ ...p, count: 7 }) }],
  ['a count of too many', 'too-many', { part: (p) => ({ ...p, count: 1_000_000 }) }],
  ['no count', 'count', { part: (p) => ({ ...p, count: null }) }],
  ['a part that nobody knows', 'unknown-part', { part: (p) => ({ ...p, name: 'secrets.ndjson' }) }],
  ['a part outside', 'unknown-part', { part: (p) => ({ ...p, name: '../lists.ndjson' }) }],
  [
    'a part twice',
    'duplicate',
    { part: (p) => ({ ...p, name: 'lists.ndjson', sizeBytes: linesOf([list(1)]).length }) },
  ],
];

const items: [string, string, Made][] = [
  ['a line that is no JSON', 'json', raw('lists.ndjson', '{"id":\n')],
  ['an empty line', 'json', raw('lists.ndjson', '\n\n')],
  ['a line with NaN', 'json', raw('lists.ndjson', '{"id":NaN}\n')],
  ['bytes that are no UTF-8', 'encoding', raw('lists.ndjson', Buffer.from([0xc3, 0x28, 0x0a]))],
  ['a mark of the byte order', 'encoding', raw('lists.ndjson', `\ufeff${JSON.stringify(list(1))}\n`)],
  ['a NUL', 'encoding', raw('lists.ndjson', '{"id":"\0"}\n')],
  ['half a character', 'encoding', raw('lists.ndjson', '{"id":"\\udc00"}\n')],
  ['a nest', 'depth', raw('lists.ndjson', `${deep(200)}\n`)],
  ['a nest of a million', 'depth', raw('lists.ndjson', `${deep(1_000_000)}\n`)],
  ['a line without end', 'long-line', raw('lists.ndjson', `"${'a'.repeat(packageLimits.lineBytes + 10)}"\n`)],
  [
    'a line without end and without its end',
    'long-line',
    raw('lists.ndjson', 'a'.repeat(packageLimits.lineBytes + 10)),
  ],
  ['the prototype of objects', 'key', raw('lists.ndjson', '{"__proto__":{"id":1}}\n')],
  ['a zip', 'nested-archive', raw('lists.ndjson', writeZip([{ name: 'a', data: Buffer.from('b') }]))],
  ['a text', 'item', raw('lists.ndjson', '"list"\n')],
  ['null', 'item', raw('lists.ndjson', 'null\n')],
  ['too many lists', 'too-many', lists(...Array.from({ length: 501 }, (_, n) => list(n + 100)))],
  ['a list twice', 'duplicate', lists(list(1), list(1))],
  [
    'a list twice in other letters',
    'duplicate',
    lists(
      list(1),
      { ...list(1), id: 'ABCDEF00-0000-4000-8000-000000000000' },
      { ...list(1), id: 'abcdef00-0000-4000-8000-000000000000' },
    ),
  ],
  ['a list without a name', 'item', lists(list(1, { name: '' }))],
  ['a list with a name without end', 'item', lists(list(1, { name: 'a'.repeat(300) }))],
  ['a list in a colour that there is not', 'item', lists(list(1, { colour: 'url(javascript:1)' }))],
  ['a list with more fields', 'item', lists({ ...list(1), owner: 'root' })],
  ['a list with an id that is a path', 'item', lists({ ...list(1), id: '../../x' })],
  ['a list with an id that is SQL', 'item', lists({ ...list(1), id: `'; DROP TABLE place; --` })],
  ['a revision that is none', 'item', lists({ ...list(1), revision: 'x' })],
  [
    'a history without end',
    'item',
    lists({ ...list(1), history: Array.from({ length: 100 }, (_, n) => contentHash(n)) }),
  ],
  ['a version below zero', 'item', lists({ ...list(1), version: -1 })],
  [
    'a version beyond numbers',
    'item',
    raw('lists.ndjson', `${JSON.stringify(list(1)).replace('"version":1', '"version":1e999')}\n`),
  ],
  ['a place twice', 'duplicate', places(place(2), place(2))],
  ['a place in no list', 'no-list', places(place(2, { listId: uuid(77) }))],
  ['a place without a list', 'item', places(place(2, { listId: undefined }))],
  [
    'a place beyond the pole',
    'item',
    places(place(2, { geometry: { kind: 'point', longitude: 0, latitude: 91, altitudeMetres: null } })),
  ],
  [
    'a place beyond the world',
    'item',
    places(place(2, { geometry: { kind: 'point', longitude: 1e9, latitude: 0, altitudeMetres: null } })),
  ],
  [
    'a place at no number',
    'item',
    places(place(2, { geometry: { kind: 'point', longitude: '0', latitude: 0, altitudeMetres: null } })),
  ],
  [
    'an area of two corners',
    'item',
    places(
      place(2, {
        geometry: {
          kind: 'area',
          rings: [
            [
              [0, 0],
              [1, 1],
            ],
          ],
        },
      }),
    ),
  ],
  ['an area without rings', 'item', places(place(2, { geometry: { kind: 'area', rings: [] } }))],
  [
    'an area of a hundred thousand corners',
    'item',
    places(
      place(2, {
        geometry: { kind: 'area', rings: [Array.from({ length: 100_000 }, (_, n) => [n / 1e4, 1])] },
      }),
    ),
  ],
  ['a shape that there is not', 'item', places(place(2, { geometry: { kind: 'cube' } }))],
  ['tags without end', 'item', places(place(2, { tags: Array.from({ length: 1_000 }, (_, n) => `t${n}`) }))],
  ['an empty tag', 'item', places(place(2, { tags: [''] }))],
  ['notes without end', 'item', places(place(2, { notes: 'a'.repeat(20_000) }))],
  [
    'attributes without end',
    'item',
    places(place(2, { attributes: Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`a${n}`, n])) })),
  ],
  ['an attribute within an attribute', 'item', places(place(2, { attributes: { a: { b: 1 } } }))],
  ['a source that is no file', 'item', places(place(2, { source: 'C:\\' }))],
  ['a template of nothing', 'item', raw('templates.ndjson', linesOf([lineOf(uuid(3), {})]))],
  [
    'a template whose window ends before it starts',
    'item',
    raw(
      'templates.ndjson',
      linesOf([
        lineOf(uuid(3), {
          ...templateContent(),
          window: { kind: 'fixed', start: '2026-03-02T00:00:00Z', end: '2026-03-01T00:00:00Z' },
        }),
      ]),
    ),
  ],
  [
    'a template twice',
    'duplicate',
    raw(
      'templates.ndjson',
      linesOf([lineOf(uuid(3), templateContent()), lineOf(uuid(3), templateContent())]),
    ),
  ],
  ['a draft of nothing', 'item', raw('drafts.ndjson', linesOf([lineOf(uuid(3), {}, { trail: [] })]))],
  ['a draft without a trail', 'item', raw('drafts.ndjson', linesOf([{ ...draft(3), trail: undefined }]))],
  [
    'a trail without end',
    'item',
    raw('drafts.ndjson', linesOf([{ ...draft(3), trail: Array.from({ length: 200 }, () => ({})) }])),
  ],
  [
    'a cancellation',
    'item',
    raw(
      'drafts.ndjson',
      linesOf([lineOf(uuid(3), { input: { kind: 'cancel-task', taskId: 1 } }, { trail: [] })]),
    ),
  ],
  [
    'a draft that ends before it starts',
    'item',
    raw('drafts.ndjson', linesOf([draft(3, { end: '2020-01-01T00:00:00Z' })])),
  ],
  [
    'a draft beyond the world',
    'item',
    raw('drafts.ndjson', linesOf([draft(3, { target: { type: 'Point', coordinates: [999, 0] } })])),
  ],
  ['a draft twice', 'duplicate', raw('drafts.ndjson', linesOf([draft(3), draft(3)]))],
  [
    'a draft with the id of a file',
    'item',
    raw('drafts.ndjson', linesOf([{ ...draft(3), id: 'a'.repeat(64) }])),
  ],
  [
    'a prepared task of nothing',
    'item',
    raw('prepared.ndjson', linesOf([lineOf(uuid(3), {}, { trail: [] })])),
  ],
  [
    'a removal of what is not removed',
    'item',
    raw(
      'removed.ndjson',
      linesOf([{ kind: 'draft', id: uuid(3), name: '', revision: contentHash(1), history: [] }]),
    ),
  ],
  [
    'a removal of everything',
    'item',
    raw(
      'removed.ndjson',
      linesOf([{ kind: 'place', id: '%', name: '', revision: contentHash(1), history: [] }]),
    ),
  ],
  ['a sending without a kind', 'item', raw('sent.ndjson', linesOf([{ id: uuid(3) }]))],
  ['a map without its file', 'no-file', raw('maps.ndjson', linesOf([mapLine()]))],
  ['a map of a file elsewhere', 'item', raw('maps.ndjson', linesOf([mapLine({ file: '/etc/passwd' })]))],
  ['a map of a file above', 'item', raw('maps.ndjson', linesOf([mapLine({ file: 'maps/../../x.mbtiles' })]))],
  [
    'a map of a server that does not say how',
    'no-file',
    raw('maps.ndjson', linesOf([mapLine({ kind: 'xyz', file: null })])),
  ],
  ['a map beyond all zooms', 'item', raw('maps.ndjson', linesOf([mapLine({ maxZoom: 99 })]))],
  ['a map with a key', 'item', raw('maps.ndjson', linesOf([mapLine({ key: 'secret' })]))],
  ['a file without a map', 'unknown-part', { parts: { 'maps/0123456789ab.mbtiles': sqlite } }],
  [
    'a map that is text',
    'map-file',
    { parts: { 'maps.ndjson': linesOf([mapLine()]), 'maps/0123456789ab.mbtiles': Buffer.from('tiles') } },
  ],
  [
    'a map that is empty',
    'map-file',
    { parts: { 'maps.ndjson': linesOf([mapLine()]), 'maps/0123456789ab.mbtiles': Buffer.alloc(0) } },
  ],
  [
    'a map that is a zip',
    'nested-archive',
    {
      parts: { 'maps.ndjson': linesOf([mapLine()]), 'maps/0123456789ab.mbtiles': writeZip([{ name: 'x' }]) },
    },
  ],
  [
    'a map that is a program',
    'map-file',
    { parts: { 'maps.ndjson': linesOf([mapLine()]), 'maps/0123456789ab.mbtiles': Buffer.from('\x7fELF') } },
  ],
  [
    'a map under a name of another kind',
    'map-file',
    {
      parts: {
        'maps.ndjson': linesOf([mapLine({ file: 'maps/0123456789ab.pmtiles' })]),
        'maps/0123456789ab.pmtiles': sqlite,
      },
    },
  ],
];

describe('an archive is refused that is', () => {
  it.each(archives)('%s', async (_, reason, bytes) => {
    expect(await outcomeOf(bytes)).toBe(reason);
  });
});

describe.each(hostileNames)('an archive with a name that is refused as %s', (reason, names) => {
  it(`is refused (${names.length} names)`, async () => {
    const outcomes: Record<string, string> = {};
    for (const name of names) {
      const outcome = await outcomeOf(
        packageOf({ entries: (e) => [...e, { name, data: Buffer.from('x') }] }),
      );
      // A package has no folders but its own, whatever separates them.
      const reasons: readonly string[] = windowsPaths.includes(name) ? ['unknown-part', 'link'] : [reason];
      if (!reasons.includes(outcome)) outcomes[JSON.stringify(name)] = outcome;
    }
    expect(outcomes).toEqual({});
  });
});

describe('a manifest is refused with', () => {
  it.each(manifests)('%s', async (_, reason, made) => {
    expect(await outcomeOf(packageOf(made))).toBe(reason);
  });
});

describe('a part is refused with', () => {
  it.each(items)('%s', async (_, reason, made) => {
    expect(await outcomeOf(packageOf(made))).toBe(reason);
  });
});
