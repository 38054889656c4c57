// npm run torture -- rasters --folder FOLDER: reads every TIFF of a folder as Nadir does and as GDAL does, and tells the
// share that is right, refused with a reason, wrong, or ends the process. Another folder of public test files is judged
// with one command; none of them is kept here.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import type { RasterRecord } from '../../src-main/raster/raster-record.ts';
import { isNumberedBand } from '../../src-shared/raster/raster-bands.ts';
import { judgeRaster, placementError, truthPathOf } from '../../testing/page/judge-raster.ts';
import { serveFiles } from '../../testing/serve-files.ts';

const { values } = parseArgs({
  options: {
    folder: { type: 'string' },
    list: { type: 'string' },
    from: { type: 'string', default: '0' },
    only: { type: 'string', default: '' },
  },
});

const toldSchema = z.object({
  path: z.string(),
  error: z.string().optional(),
  driver: z.string().default(''),
  widthPx: z.number().default(0),
  heightPx: z.number().default(0),
  bands: z.number().default(0),
  type: z.string().default(''),
  compression: z.string().nullable().default(null),
  hasAlpha: z.boolean().default(false),
  isLossy: z.boolean().default(false),
  isLarge: z.boolean().default(false),
  palette: z.array(z.array(z.number())).nullable().default(null),
  places: z
    .array(z.tuple([z.number(), z.number(), z.number(), z.number()]))
    .nullable()
    .default(null),
  labels: z
    .array(
      z.object({
        description: z.string(),
        colour: z.string(),
        scale: z.number().nullable(),
        offset: z.number().nullable(),
        nodata: z.number().nullable(),
      }),
    )
    .default([]),
  windows: z
    .array(
      z.object({
        left: z.number(),
        top: z.number(),
        widthPx: z.number(),
        heightPx: z.number(),
        truthPath: z.string(),
      }),
    )
    .optional(),
});
type Told = z.infer<typeof toldSchema>;
type Label = Told['labels'][number];
const resultSchema = z.object({ path: z.string(), kind: z.string(), what: z.string(), ms: z.number() });
type Result = z.infer<typeof resultSchema>;

const readList = (path: string): Told[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => toldSchema.parse(JSON.parse(line)));

/** Damage that GDAL reads over: what it shows of such a file is a guess. */
const damages = [
  'directories do not end',
  'a directory names no pixels',
  'pixels reach beyond the end',
  // The next directory would begin there, or its link.
  'Error: ends at',
];

/** Whether a refusal says what GDAL says too. */
function isTrueReason(what: string, { type, compression, error, isLarge, driver }: Told): boolean {
  const [reason = ''] = what.split(':');
  if (damages.some((damage) => what.includes(damage)) || what.endsWith('before TIFF 5)')) return true;
  if (error !== undefined || driver !== 'GTiff') return true;
  if (reason === 'complex-samples') return type.startsWith('C');
  if (reason === 'mixed-samples' || reason === 'sample-type') return true;
  if (reason === 'compression')
    return compression !== null && !/^(?:LZW|DEFLATE|ZSTD|PACKBITS|WEBP)$/.test(compression);
  if (reason === 'too-large') return isLarge;
  return reason === 'colours';
}

const near = (a: number, b: number) => Math.abs(a - b) <= 1e-6 * Math.max(Math.abs(a), Math.abs(b));

/** Returns how the record tells a band otherwise than GDAL; '' if both say the same. */
function differenceOfBand(record: RasterRecord, band: number, label: Label): string {
  const name = record.bands[band] ?? '';
  const description = label.description.trim();
  const isNamed = description !== '' && !isNumberedBand(description);
  if (isNamed && name !== description && !name.startsWith(`${description} (`))
    return `band ${band} is "${name}" and not "${description}"`;
  const colour = label.colour.toLowerCase();
  if (!isNamed && /^(?:red|green|blue)$/.test(colour) && !name.toLowerCase().includes(colour))
    return `band ${band} is "${name}" and not ${colour}`;
  const { scale, offset } = record.scales?.[band] ?? { scale: 1, offset: 0 };
  if (!near(scale, label.scale ?? 1) || !near(offset, label.offset ?? 0))
    return `band ${band} has scale ${scale} and offset ${offset}, not ${label.scale} and ${label.offset}`;
  if (record.nodata !== null && (label.nodata === null || !near(record.nodata, label.nodata)))
    return `band ${band} has "no data" ${record.nodata}, not ${label.nodata}`;
  return '';
}

/** Returns how names, scales and "no data" differ from GDAL's. The bands of colours that were converted are none of the file. */
function differenceOfLabels(record: RasterRecord, { labels, palette }: Told): string {
  if (palette !== null) return '';
  const said = record.bands.map((_, band) => {
    const label = labels[band];
    return label === undefined ? '' : differenceOfBand(record, band, label);
  });
  return said.find((what) => what !== '') ?? '';
}

async function judgeOne(
  told: Told,
  served: { origin: string; paths: Map<string, string> },
): Promise<Omit<Result, 'ms'>> {
  const { path, places } = told;
  const name = path;
  const truths = told.windows?.map(({ truthPath }) => truthPath) ?? [truthPathOf(path)];
  const isComparable = truths.every((truth) => existsSync(truth)) && told.error === undefined;
  const { kind, what, record } = await judgeRaster(
    path,
    { ...told, name, off: told.isLossy ? 4 : 0, ...(told.windows ? { windows: told.windows } : {}) },
    served,
  );
  if (kind === 'refused')
    return {
      path,
      kind: isTrueReason(what, told) ? 'refused' : 'refused falsely',
      what: `${what} (GDAL: ${told.error ?? 'reads it'})`,
    };
  if (!isComparable) return { path, kind: 'not compared', what: told.error ?? told.type };
  if (kind === 'wrong') return { path, kind, what };
  const label = record ? differenceOfLabels(record, told) : '';
  if (label !== '') return { path, kind: 'wrong label', what: label };
  const isPlaced = record?.placement.kind === 'placed';
  if (places !== null && places.length > 0) {
    if (record?.placement.kind === 'unplaced')
      return {
        path,
        kind: 'right, without a place',
        what: `${record.placement.reason} ${record.placement.detail}`,
      };
    const error = record ? placementError(record, places) : Number.NaN;
    const isRough = record?.placement.kind === 'placed' && record.placement.rough !== null;
    if (error > 1 && error < 10 && isRough) return { path, kind: 'right, said to be rough', what: '' };
    if (!(error <= 1)) return { path, kind: 'wrong place', what: `${error} pixels` };
  } else if (isPlaced) return { path, kind: 'right, placed where GDAL cannot', what: '' };
  return { path, kind: 'right', what: '' };
}

/** The child: judges from one file on and prints a line for each, so that the parent knows which one ended it. */
async function runChild(list: string, from: number): Promise<void> {
  const paths = new Map<string, string>();
  const server = await serveFiles(paths);
  for (const told of readList(list).slice(from)) {
    const started = performance.now();
    const result = await judgeOne(told, { origin: server.origin, paths });
    const line: Result = { ...result, ms: Math.round(performance.now() - started) };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
  await server.close();
  process.exit(0);
}

const slowMs = 10_000;
/** A large raster is unpacked as a whole for its copy, beside other work of the machine: 36,000 pixels squared take four minutes. */
const hangMs = 900_000;

function startChild(list: string, from: number): Promise<Result[]> {
  return new Promise((resolve) => {
    const words = [
      '--disable-warning=ExperimentalWarning',
      '--max-old-space-size=1024',
      fileURLToPath(import.meta.url),
    ];
    const child = spawn(process.execPath, [...words, '--list', list, '--from', String(from)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    const stop = () => child.kill('SIGKILL');
    let timer = setTimeout(stop, hangMs);
    child.stdout.on('data', (piece: Buffer) => {
      text += piece.toString('utf8');
      clearTimeout(timer);
      timer = setTimeout(stop, hangMs);
    });
    child.once('exit', () => {
      clearTimeout(timer);
      const lines = text.split('\n').filter((line) => line.endsWith('}'));
      resolve(lines.map((line) => resultSchema.parse(JSON.parse(line))));
    });
  });
}

async function runParent(folder: string): Promise<void> {
  const list = join(mkdtempSync(join(tmpdir(), 'nadir-rasters-')), 'list.jsonl');
  const reader = fileURLToPath(new URL('../../testing/raster-matrix/read-truth.py', import.meta.url));
  execFileSync('/usr/bin/python3', [reader, folder, list], { stdio: ['ignore', 'ignore', 'ignore'] });
  const all = readList(list);
  const chosen = all.filter(({ path }) => path.includes(values.only));
  writeFileSync(list, chosen.map((told) => JSON.stringify(told)).join('\n'));
  const results: Result[] = [];
  while (results.length < chosen.length) {
    results.push(...(await startChild(list, results.length)));
    const culprit = chosen[results.length];
    if (culprit) results.push({ path: culprit.path, kind: 'ended the process', what: '', ms: 0 });
  }
  const byKind = Map.groupBy(results, ({ kind }) => kind);
  for (const { path, kind, what } of results)
    if (kind !== 'right') console.log(`${kind}\t${path.slice(folder.length + 1)}\t${what}`);
  for (const { path, ms } of results.filter((each) => each.ms > slowMs))
    console.log(`slow\t${path}\t${ms} ms`);
  console.log(`\n${results.length} files`);
  for (const [kind, some] of byKind)
    console.log(`${kind.padEnd(32)} ${some.length} (${((100 * some.length) / results.length).toFixed(1)} %)`);
}

if (values.list !== undefined) await runChild(values.list, Number(values.from));
else if (values.folder !== undefined) await runParent(values.folder);
else {
  console.error('npm run torture -- rasters --folder FOLDER [--only PART-OF-A-PATH]');
  process.exitCode = 2;
}
