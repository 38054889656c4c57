import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fingerprint, whyStale } from './build-when-stale.mjs';
import { readLaunch, whyNotElectron } from './choose-host.mjs';
import { fetchElectron, findElectron } from './electron-binary.mjs';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nadir-start-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string) {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('the choice of the host', () => {
  it.each([
    [['--no-open'], null, ['--no-open'], []],
    [['--host', 'loopback', '--port', '1'], 'loopback', ['--port', '1'], []],
    [['--self-test', '--host=loopback'], 'loopback', ['--self-test'], []],
    [['--port', '1', '--host=electron'], 'electron', ['--port', '1'], []],
    [['--data-dir=/a=b'], null, ['--data-dir', '/a=b'], []],
    [['--host', 'electron', '--', '--disable-gpu'], 'electron', [], ['--disable-gpu']],
  ])('reads %j', (args, asked, rest, forElectron) => {
    expect(readLaunch(args, root)).toEqual({ asked, rest, forElectron, shows: null });
  });

  it.each([
    [['--help'], 'help'],
    [['--port', '1', '--version'], 'version'],
  ])('starts nothing with %j', (args, shows) => {
    expect(readLaunch(args, root)).toMatchObject({ shows });
  });

  it.each([
    [['--datadir', '/d'], 'no flag --datadir'],
    [['--hlep'], 'no flag --hlep'],
    [['--selftest'], 'no flag --selftest'],
    [['--data-dir'], '--data-dir needs a value'],
    [['--data-dir', '--no-open'], '--data-dir needs a value'],
    [['stray'], '"stray" is neither a flag nor a file'],
  ])('refuses %j instead of opening the usual data folder', (args, text) => {
    expect(() => readLaunch(args, root)).toThrow(text);
  });

  it('passes the files on with their whole paths', () => {
    write('places.kml', '<kml/>');
    const { rest } = readLaunch(['places.kml', '--data-dir', 'x', root], root);
    expect(rest).toEqual(['--data-dir', 'x', join(root, 'places.kml'), root]);
  });

  it.each([[['--host']], [['--host', 'browser']], [['--host=']]])('refuses %j', (args) => {
    expect(() => readLaunch(args, root)).toThrow('--host takes electron or loopback');
  });

  const settings = { apparmor: null, clone: null, most: '63000\n' };
  const desktop = {
    args: [],
    platform: 'linux',
    environment: { DISPLAY: ':0' },
    isRoot: false,
    kernel: { settings, helper: null },
  } as const;
  const ubuntu = { ...settings, apparmor: '1\n', clone: '1\n' };
  it.each([
    ['a desktop', {}, null],
    ['a desktop with Wayland', { environment: { WAYLAND_DISPLAY: 'w' } }, null],
    ['a Mac', { platform: 'darwin', environment: {} }, null],
    ['a machine without a display', { environment: {} }, 'no display'],
    ['root on Linux', { isRoot: true }, 'root'],
    [
      'an Ubuntu that forbids namespaces',
      { kernel: { settings: ubuntu, helper: null } },
      'kernel.apparmor_restrict_unprivileged_userns is 1',
    ],
    [
      'the helper that npm has unpacked there',
      { kernel: { settings: ubuntu, helper: { uid: 1_000, mode: 0o100755 } } },
      'forbids the sandbox',
    ],
    [
      'a helper of root without its right there',
      { kernel: { settings: ubuntu, helper: { uid: 0, mode: 0o100755 } } },
      'forbids the sandbox',
    ],
    [
      'the helper of an administrator there',
      { kernel: { settings: ubuntu, helper: { uid: 0, mode: 0o104755 } } },
      null,
    ],
    [
      'an old Debian that forbids namespaces',
      { kernel: { settings: { ...settings, clone: '0\n' }, helper: null } },
      'kernel.unprivileged_userns_clone is 0',
    ],
    [
      'no namespaces left for users',
      { kernel: { settings: { ...settings, most: '0\n' }, helper: null } },
      'user.max_user_namespaces is 0',
    ],
    ['a Mac without such settings', { platform: 'darwin', kernel: { settings: ubuntu, helper: null } }, null],
    ['a given port', { args: ['--port=1'] }, '--port'],
    ['no window wanted', { args: ['--no-open'] }, '--no-open'],
  ] as const)('with %s', (_name, machine, why) => {
    const said = whyNotElectron({ ...desktop, ...machine });
    if (why === null) expect(said).toBeNull();
    else expect(said).toContain(why);
  });
});

describe("Electron's program", () => {
  const put = (version: string) => {
    write('node_modules/electron/package.json', '{"version":"45.4.1"}');
    write('node_modules/electron/path.txt', 'electron');
    write('node_modules/electron/dist/version', version);
    write('node_modules/electron/dist/electron', '');
  };

  it('is found where it was unpacked, of the right version', () => {
    expect(findElectron(root, {})).toBeNull();
    put('v45.4.1');
    expect(findElectron(root, {})).toBe(join(root, 'node_modules/electron/dist/electron'));
    put('44.0.0');
    expect(findElectron(root, {})).toBeNull();
    rmSync(join(root, 'node_modules/electron/dist/electron'));
    put('45.4.1');
    rmSync(join(root, 'node_modules/electron/dist/electron'));
    expect(findElectron(root, {})).toBeNull();
  });

  it('may lie elsewhere', () => {
    write('other/electron', '');
    expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'other') })).toBe(
      join(root, 'other/electron'),
    );
    expect(findElectron(root, { ELECTRON_OVERRIDE_DIST_PATH: root })).toBeNull();
  });

  const fetching = (program: string, more = {}) => {
    write('fetcher.mjs', program);
    const fetcher = join(root, 'fetcher.mjs');
    return fetchElectron({ root, node: process.execPath, insist: false, environment: {}, fetcher, ...more });
  };

  it('is fetched by a process of its own', async () => {
    expect(await fetching('process.exit(0)')).toBeNull();
  });

  it('that cannot be fetched is not tried again for an hour, unless insisted', async () => {
    const failing = "console.error('detail'); console.error('no such host'); process.exit(1)";
    expect(await fetching(failing, { now: 1_000 })).toBe('it could not be fetched: no such host');
    expect(await fetching('process.exit(0)', { now: 2_000 })).toContain('within the last hour: no such host');
    expect(await fetching('process.exit(0)', { now: 2_000, insist: true })).toBeNull();
    expect(await fetching(failing, { now: 1_000 })).not.toBeNull();
    expect(await fetching('process.exit(0)', { now: 3_700_000 })).toBeNull();
  });

  it('that never comes ends within the limit', async () => {
    expect(await fetching('setInterval(() => {}, 1000)', { limitMs: 200 })).toBe(
      'it could not be fetched: it did not finish',
    );
  });
});

describe('the build', () => {
  const built = [
    'out/main/src-main/electron/main.js',
    'out/main/src-main/loopback/main.js',
    'out/preload/preload.cjs',
    'out/renderer/index.html',
  ];
  beforeEach(() => {
    write('src-main/app.ts', 'app');
    write('src-main/app.test.ts', 'test');
    write('src-renderer/main.tsx', 'page');
    write('package-lock.json', '{}');
    for (const path of built) write(path, '');
    write('out/stamp', fingerprint(root));
  });

  it('is kept while nothing it is made of changes', () => {
    write('src-main/app.test.ts', 'another test');
    write('testing/fake.ts', 'fake');
    write('README.md', 'words');
    expect(whyStale(root)).toBeNull();
  });

  it.each([
    ['a source changed', () => write('src-main/app.ts', 'other app')],
    ['a source became older', () => utimesSync(join(root, 'src-main/app.ts'), 1, 1)],
    ['a source is new', () => write('resources/messages/en.json', '{}')],
    ['a source went away', () => rmSync(join(root, 'src-renderer/main.tsx'))],
    ['the locked packages changed', () => write('package-lock.json', '{"a":1}')],
    ['the configuration is new', () => write('electron.vite.config.ts', '')],
    ['it was made by someone else', () => rmSync(join(root, 'out/stamp'))],
  ])('is made again when %s', (_name, change) => {
    change();
    expect(whyStale(root)).toBe('the sources changed');
  });

  it.each(built)('is made when %s is missing', (path) => {
    rmSync(join(root, path));
    expect(whyStale(root)).toBe('it is not there yet');
  });
});

describe('the launcher', () => {
  /** A tree with the real launcher, a build that is a small program, and this Node in the place of the pinned one. */
  function makeTree(program: string) {
    for (const name of [
      'start.mjs',
      'build-when-stale.mjs',
      'choose-host.mjs',
      'electron-binary.mjs',
      'fetch-electron.mjs',
    ]) {
      mkdirSync(join(root, 'scripts'), { recursive: true });
      symlinkSync(join(import.meta.dirname, name), join(root, 'scripts', name));
    }
    mkdirSync(join(root, 'node_modules/node/bin'), { recursive: true });
    symlinkSync(process.execPath, join(root, 'node_modules/node/bin/node'));
    write('package.json', '{"type":"module"}');
    write('out/main/src-main/loopback/main.js', program);
    write('out/main/src-main/electron/main.js', '');
    write('out/preload/preload.cjs', '');
    write('out/renderer/index.html', '');
    write('out/stamp', fingerprint(root));
  }

  /** A person's machine whose kernel forbids nothing, whoever runs this test and wherever. */
  const usualMachine = `import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const read = fs.readFileSync;
    fs.readFileSync = (path, ...more) => String(path).startsWith('/proc/sys/') ? '' : read(path, ...more);
    syncBuiltinESMExports();
    process.getuid = () => 1000;`;

  function launch(args: string[], env: NodeJS.ProcessEnv = {}) {
    const child = spawn(
      process.execPath,
      [
        `--import=data:text/javascript,${encodeURIComponent(usualMachine)}`,
        '--preserve-symlinks',
        '--preserve-symlinks-main',
        join(root, 'scripts/start.mjs'),
        ...args,
      ],
      { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } },
    );
    const said = { out: '', err: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said.out += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said.err += text;
    });
    return { child, said, closed: once(child, 'close') };
  }

  it('runs the loopback host with its flags, says why, and leaves standard output to it', async () => {
    makeTree('console.log(JSON.stringify(process.argv.slice(2))); process.exitCode = 3;');
    const { said, closed } = launch(['--host', 'loopback', '--no-open', '--data-dir', 'a b']);
    expect(await closed).toEqual([3, null]);
    expect(said.out).toBe('["--no-open","--data-dir","a b"]\n');
    expect(said.err).toBe('Nadir: loopback host, since --host asks for it.\n');
  });

  it('gives the host its number of threads, which Windows reads at the start of a process only', async () => {
    makeTree('console.log(process.env.UV_THREADPOOL_SIZE);');
    const { said, closed } = launch(['--host', 'loopback', '--no-open']);
    expect(await closed).toEqual([0, null]);
    expect(said.out).toBe('16\n');
  });

  it('has the compiled code of the loopback host kept beside the packages', async () => {
    makeTree('console.log(process.env.NODE_COMPILE_CACHE);');
    const { said, closed } = launch(['--host', 'loopback', '--no-open'], { NODE_COMPILE_CACHE: undefined });
    expect(await closed).toEqual([0, null]);
    expect(said.out).toBe(`${join(root, 'node_modules/.cache/nadir/code')}\n`);
  });

  it('passes signals on and ends as the host ends', async () => {
    makeTree(`process.on('SIGTERM', () => { console.log('in good order'); process.exit(0); });
      setInterval(() => {}, 1000); console.log('ready');`);
    const { child, said, closed } = launch(['--no-open']);
    await once(createInterface({ input: child.stdout }), 'line');
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    expect(said.out).toBe('ready\nin good order\n');
  });

  it('ends with the shell of npm, which is all that a signal to npm reaches', async () => {
    makeTree(`process.on('SIGTERM', () => { console.log('in good order'); process.exit(0); });
      setInterval(() => {}, 1000); console.log('ready');`);
    const start = `"${process.execPath}" --preserve-symlinks --preserve-symlinks-main scripts/start.mjs --no-open`;
    // With a second command no shell replaces itself by the first.
    const shell = spawn('sh', ['-c', `${start}; true`], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: { ...process.env, npm_lifecycle_event: 'start' },
    });
    const lines = createInterface({ input: shell.stdout });
    expect(await once(lines, 'line')).toEqual(['ready']);
    shell.kill('SIGTERM');
    expect(await once(lines, 'line')).toEqual(['in good order']);
    await once(lines, 'close');
  });

  it('ends by the signal that ended the host', async () => {
    makeTree("process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000);");
    expect(await launch(['--no-open']).closed).toEqual([null, 'SIGKILL']);
  });

  it('runs Electron where it is, with the tree as its application', async () => {
    makeTree('');
    write('electron/electron', '#!/bin/sh\nprintf "%s\\n" "$@"\nexit 4\n');
    chmodSync(join(root, 'electron/electron'), 0o755);
    const env = { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'electron') };
    const { said, closed } = launch(['--host', 'electron', '--data-dir', 'd'], env);
    expect(await closed).toEqual([4, null]);
    expect(said.out).toBe(`${root}/\n--data-dir\nd\n`);
    expect(said.err).toContain('Electron host');
    expect(said.err).not.toContain('loopback host');
  });

  /** A tree whose Electron is a script that ends as told, and whose loopback host says that it runs. */
  function makeTreeWithElectron(script: string) {
    makeTree("console.log('loopback', JSON.stringify(process.argv.slice(2)));");
    write('electron/electron', `#!/bin/sh\n${script}\n`);
    write('electron/chrome-sandbox', '');
    chmodSync(join(root, 'electron/electron'), 0o755);
    return { ELECTRON_OVERRIDE_DIST_PATH: join(root, 'electron'), DISPLAY: ':9' };
  }

  it.each([
    ['is killed', 'kill -TRAP $$', 'SIGTRAP'],
    ['ends with an error', 'exit 133', '133'],
    ['begins and ends before its window is there', 'echo begun >> "$NADIR_START_REPORT"; exit 1', '1'],
  ])('runs the loopback host with the same flags where Electron %s', async (_name, script, end) => {
    const env = makeTreeWithElectron(script);
    const { said, closed } = launch(['--data-dir', 'a b', '--', '--disable-gpu'], env);
    expect(await closed).toEqual([0, null]);
    expect(said.out).toBe('loopback ["--data-dir","a b"]\n');
    expect(said.err).toContain(`loopback host, since Electron ended at once (${end})`);
  });

  it('runs the loopback host where Electron hangs before it begins', async () => {
    const env = makeTreeWithElectron('exec sleep 30');
    const { said, closed } = launch([], { ...env, NADIR_ELECTRON_WAIT_MS: '200' });
    expect(await closed).toEqual([0, null]);
    expect(said.err).toContain('loopback host, since Electron did not begin in time');
  });

  it.each([
    ['has said what is wrong', 'echo answered >> "$NADIR_START_REPORT"; exit 3', [3, null]],
    ['has handed over to the one that runs', 'exit 0', [0, null]],
  ])('runs nothing else where Electron %s', async (_name, script, end) => {
    const env = makeTreeWithElectron(script);
    const { said, closed } = launch([], env);
    expect(await closed).toEqual(end);
    expect(said.out).toBe('');
  });

  it('lets an Electron that has begun take its time', async () => {
    const env = makeTreeWithElectron('echo begun >> "$NADIR_START_REPORT"; sleep 1; exit 0');
    const { said, closed } = launch([], { ...env, NADIR_ELECTRON_WAIT_MS: '500' });
    expect(await closed).toEqual([0, null]);
    expect(said.out).toBe('');
  });

  it('runs nothing else where a signal ended Electron', async () => {
    const env = makeTreeWithElectron('echo ready; exec sleep 30');
    const { child, said, closed } = launch([], env);
    await once(createInterface({ input: child.stdout }), 'line');
    child.kill('SIGTERM');
    expect(await closed).toEqual([null, 'SIGTERM']);
    expect(said.err).not.toContain('loopback host');
  });

  it('says what is missing before npm install', async () => {
    makeTree('');
    rmSync(join(root, 'node_modules'), { recursive: true });
    const { said, closed } = launch([]);
    expect(await closed).toEqual([1, null]);
    expect(said.err).toContain('npm install');
  });
});
