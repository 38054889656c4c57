// npm start -- [--host electron|loopback] [--port N] [--no-open] [--data-dir DIR] [--help] [--version]
// Runs Nadir: in Electron where its program is there or can be had, else on the loopback host.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWhenStale } from './build-when-stale.mjs';
import { readLaunch, usage, whyNotElectron } from './choose-host.mjs';
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

/** @returns {Promise<{ host: string, command: string, args: string[] }>} */
async function choose({ asked, rest }) {
  const loopback = (why) => {
    say(`loopback host, since ${why}.`);
    const program = join(root, 'out/main/src-main/loopback/main.js');
    return {
      host: 'loopback',
      command: node,
      // Any process of this user could otherwise open a debugger by a signal, and read the credentials.
      args: ['--disable-warning=ExperimentalWarning', '--disable-sigusr1', program, ...rest],
    };
  };
  if (asked === 'loopback') return loopback('--host asks for it');
  const obstacle = whyNotElectron({
    args: rest,
    platform: process.platform,
    environment: process.env,
    isRoot: process.getuid?.() === 0,
  });
  if (obstacle !== null && asked === null) return loopback(obstacle);
  if (findElectron(root, process.env) === null) {
    say('Electron is not here yet, trying to fetch it …');
    const insist = asked !== null;
    const why = await fetchElectron({ root, node, insist, environment: process.env });
    if (why !== null && insist) fail(`no Electron: ${why}. Without --host it runs on the loopback host.`, 7);
    if (why !== null) return loopback(`there is no Electron: ${why}`);
  }
  const program = findElectron(root, process.env);
  if (program === null) return loopback('the program of Electron is not where it should be');
  say(`Electron host, since ${asked === null ? 'its program is here' : '--host asks for it'}.`);
  return { host: 'electron', command: program, args: [root, ...rest] };
}

/** A signal to npm reaches only the shell between it and us, and the host would be left behind with the data folder. */
function watchNpm(stop) {
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => process.ppid !== startedBy && stop(), 500).unref();
}

function run({ host, command, args }) {
  const startedAt = performance.now();
  const child = spawn(command, args, { stdio: 'inherit' });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  let told = false;
  const tell = (signal) => {
    told = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, () => tell(signal));
  watchNpm(() => told || tell('SIGTERM'));
  child.once('error', (error) => fail(`${command} could not be run: ${error.message}`, 1));
  child.once('exit', (code, signal) => {
    if (host === 'electron' && code !== 0 && !told && performance.now() - startedAt < 5_000) {
      say(`Electron ended at once (${signal ?? code}). The loopback host does without it: --host loopback`);
    }
    if (signal === null) process.exit(code ?? 1);
    // Ends the way the host ended, so that whoever started us sees the same.
    for (const each of signals) process.removeAllListeners(each);
    process.kill(process.pid, signal);
  });
}

let launch;
try {
  launch = readLaunch(process.argv.slice(2));
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
