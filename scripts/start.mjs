// npm start -- [--host electron|loopback] [--port N] [--no-open] [--data-dir DIR] [--self-test] [--help] [--version] [FILES]
// Runs Nadir: in Electron where its program is there or can be had, else on the loopback host.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhenStale, compiledCodeIn } from './build-when-stale.mjs';
import { kernelSettings, readLaunch, usage, whyNotElectron } from './choose-host.mjs';
import { fetchElectron, findElectron } from './electron-binary.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
// The pinned Node, whichever one runs this file.
const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const startedBy = process.ppid;
// Whoever started us may stop reading, as `| head -1` does; an error of the output would end us and leave the host behind.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
const say = (text) => process.stderr.write(`Nadir: ${text}\n`);

function fail(text, code) {
  say(text);
  process.exit(code);
}

function loopback(why, rest) {
  say(`loopback host, since ${why}.`);
  const program = join(root, 'out/main/src-main/loopback/main.js');
  return {
    command: node,
    // Any process of this user could otherwise open a debugger by a signal, and read the credentials.
    args: ['--disable-warning=ExperimentalWarning', '--disable-sigusr1', program, ...rest],
    env: { NODE_COMPILE_CACHE: compiledCodeIn(root) },
    instead: null,
  };
}

/** What Linux says about sandboxes; on other systems there is nothing to read. */
function readKernel() {
  const read = (path) => {
    try {
      return readFileSync(path, 'utf8');
    } catch {
      return null;
    }
  };
  const settings = Object.fromEntries(
    Object.entries(kernelSettings).map(([name, path]) => [name, read(path)]),
  );
  const program = findElectron(root, process.env);
  const helper = program && statSync(join(dirname(program), 'chrome-sandbox'), { throwIfNoEntry: false });
  return { settings, helper: helper ?? null };
}

/**
 * `instead` returns what to run when Electron ends, or hangs, before it is ready; null when there is nothing else to run.
 * @returns {Promise<{ command: string, args: string[], env: Record<string, string>, instead: ((why: string) => object) | null }>}
 */
async function choose({ asked, rest, forElectron }) {
  if (asked === 'loopback') return loopback('--host asks for it', rest);
  const obstacle = whyNotElectron({
    args: rest,
    platform: process.platform,
    environment: process.env,
    isRoot: process.getuid?.() === 0,
    kernel: readKernel(),
  });
  if (obstacle !== null && asked === null) return loopback(obstacle, rest);
  if (findElectron(root, process.env) === null) {
    say('Electron is not here yet, trying to fetch it …');
    const insist = asked !== null;
    const why = await fetchElectron({ root, node, insist, environment: process.env });
    if (why !== null && insist) fail(`no Electron: ${why}. Without --host it runs on the loopback host.`, 7);
    if (why !== null) return loopback(`there is no Electron: ${why}`, rest);
  }
  const program = findElectron(root, process.env);
  if (program === null) return loopback('the program of Electron is not where it should be', rest);
  say(`Electron host, since ${asked === null ? 'its program is here' : '--host asks for it'}.`);
  return {
    command: program,
    args: [root, ...rest, ...forElectron],
    env: {},
    // Whoever asks for Electron is told what became of it.
    instead: asked === null ? (why) => loopback(why, rest) : null,
  };
}

/** A signal to npm reaches only the shell between it and us, and the host would be left behind with the data folder. */
function watchNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const timer = setInterval(() => process.ppid !== startedBy && stop(), 500).unref();
  return () => clearInterval(timer);
}

/** An Electron that has not begun by then hangs, as it does with some graphics drivers. */
const longestBeginMs = Number(process.env.NADIR_ELECTRON_WAIT_MS ?? 60_000);

/**
 * The file in which Electron's main process writes how far it came (src-main/electron/launcher.ts). Not a channel of Node, because its
 * descriptor is in the way of those that Chromium gives to its own processes.
 */
function openReport() {
  const folder = mkdtempSync(join(tmpdir(), 'nadir-start-'));
  const path = join(folder, 'report');
  return {
    path,
    has: (word) => existsSync(path) && readFileSync(path, 'utf8').split('\n').includes(word),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function run({ command, args, env, instead }) {
  const report = openReport();
  const child = spawn(command, args, {
    stdio: 'inherit',
    env: {
      // Windows takes the number of threads for files only from what a process was started with (src-main/host/wide-thread-pool.ts).
      UV_THREADPOOL_SIZE: '16',
      ...env,
      ...process.env,
      NADIR_START_REPORT: report.path,
    },
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let told = false;
  let hangs = false;
  const tell = (signal) => {
    told = true;
    child.kill(signal);
  };
  const listeners = signals.map((signal) => [signal, () => tell(signal)]);
  for (const [signal, listener] of listeners) process.on(signal, listener);
  const unwatch = watchNpm(() => told || tell('SIGTERM'));
  const giveUp = () => {
    if (report.has('begun')) return;
    hangs = true;
    child.kill('SIGKILL');
  };
  const limit = instead === null ? undefined : setTimeout(giveUp, longestBeginMs);
  child.once('error', (error) => fail(`${command} could not be run: ${error.message}`, 1));
  child.once('exit', (code, signal) => {
    clearTimeout(limit);
    for (const [each, listener] of listeners) process.off(each, listener);
    unwatch();
    const hasAnswered = report.has('answered');
    report.remove();
    if (instead !== null && code !== 0 && !told && !hasAnswered) {
      const why = hangs ? 'Electron did not begin in time' : `Electron ended at once (${signal ?? code})`;
      run(instead(why));
      return;
    }
    if (signal === null) process.exit(code ?? 1);
    // Ends the way the host ended, so that whoever started us sees the same.
    process.kill(process.pid, signal);
  });
}

let launch;
try {
  // npm runs scripts in the folder of the package, wherever the person is.
  launch = readLaunch(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
} catch (error) {
  fail(error.message, 2);
}
if (launch.shows !== null) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  process.stdout.write(launch.shows === 'help' ? usage : `${version}\n`);
  process.exit(0);
}
if (!existsSync(node)) fail('run "npm install" first.', 1);
if (!buildWhenStale({ root, node })) fail('the build failed; what it said is above.', 1);
run(await choose(launch));
