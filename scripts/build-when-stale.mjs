import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folders = ['src-main', 'src-preload', 'src-shared', 'src-renderer', 'resources'];
const files = ['electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json'];
const results = [
  'main/src-main/electron/main.js',
  'main/src-main/loopback/main.js',
  'preload/preload.cjs',
  'renderer/index.html',
];
const isNoSource = (name) => /\.test\.tsx?$|(^|[\\/])screenshots[\\/]/.test(name);

/**
 * The folder in which Node keeps what it has compiled of the loopback host, so that its next start need not compile it. It is among the
 * packages, because whoever can write there can change the program as well.
 * @param {string} root
 */
export const compiledCodeIn = (root) => join(root, 'node_modules/.cache/nadir/code');

/** A digest of name, size and time of everything the build is made of: also finds files that went away or became older. */
export function fingerprint(root) {
  const hash = createHash('sha256');
  const names = folders.flatMap((folder) =>
    existsSync(join(root, folder))
      ? readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
          join(folder, name),
        )
      : [],
  );
  for (const name of [...names.filter((each) => !isNoSource(each)).sort(), ...files]) {
    const info = statSync(join(root, name), { throwIfNoEntry: false });
    if (info?.isFile()) hash.update(`${name}\0${info.size}\0${info.mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function stampOf(root) {
  try {
    return readFileSync(join(root, 'out/stamp'), 'utf8');
  } catch {
    return null;
  }
}

/** Why `out/` must be built, or null. */
export function whyStale(root) {
  if (!results.every((name) => existsSync(join(root, 'out', name)))) return 'it is not there yet';
  return stampOf(root) === fingerprint(root) ? null : 'the sources changed';
}

/** Builds when needed; all output goes to standard error. @returns {boolean} whether there is a build now */
export function buildWhenStale({ root, node }) {
  const why = whyStale(root);
  if (why === null) return true;
  process.stderr.write(`Nadir: building, since ${why} …\n`);
  // Taken before: a file that changes meanwhile makes the build stale again.
  const before = fingerprint(root);
  const program = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  const { status } = spawnSync(node, [program, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) return false;
  // What Node has compiled of the build before is of no use any more.
  rmSync(compiledCodeIn(root), { recursive: true, force: true });
  writeFileSync(join(root, 'out/stamp'), before);
  return true;
}
