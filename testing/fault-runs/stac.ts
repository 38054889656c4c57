import { once } from 'node:events';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ImportRow, SceneImport } from '../../src-preload/contract/scene-imports.ts';
import { openAppIn } from '../app-of-one-scene.ts';
import { foreignItem, putRaster, putText } from '../import-world.ts';
import { seededRandom } from '../seeded-random.ts';
import { walkCatalog } from '../stac/check-catalog.ts';
import { createMutator } from '../stac/mutate-object.ts';
import { writeZip } from '../write-zip.ts';
import { rubbish } from './answers-rows.ts';
import { watchWork } from './watch-work.ts';

export interface StacFigures {
  seed: number;
  rounds: number;
  /** Scenes that were imported, and parts that were told as a problem. */
  imported: number;
  problems: number;
  /** Items that the catalogs of the libraries lead to; each is valid, or it is a failure. */
  walked: number;
  longestHoldMs: number;
  grownMiB: number;
  seconds: number;
  failures: string[];
}

type Client = Awaited<ReturnType<typeof openAppIn>>['client'];
type Random = () => number;

const longestHoldMs = 200;
const mostGrownBytes = 400 * 1_024 * 1_024;
const giveUpMs = 120_000;
/** So many rounds share a library, so that the catalog is not written for ever larger ones. */
const roundsOfLibrary = 25;
/** What is in the file that no import may reach. */
const secret = 'this file is outside of what was chosen';

const forms = ['folder', 'file', 'zip', 'page', 'address'] as const;
type Form = (typeof forms)[number];

/** An item with every field that the reader knows, and files beside it. */
function fullItem(id: string, files: readonly string[]) {
  const assets = Object.fromEntries(
    files.map((name, n) => [
      n === 0 ? 'visual' : `B${n}`,
      {
        href: `./${name}`,
        type: 'image/tiff; application=geotiff',
        roles: ['data'],
        bands: [{ name: 'B1', 'eo:common_name': 'red', 'eo:center_wavelength': 0.66 }],
        'eo:bands': [{ name: 'B1', common_name: 'red' }],
        'raster:bands': [{ nodata: 0, scale: 0.0001, offset: 0 }],
        'proj:epsg': 4_326,
        'proj:transform': [0.5, 0, 10, 0, -0.5, 51, 0, 0, 1],
        alternate: { local: { href: `./${name}` } },
      },
    ]),
  );
  return foreignItem(id, {
    bbox: [1, 1, 2, 2],
    collection: 'c',
    properties: {
      datetime: '2026-03-05T10:30:00Z',
      start_datetime: '2026-03-05T10:30:00Z',
      end_datetime: '2026-03-05T10:31:00Z',
      created: '2026-03-05T10:30:00Z',
      updated: '2026-03-05T10:30:00Z',
      title: 'T',
      platform: 'p',
      constellation: 'c',
      gsd: 10,
      license: 'proprietary',
      providers: [{ name: 'n', roles: ['producer'] }],
      'eo:cloud_cover': 7,
      'view:off_nadir': 3,
      'view:sun_elevation': 40,
      'view:sun_azimuth': 140,
      'processing:level': 'L1',
      'eo:bands': [{ name: 'B1', common_name: 'red' }],
    },
    links: [{ rel: 'self', href: './x.json' }],
    assets,
  });
}

const hostileHrefs = (outside: string) => [
  '../outside.tif',
  '%2e%2e/outside.tif',
  '..\\outside.tif',
  './a/../../outside.tif',
  outside,
  `file://${outside}`,
  `file://localhost${outside}`,
  'http://127.0.0.1:1/x.tif',
  'javascript:1',
  'data:image/tiff;base64,AAAA',
  '\u0000.tif',
  '.',
  '..',
  'CON',
  'x'.repeat(5_000),
];

/** Changes a document: its parts, its addresses, or its text. Returns the text. */
function spoil(document: object, outside: string, random: Random): string {
  const below = (limit: number) => Math.floor(random() * limit);
  const { value } = createMutator(random)(document);
  let text = JSON.stringify(value) ?? 'null';
  const kind = below(6);
  const hrefs = hostileHrefs(outside);
  if (kind === 0)
    text = text.replaceAll(
      /"href":"[^"]*\.tif"/g,
      () => `"href":${JSON.stringify(hrefs[below(hrefs.length)])}`,
    );
  // The value of any field becomes something that JSON can only just hold.
  if (kind === 1) {
    const fields = [...text.matchAll(/":(null|true|false|-?[\d.]+|"[^"]*")/g)];
    const field = fields[below(fields.length)];
    if (field !== undefined)
      text = `${text.slice(0, field.index + 2)}${rubbish(random)}${text.slice(field.index + field[0].length)}`;
  }
  if (kind === 2) text = text.slice(0, below(text.length));
  return text;
}

/** Writes a raster that no other round has. */
function putOwnRaster(path: string, mark: string): string {
  putRaster(path, 1 + (mark.length % 200));
  appendFileSync(path, mark);
  return path;
}

/** What is read in a round, and which scene in it nothing was done to. */
interface Source {
  how: { paths: string[] } | { address: string };
  good: string;
}

function makeSource(
  {
    form,
    room,
    round,
    origin,
    served,
  }: { form: Form; room: string; round: number; origin: string; served: Map<string, Buffer> },
  random: Random,
): Source {
  const outside = join(room, 'outside.tif');
  const folder = join(room, `source-${round}`);
  mkdirSync(folder);
  const [good, odd] = [`good-${round}`, `odd-${round}`];
  const files = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, n) => `${odd}-${n}.tif`);
  for (const name of [`${good}.tif`, ...files]) putOwnRaster(join(folder, name), `${round} ${name}`);
  const goodItem = foreignItem(good);
  const oddText = spoil(fullItem(odd, files), outside, random);
  if (form === 'page') {
    const path = putText(
      join(folder, 'page.json'),
      `{"type":"FeatureCollection","links":[],"features":[${JSON.stringify(goodItem)},${isJson(oddText) ? oddText : 'null'}]}`,
    );
    return { how: { paths: [path] }, good };
  }
  const items = [
    putText(join(folder, `${good}.json`), goodItem),
    putText(join(folder, `${odd}.json`), oddText),
  ];
  if (form === 'folder') return { how: { paths: [folder] }, good };
  if (form === 'file') return { how: { paths: items }, good };
  const names = readdirSync(folder);
  if (form === 'zip') {
    const path = join(room, `${round}.zip`);
    writeFileSync(
      path,
      writeZip(names.map((name) => ({ name, data: readFileSync(join(folder, name)), method: 8 }))),
    );
    return { how: { paths: [path] }, good };
  }
  served.clear();
  for (const name of names) served.set(`/${name}`, readFileSync(join(folder, name)));
  const root = {
    type: 'Catalog',
    stac_version: '1.0.0',
    id: 'r',
    description: 'd',
    links: [`${odd}.json`, `${good}.json`].map((name) => ({ rel: 'item', href: `./${name}` })),
  };
  served.set('/catalog.json', Buffer.from(JSON.stringify(root)));
  return { how: { address: `${origin}/catalog.json` }, good };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

async function newestIn(client: Client, states: readonly SceneImport['state'][]): Promise<SceneImport> {
  const end = performance.now() + giveUpMs;
  for (;;) {
    const [newest] = await client.sceneImports.list();
    if (newest !== undefined && states.includes(newest.state)) return newest;
    if (performance.now() > end) throw new Error(`it stays ${newest?.state ?? 'unread'}`);
    await wait(4);
  }
}

/** Waits until the catalog in the library folder has an item of every scene. */
async function catalogWritten(client: Client): Promise<void> {
  const end = performance.now() + giveUpMs;
  for (;;) {
    const { catalog } = await client.holdings.status();
    if (catalog.waiting === 0) return;
    if (performance.now() > end) throw new Error(`the catalog is not written: ${JSON.stringify(catalog)}`);
    await wait(20);
  }
}

async function rowsOf(client: Client, importId: number): Promise<ImportRow[]> {
  return (await client.sceneImports.rows({ importId, offset: 0, limit: 200 })).rows;
}

/** Reads a source and imports what can be; resolves with the rows, and with what was wrong. */
async function importAll(client: Client, { how, good }: Source) {
  const rest = { collections: '', box: null, from: null, to: null, most: 100 };
  const { importId } =
    'paths' in how
      ? await client.sceneImports.read(how)
      : await client.sceneImports.readAddress({ ...how, ...rest });
  const read = await newestIn(client, ['ready', 'done', 'failed', 'paused']);
  if (read.state !== 'ready') {
    await client.sceneImports.forget({ importId });
    return { rows: [], wrong: `the whole source is ${read.state}: ${read.error?.code ?? ''}` };
  }
  await client.sceneImports.start({ importId });
  const { state, trouble, error } = await newestIn(client, ['done', 'paused']);
  const rows = await rowsOf(client, importId);
  // A host of the odd item has no address just now. A person goes on without it.
  if (trouble === 'source-missing') await client.sceneImports.forget({ importId });
  const isIn = rows.some(({ label, outcome }) => label === good && outcome === 'imported');
  const told = `${state} ${trouble} ${JSON.stringify({ error, rows })}`.slice(0, 800);
  return { rows, wrong: isIn ? null : `the good scene is not imported: ${told}` };
}

/** Judges a library when Nadir has ended: valid from its root, each scene in it, nothing from outside. */
async function judgeLibrary(library: string, imported: number): Promise<{ walked: number; wrong: string[] }> {
  const { problems, items } = await walkCatalog(library);
  const wrong = problems.map((text) => `catalog: ${text}`);
  if (items.length !== imported)
    wrong.push(`${imported} scenes were imported, the catalog has ${items.length}`);
  for (const entry of readdirSync(library, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && readFileSync(join(entry.parentPath, entry.name)).includes(secret))
      wrong.push(`${entry.name} came from outside`);
  return { walked: items.length, wrong };
}

/**
 * So many seeded items, odd in fields, addresses, text and wrapping, are imported by a whole Nadir over its calls. Whatever comes: no
 * end of the process, no stray rejection, no growth, no hold of the loop, the good scene beside it is imported, nothing outside of
 * what was chosen is read, and the library that comes of it is valid.
 */
export async function runStacFaults({
  seed,
  rounds,
  progress = () => undefined,
}: {
  seed: number;
  rounds: number;
  progress?: (text: string) => void;
}): Promise<StacFigures> {
  const began = performance.now();
  const failures: string[] = [];
  let current = 'before the first round';
  const stray = (error: unknown) => failures.push(`${current}: stray ${String(error)}`);
  process.on('unhandledRejection', stray);
  process.on('uncaughtException', stray);
  const served = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const bytes = served.get(request.url ?? '');
    response.writeHead(bytes === undefined ? 404 : 200).end(bytes ?? 'none');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;
  const figures = { imported: 0, problems: 0, walked: 0, longestHoldMs: 0 };
  const memoryBefore = process.memoryUsage().rss;
  let memoryPeak = memoryBefore;
  try {
    for (let first = 0; first < rounds; first += roundsOfLibrary) {
      const room = mkdtempSync(join(tmpdir(), 'nadir-stac-'));
      writeFileSync(join(room, 'outside.tif'), '');
      appendFileSync(putRaster(join(room, 'outside.tif')), secret);
      mkdirSync(join(room, 'data', 'renderer'), { recursive: true });
      const { app, client } = await openAppIn(join(room, 'data'));
      const library = join(room, 'data', 'library');
      let imported = 0;
      try {
        for (let round = first; round < Math.min(rounds, first + roundsOfLibrary); round += 1) {
          const random = seededRandom(seed * 1_000_003 + round);
          const form = forms[Math.floor(random() * forms.length)] ?? 'folder';
          current = `seed ${seed} round ${round} ${form}`;
          const source = makeSource({ form, room, round, origin, served }, random);
          const worked = watchWork();
          const { rows, wrong } = await importAll(client, source).catch((error: unknown) => ({
            rows: [],
            wrong: String(error),
          }));
          const hold = worked();
          if (wrong !== null) failures.push(`${current}: ${wrong}`);
          if (hold > longestHoldMs) failures.push(`${current}: held the loop for ${Math.round(hold)} ms`);
          imported += rows.filter(({ outcome }) => outcome === 'imported').length;
          figures.problems += rows.filter(({ outcome }) => outcome === 'problem').length;
          figures.longestHoldMs = Math.max(figures.longestHoldMs, Math.round(hold));
          memoryPeak = Math.max(memoryPeak, process.memoryUsage().rss);
        }
        await catalogWritten(client);
      } finally {
        await app.close();
      }
      const { walked, wrong } = await judgeLibrary(library, imported);
      failures.push(...wrong.map((text) => `seed ${seed} rounds ${first} on, ${basename(room)}: ${text}`));
      figures.walked += walked;
      figures.imported += imported;
      rmSync(room, { recursive: true, force: true });
      progress(`${Math.min(rounds, first + roundsOfLibrary)} rounds, ${failures.length} failures`);
    }
  } finally {
    server.close();
    process.off('unhandledRejection', stray);
    process.off('uncaughtException', stray);
  }
  if (memoryPeak - memoryBefore > mostGrownBytes)
    failures.push(`grown by ${(memoryPeak - memoryBefore) / 2 ** 20} MiB`);
  return {
    seed,
    rounds,
    ...figures,
    grownMiB: Math.round((memoryPeak - memoryBefore) / 2 ** 20),
    seconds: Math.round((performance.now() - began) / 1_000),
    failures,
  };
}
