import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { extractAll, listPackage } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { fuses } from '../scripts/after-pack.mjs';
import { test as base, expect } from './support/nadir.ts';
import { createWorkspace } from './support/workspace.ts';

const root = join(import.meta.dirname, '..');
const loopbackHost = 'out/main/src-main/loopback/main.js';
/** Files of the build that are not packed: they need a Node beside them, or lie beside the program. */
const isLeftOut = (path: string) =>
  path.startsWith('out/main/src-main/loopback/') ||
  ['out/main/src-main/practice/main.js', 'out/stamp', 'out/THIRD-PARTY-NOTICES.txt'].includes(path);
const besideTheBuild = [
  'package.json',
  'resources/icon/linux/256x256.png',
  'node_modules/keytar/LICENSE.md',
  'node_modules/keytar/lib/keytar.js',
  'node_modules/keytar/package.json',
  'node_modules/keytar/prebuilds/linux-x64/keytar.node',
];
const mostArchiveBytes = 40_000_000;

/**
 * Makes a folder that stands in for Electron's: the builder needs no more of it than the mark of the fuses and the languages. The program
 * itself cannot be fetched everywhere.
 */
function makeStandIn(folder: string) {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'));
  const wire = Buffer.concat([Buffer.from([1, 9]), Buffer.alloc(9, '1')]);
  const mark = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
  const padding = Buffer.alloc(1_000, 7);
  writeFileSync(join(folder, 'electron'), Buffer.concat([padding, mark, wire, padding]));
  chmodSync(join(folder, 'electron'), 0o755);
  for (const name of ['version', 'LICENSE', 'LICENSES.chromium.html', 'resources/nothing'])
    writeFileSync(join(folder, name), '');
  for (const language of ['de', 'en-US', 'es', 'fr'])
    writeFileSync(join(folder, `locales/${language}.pak`), '');
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

/** With a folder that is there until Nadir, which runs from it, is closed. */
const test = base.extend<{ folder: string }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from the pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'nadir-package-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

test('the package has what the program needs and nothing else, and starts by itself', async ({
  folder,
  open,
}) => {
  const standIn = join(folder, 'electron');
  const output = join(folder, 'dist');
  makeStandIn(standIn);
  const arguments_ = ['--linux', '--x64', '--dir'];
  const settings = [`-c.electronDist=${standIn}`, `-c.directories.output=${output}`];
  await promisify(execFile)(
    process.execPath,
    [join(root, 'node_modules/electron-builder/cli.js'), ...arguments_, ...settings],
    { cwd: root, env: { ...process.env, HOME: join(folder, 'home') } },
  );
  const packed = join(output, 'linux-unpacked');
  const archive = join(packed, 'resources/app.asar');
  const unpacked = join(folder, 'unpacked');
  extractAll(archive, unpacked);

  await test.step('its entries are those of the build and of the keychain', () => {
    const built = filesIn(join(root, 'out'))
      .map((path) => relative(root, path))
      .filter((path) => !isLeftOut(path));
    const entries = listPackage(archive, { isPack: false })
      .map((path) => path.slice(1))
      .filter((path) => statSync(join(unpacked, path)).isFile());
    expect(entries.toSorted()).toEqual([...built, ...besideTheBuild].toSorted());
    expect(filesIn(join(packed, 'locales')).map((path) => relative(packed, path))).toEqual(
      expect.arrayContaining(['locales/en-US.pak', 'locales/es.pak']),
    );
    expect(existsSync(join(packed, 'locales/fr.pak'))).toBe(false);
  });

  await test.step('its updater is told whose signature is due', () => {
    expect(readFileSync(join(packed, 'resources/app-update.yml'), 'utf8')).toContain('provider: generic');
  });

  await test.step('it is small', () => {
    const sizes = filesIn(unpacked).map((path) => ({
      path: relative(unpacked, path),
      bytes: statSync(path).size,
    }));
    const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, 10);
    const inMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1).padStart(6)} MB`;
    const lines = largest.map(({ path, bytes }) => `${inMegabytes(bytes)} ${path}`);
    process.stdout.write(
      `${[`${inMegabytes(statSync(archive).size)} in the archive, of which`, ...lines].join('\n')}\n`,
    );
    expect(statSync(archive).size).toBeLessThanOrEqual(mostArchiveBytes);
  });

  await test.step('the fuses of the program are set', async () => {
    const wire = await getCurrentFuseWire(join(packed, 'nadir'));
    const names = Object.values(FuseV1Options).filter((each) => typeof each === 'number');
    for (const fuse of names)
      expect([fuse, wire[fuse]]).toEqual([fuse, fuses[fuse] ? FuseState.ENABLE : FuseState.DISABLE]);
  });

  await test.step('its core runs in an empty folder, up to the tasks of the practice workspace', async () => {
    // The packed program has its own Node. The host for another one is left out of the archive, and laid beside it here.
    const program = join(unpacked, loopbackHost);
    mkdirSync(join(program, '..'), { recursive: true });
    copyFileSync(join(root, loopbackHost), program);
    expect(readFileSync(program, 'utf8')).not.toContain(root);
    const { page } = await open({ program });
    const { chooseContract, list } = createWorkspace(page);
    await chooseContract('Agriculture Monitoring');
    await expect(list.getByRole('option').first()).toBeVisible();
    await expect(page.getByTestId('map')).toHaveAttribute('data-rendered', 'true');
  });
});

test('every worker that places pixels or coordinates knows all projections', () => {
  const folder = join(root, 'out/renderer/assets');
  const scripts = readdirSync(folder)
    .filter((name) => /-worker-[\w-]+\.js$/.test(name))
    .map((name) => ({ name, code: readFileSync(join(folder, name), 'utf8') }));
  const projecting = scripts.filter(({ code }) => code.includes('Universal Transverse Mercator System'));
  const names = projecting.map(({ name }) => name.replace(/-worker-.*/, '')).sort();
  expect(names).toEqual(expect.arrayContaining(['raster', 'series']));
  for (const { name, code } of projecting)
    for (const projection of ['Lambert Azimuthal Equal Area', 'Lambert_Conformal_Conic', 'Krovak', 'somerc'])
      expect(code.includes(projection), `${projection} in ${name}`).toBe(true);
});
