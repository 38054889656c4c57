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
  return cruiseFolder(folder, ['src-main', 'src-preload', 'src-renderer', 'testing']);
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

const broken: { rule: string; files: Record<string, string> }[] = [
  {
    rule: 'page-ui',
    files: { 'src-renderer/ui/a.ts': importing('../state/b.ts'), 'src-renderer/state/b.ts': target },
  },
  {
    rule: 'page-formats',
    files: { 'src-renderer/formats/a.ts': importing('../map/b.ts'), 'src-renderer/map/b.ts': target },
  },
  {
    rule: 'page-client-state',
    files: { 'src-renderer/state/a.ts': importing('../map/b.ts'), 'src-renderer/map/b.ts': target },
  },
  {
    rule: 'page-client-state',
    files: { 'src-renderer/gazetteer/a.ts': importing('../map/b.ts'), 'src-renderer/map/b.ts': target },
  },
  {
    rule: 'page-map-raster',
    files: {
      'src-renderer/map/a.ts': importing('../subjects/task/b.ts'),
      'src-renderer/subjects/task/b.ts': target,
    },
  },
  {
    rule: 'page-subjects',
    files: {
      'src-renderer/subjects/task/a.ts': importing('../../workspaces/tasks/b.ts'),
      'src-renderer/workspaces/tasks/b.ts': target,
    },
  },
  {
    rule: 'page-workspaces',
    files: {
      'src-renderer/workspaces/tasks/a.ts': importing('../orders/b.ts'),
      'src-renderer/workspaces/orders/b.ts': target,
    },
  },
  {
    rule: 'product-imports-no-testing',
    files: { 'src-main/library/a.ts': importing('../../testing/b.ts'), 'testing/b.ts': target },
  },
  {
    rule: 'contract-is-pure',
    files: { 'src-preload/contract/a.ts': "import { join } from 'node:path';\nexport const use = join;\n" },
  },
  {
    rule: 'shared-geometry-is-pure',
    files: {
      'src-preload/geometry/a.ts': importing('../contract/b.ts'),
      'src-preload/contract/b.ts': target,
    },
  },
  {
    rule: 'shared-systems-are-pure',
    files: {
      'src-preload/crs/a.ts': importing('../contract/b.ts'),
      'src-preload/contract/b.ts': target,
    },
  },
  {
    rule: 'codecs-are-pure',
    files: { 'src-preload/codecs/a.ts': importing('../contract/b.ts'), 'src-preload/contract/b.ts': target },
  },
  {
    rule: 'electron-only-in-its-host',
    files: { 'src-main/library/a.ts': "import { app } from 'electron';\nexport const use = app;\n" },
  },
  {
    rule: 'nothing-imports-a-host',
    files: { 'src-main/library/a.ts': importing('../loopback/b.ts'), 'src-main/loopback/b.ts': target },
  },
  {
    rule: 'hosts-do-not-meet',
    files: { 'src-main/electron/a.ts': importing('../loopback/b.ts'), 'src-main/loopback/b.ts': target },
  },
  {
    rule: 'hosts-do-not-meet-back',
    files: { 'src-main/loopback/a.ts': importing('../electron/b.ts'), 'src-main/electron/b.ts': target },
  },
  {
    rule: 'renderer-facing-socket-only-in-loopback',
    files: {
      'src-main/library/a.ts':
        "import { createServer } from 'node:http';\nexport const use = createServer;\n",
    },
  },
  {
    rule: 'renderer-facing-socket-only-in-loopback',
    files: {
      'src-main/sharing/a.ts':
        "import { createServer } from 'node:http';\nexport const use = createServer;\n",
    },
  },
  {
    rule: 'practice-stands-apart',
    files: { 'src-main/tasking/a.ts': importing('../practice/b.ts'), 'src-main/practice/b.ts': target },
  },
  {
    rule: 'practice-imports-nothing-of-the-house',
    files: { 'src-main/practice/a.ts': importing('../service/b.ts'), 'src-main/service/b.ts': target },
  },
  {
    rule: 'floors-service',
    files: { 'src-main/service/a.ts': importing('../tasking/b.ts'), 'src-main/tasking/b.ts': target },
  },
  {
    rule: 'service-redaction',
    files: {
      'src-main/service/redaction/a.ts': importing('../http/b.ts'),
      'src-main/service/http/b.ts': target,
    },
  },
  {
    rule: 'service-http',
    files: {
      'src-main/service/http/a.ts': importing('../auth/b.ts'),
      'src-main/service/auth/b.ts': target,
    },
  },
  {
    rule: 'service-auth',
    files: {
      'src-main/service/auth/a.ts': importing('../api/b.ts'),
      'src-main/service/api/b.ts': target,
    },
  },
  {
    rule: 'floors-vault-store',
    files: { 'src-main/store/a.ts': importing('../service/b.ts'), 'src-main/service/b.ts': target },
  },
  {
    rule: 'floors-core',
    files: { 'src-main/core/a.ts': importing('../store/b.ts'), 'src-main/store/b.ts': target },
  },
  {
    rule: 'floors-outbox',
    files: { 'src-main/outbox/a.ts': importing('../tasking/b.ts'), 'src-main/tasking/b.ts': target },
  },
  {
    rule: 'delivery-verification',
    files: {
      'src-main/delivery/verification/a.ts': importing('../storage/b.ts'),
      'src-main/delivery/storage/b.ts': target,
    },
  },
  {
    rule: 'delivery-storage',
    files: {
      'src-main/delivery/storage/a.ts': importing('../transfer/b.ts'),
      'src-main/delivery/transfer/b.ts': target,
    },
  },
  {
    rule: 'delivery-transfer',
    files: {
      'src-main/delivery/transfer/a.ts': importing('../archives/b.ts'),
      'src-main/delivery/archives/b.ts': target,
    },
  },
  {
    rule: 'delivery-archives',
    files: {
      'src-main/delivery/archives/a.ts': importing('../queue/b.ts'),
      'src-main/delivery/queue/b.ts': target,
    },
  },
  {
    rule: 'delivery-queue',
    files: {
      'src-main/delivery/queue/a.ts': importing('../rules/b.ts'),
      'src-main/delivery/rules/b.ts': target,
    },
  },
  {
    rule: 'only-hosts-import-app',
    files: { 'src-main/library/a.ts': importing('../app/b.ts'), 'src-main/app/b.ts': target },
  },
  {
    rule: 'only-hosts-import-app',
    files: { 'src-main/core/a.ts': importing('../app/b.ts'), 'src-main/app/b.ts': target },
  },
  {
    rule: 'only-app-and-hosts-import-host',
    files: { 'src-main/vault/a.ts': importing('../host/b.ts'), 'src-main/host/b.ts': target },
  },
  {
    rule: 'only-app-and-hosts-import-self-test',
    files: { 'src-main/library/a.ts': importing('../self-test/b.ts'), 'src-main/self-test/b.ts': target },
  },
  {
    rule: 'only-app-imports-domains',
    files: { 'src-main/self-test/a.ts': importing('../library/b.ts'), 'src-main/library/b.ts': target },
  },
  {
    rule: 'floors-host',
    files: { 'src-main/host/a.ts': importing('../settings/b.ts'), 'src-main/settings/b.ts': target },
  },
  {
    rule: 'floors-core',
    files: { 'src-main/core/a.ts': importing('../tasking/b.ts'), 'src-main/tasking/b.ts': target },
  },
  {
    rule: 'only-app-imports-domains',
    files: { 'src-main/electron/a.ts': importing('../library/b.ts'), 'src-main/library/b.ts': target },
  },
  {
    rule: 'domains-do-not-meet',
    files: { 'src-main/orders/a.ts': importing('../library/b.ts'), 'src-main/library/b.ts': target },
  },
  // An unknown folder counts as a domain.
  {
    rule: 'domains-do-not-meet',
    files: { 'src-main/unheard-of/a.ts': importing('../library/b.ts'), 'src-main/library/b.ts': target },
  },
  {
    rule: 'floors-service',
    files: { 'src-main/service/a.ts': importing('../unheard-of/b.ts'), 'src-main/unheard-of/b.ts': target },
  },
  {
    rule: 'domains-do-not-meet',
    files: { 'src-main/session/a.ts': importing('../outbox/b.ts'), 'src-main/outbox/b.ts': target },
  },
  // Domains with listed exceptions may import nothing beyond them.
  ...['bills', 'tracking', 'delivery'].map((domain) => ({
    rule: 'domains-meet-as-listed',
    files: { [`src-main/${domain}/a.ts`]: importing('../library/b.ts'), 'src-main/library/b.ts': target },
  })),
  {
    rule: 'renderer-stays-in-the-browser',
    files: { 'src-renderer/a.ts': importing('../src-main/store/b.ts'), 'src-main/store/b.ts': target },
  },
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
  const tops = ['src-main', 'src-preload', 'src-renderer', 'testing'];
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
