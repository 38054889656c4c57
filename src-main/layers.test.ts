import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);

const reportSchema = z.object({
  modules: z.array(z.object({ source: z.string() })),
  summary: z.object({
    violations: z.array(z.object({ rule: z.object({ name: z.string() }), from: z.string() })),
  }),
});

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/**
 * Checks a tree with the files of all cases by the real rules, in one run, because each start of the tool takes a second. The
 * files `a` and `b` of a case get its number, so that cases do not affect each other.
 */
async function cruiseAll(cases: readonly { files: Record<string, string> }[]) {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-layers-'));
  folders.push(folder);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const [number, { files }] of cases.entries())
    for (const [path, text] of Object.entries(files)) {
      const file = join(folder, numbered(path, number));
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, numbered(text, number));
    }
  return cruiseFolder(folder, ['src-main', 'src-preload', 'src-shared', 'src-renderer', 'testing']);
}

const numbered = (text: string, number: number) => text.replaceAll(/\/([ab])\.ts/g, `/$1${number}.ts`);

async function cruiseFolder(folder: string, tops: string[]) {
  const { stdout } = await run(
    process.execPath,
    [
      '--import',
      pathToFileURL(join(root, 'scripts/swc-reads-tsx.mjs')).href,
      join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      join(root, '.dependency-cruiser.cjs'),
      '--output-type',
      'json',
      ...tops,
    ],
    { cwd: folder, maxBuffer: 256 * 1024 * 1024 },
  ).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? '' }));
  const { modules, summary } = reportSchema.parse(JSON.parse(stdout));
  return { ...summary, read: modules.map(({ source }) => source) };
}

const target = 'export const thing = 1;\n';
const importing = (path: string) => `import { thing } from '${path}';\nexport const use = thing;\n`;

/** A file that imports another one, by their folders: the rule is broken by the first. */
const arrow = (from: string, to: string): Record<string, string> => ({
  [`${from}/a.ts`]: importing(`${'../'.repeat(from.split('/').length)}${to}/b.ts`),
  [`${to}/b.ts`]: target,
});

const broken: { rule: string; files: Record<string, string> }[] = [
  { rule: 'page-kit', files: arrow('src-renderer/kit/lists', 'src-renderer/features/tasks') },
  { rule: 'page-kit', files: arrow('src-renderer/kit/lists', 'src-renderer/app') },
  { rule: 'page-ui', files: arrow('src-renderer/kit/ui', 'src-renderer/kit/state') },
  { rule: 'page-ui', files: arrow('src-renderer/kit/i18n', 'src-renderer/map') },
  { rule: 'page-formats', files: arrow('src-renderer/formats', 'src-renderer/map') },
  { rule: 'page-client-state', files: arrow('src-renderer/kit/state', 'src-renderer/map') },
  { rule: 'page-client-state', files: arrow('src-renderer/kit/client', 'src-renderer/kit/lists') },
  { rule: 'page-client-state', files: arrow('src-renderer/gazetteer', 'src-renderer/map') },
  { rule: 'page-map-viewer', files: arrow('src-renderer/map', 'src-renderer/features/tasks') },
  { rule: 'page-map-viewer', files: arrow('src-renderer/viewer/pixels', 'src-renderer/kit/lists') },
  { rule: 'page-features', files: arrow('src-renderer/features/tasks', 'src-renderer/app') },
  {
    rule: 'page-features-do-not-meet',
    files: arrow('src-renderer/features/usage', 'src-renderer/features/orders'),
  },
  // An unknown folder counts as a feature.
  {
    rule: 'page-features-do-not-meet',
    files: arrow('src-renderer/features/unheard-of', 'src-renderer/features/orders'),
  },
  {
    rule: 'page-features-meet-as-listed',
    files: arrow('src-renderer/features/timeline', 'src-renderer/features/library'),
  },
  { rule: 'product-imports-no-testing', files: arrow('src-main/features/library', 'testing') },
  {
    rule: 'contract-is-pure',
    files: { 'src-preload/contract/a.ts': "import { join } from 'node:path';\nexport const use = join;\n" },
  },
  { rule: 'shared-is-pure', files: arrow('src-shared/geometry', 'src-preload/contract') },
  { rule: 'shared-is-pure', files: arrow('src-shared/raster', 'src-renderer/viewer') },
  {
    rule: 'shared-needs-no-node',
    files: { 'src-shared/crs/a.ts': "import { join } from 'node:path';\nexport const use = join;\n" },
  },
  { rule: 'shared-geometry-is-pure', files: arrow('src-shared/geometry', 'src-shared/crs') },
  { rule: 'shared-systems-are-pure', files: arrow('src-shared/crs', 'src-shared/geometry') },
  { rule: 'codecs-are-pure', files: arrow('src-shared/raster', 'src-shared/geometry') },
  {
    rule: 'electron-only-in-its-host',
    files: { 'src-main/features/library/a.ts': "import { app } from 'electron';\nexport const use = app;\n" },
  },
  { rule: 'nothing-imports-a-host', files: arrow('src-main/features/library', 'src-main/loopback') },
  { rule: 'hosts-do-not-meet', files: arrow('src-main/electron', 'src-main/loopback') },
  { rule: 'hosts-do-not-meet-back', files: arrow('src-main/loopback', 'src-main/electron') },
  ...['library', 'sharing'].map((feature) => ({
    rule: 'renderer-facing-socket-only-in-loopback',
    files: {
      [`src-main/features/${feature}/a.ts`]:
        "import { createServer } from 'node:http';\nexport const use = createServer;\n",
    },
  })),
  { rule: 'practice-stands-apart', files: arrow('src-main/features/tasks', 'src-main/practice') },
  {
    rule: 'practice-imports-nothing-of-the-house',
    files: arrow('src-main/practice', 'src-main/service'),
  },
  { rule: 'floors-service', files: arrow('src-main/service', 'src-main/features/tasks') },
  { rule: 'floors-service', files: arrow('src-main/service', 'src-main/transfer') },
  { rule: 'service-redaction', files: arrow('src-main/service/redaction', 'src-main/service/http') },
  { rule: 'service-http', files: arrow('src-main/service/http', 'src-main/service/auth') },
  { rule: 'service-auth', files: arrow('src-main/service/auth', 'src-main/service/api') },
  { rule: 'floors-vault-store', files: arrow('src-main/store', 'src-main/service') },
  { rule: 'floors-core', files: arrow('src-main/core', 'src-main/store') },
  { rule: 'floors-core', files: arrow('src-main/core', 'src-main/features/tasks') },
  { rule: 'floors-raster', files: arrow('src-main/raster', 'src-main/features/library') },
  { rule: 'floors-raster', files: arrow('src-main/raster', 'src-main/store') },
  { rule: 'floors-transfer', files: arrow('src-main/transfer', 'src-main/features/downloads') },
  { rule: 'floors-transfer', files: arrow('src-main/transfer/storage', 'src-main/store') },
  {
    rule: 'transfer-verification',
    files: arrow('src-main/transfer/verification', 'src-main/transfer/storage'),
  },
  { rule: 'transfer-storage', files: arrow('src-main/transfer/storage', 'src-main/transfer') },
  {
    rule: 'downloads-archives',
    files: arrow('src-main/features/downloads/archives', 'src-main/features/downloads/queue'),
  },
  {
    rule: 'downloads-queue',
    files: arrow('src-main/features/downloads/queue', 'src-main/features/downloads/rules'),
  },
  { rule: 'only-hosts-import-app', files: arrow('src-main/features/library', 'src-main/app') },
  { rule: 'only-hosts-import-app', files: arrow('src-main/core', 'src-main/app') },
  { rule: 'only-app-and-hosts-import-host', files: arrow('src-main/vault', 'src-main/host') },
  {
    rule: 'only-app-and-hosts-import-self-test',
    files: arrow('src-main/features/library', 'src-main/self-test'),
  },
  { rule: 'floors-host', files: arrow('src-main/host', 'src-main/features/settings') },
  { rule: 'only-app-imports-features', files: arrow('src-main/self-test', 'src-main/features/library') },
  { rule: 'only-app-imports-features', files: arrow('src-main/electron', 'src-main/features/library') },
  { rule: 'features-do-not-meet', files: arrow('src-main/features/orders', 'src-main/features/library') },
  {
    rule: 'features-do-not-meet',
    files: arrow('src-main/features/connections', 'src-main/features/outbox'),
  },
  // An unknown folder counts as a feature.
  {
    rule: 'features-do-not-meet',
    files: arrow('src-main/features/unheard-of', 'src-main/features/library'),
  },
  // Features with listed exceptions may import nothing beyond them.
  ...['usage', 'timeline', 'downloads'].map((feature) => ({
    rule: 'features-meet-as-listed',
    files: arrow(`src-main/features/${feature}`, 'src-main/features/library'),
  })),
  { rule: 'renderer-stays-in-the-browser', files: arrow('src-renderer', 'src-main/store') },
  {
    rule: 'renderer-stays-in-the-browser',
    files: {
      'src-renderer/a.tsx': `${importing('../src-main/store/b.ts')}export const A = () => <b title="x">{use}</b>;\n`,
      'src-main/store/b.ts': target,
    },
  },
  {
    rule: 'renderer-no-node',
    files: {
      'src-renderer/a.ts': "import { readFileSync } from 'node:fs';\nexport const use = readFileSync;\n",
    },
  },
  {
    rule: 'no-circular',
    files: {
      'src-main/store/a.ts': importing('./b.ts'),
      'src-main/store/b.ts': "export { use as thing } from './a.ts';\n",
    },
  },
  {
    rule: 'not-to-unresolvable',
    files: { 'src-main/store/a.ts': importing('./nowhere.ts') },
  },
];

it('every rule is in this table', () => {
  const { forbidden } = z
    .object({ forbidden: z.array(z.object({ name: z.string() })) })
    .parse(createRequire(import.meta.url)(join(root, '.dependency-cruiser.cjs')));
  expect(new Set(broken.map(({ rule }) => rule))).toEqual(new Set(forbidden.map(({ name }) => name)));
});

it('each rule fails when broken, at the file that breaks it', async () => {
  const { violations } = await cruiseAll(broken);
  const seen = violations.map(({ rule, from }) => `${rule.name} ${from}`);
  const due = broken.map(({ rule, files }, number) => {
    const [breaking = ''] = Object.keys(files);
    return `${rule} ${numbered(breaking, number)}`;
  });
  expect(seen).toEqual(expect.arrayContaining(due));
}, 60_000);

it('reads every file of the house and finds it in order', async () => {
  const tops = ['src-main', 'src-preload', 'src-shared', 'src-renderer', 'testing'];
  const { violations, read } = await cruiseFolder(root, tops);
  // A parser that cannot read TypeScript would pass with almost no modules.
  const there = tops.flatMap((top) =>
    readdirSync(join(root, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => `${top}/${name.replaceAll(sep, '/')}`),
  );
  expect(there.length).toBeGreaterThan(500);
  expect(there.filter((path) => !read.includes(path))).toEqual([]);
  expect(violations).toEqual([]);
}, 300_000); // Ends hangs only: beside other work the parser takes minutes.
