// Electron's program: where it is, and how to have it. The package `electron` fetches it on first use only.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** After a failure the next starts do not wait for the network again. */
const pauseAfterFailureMs = 60 * 60_000;
/** The fetcher watches for stalls itself; this ends it should even that fail. */
const longestFetchMs = 15 * 60_000;

function read(path) {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}

/** Electron's program in this tree, or null when it was never fetched or is of another version. */
export function findElectron(root, environment) {
  const folder = join(root, 'node_modules/electron');
  const name = read(join(folder, 'path.txt'));
  const instead = environment.ELECTRON_OVERRIDE_DIST_PATH;
  if (instead)
    return existsSync(join(instead, name ?? 'electron')) ? join(instead, name ?? 'electron') : null;
  const wanted = read(join(folder, 'package.json'));
  if (name === null || wanted === null) return null;
  if (read(join(folder, 'dist/version'))?.replace(/^v/, '') !== JSON.parse(wanted).version) return null;
  const program = join(folder, 'dist', name);
  return existsSync(program) ? program : null;
}

function recentFailure(note, now) {
  try {
    const { at, why } = JSON.parse(readFileSync(note, 'utf8'));
    return now - at < pauseAfterFailureMs && now >= at ? String(why) : null;
  } catch {
    return null;
  }
}

/**
 * Fetches Electron unless that failed a moment ago. Never rejects.
 * @param {{ root: string, node: string, insist: boolean, environment: NodeJS.ProcessEnv, now?: number, fetcher?: string, limitMs?: number }} options
 * @returns {Promise<string | null>} null when it is there now, else why not
 */
export async function fetchElectron({
  root,
  node,
  insist,
  environment,
  now = Date.now(),
  fetcher = join(root, 'scripts/fetch-electron.mjs'),
  limitMs = longestFetchMs,
}) {
  const note = join(root, 'node_modules/.cache/nadir/electron-fetch.json');
  const earlier = insist ? null : recentFailure(note, now);
  if (earlier !== null) return `it could not be fetched within the last hour: ${earlier}`;
  const why = await new Promise((resolve) => {
    // Node's fetch heeds HTTPS_PROXY only when told to.
    const env = { ...environment, NODE_USE_ENV_PROXY: '1' };
    const child = spawn(node, [fetcher], { stdio: ['ignore', 2, 'pipe'], env });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-2_000);
    });
    const limit = setTimeout(() => child.kill('SIGKILL'), limitMs);
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code) => {
      clearTimeout(limit);
      resolve(code === 0 ? null : said.trim().split('\n').at(-1) || 'it did not finish');
    });
  });
  try {
    mkdirSync(dirname(note), { recursive: true });
    if (why === null) rmSync(note, { force: true });
    else writeFileSync(note, JSON.stringify({ at: now, why }));
  } catch {
    // A tree that cannot be written: then it is tried anew each time.
  }
  return why === null ? null : `it could not be fetched: ${why}`;
}
