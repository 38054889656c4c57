// What the tests need of the system: a browser, a keychain, and the tools that check our files independently.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** command (or library file) → Debian package */
const needs = [
  ['chromium', 'chromium'],
  ['gnome-keyring-daemon', 'gnome-keyring'],
  ['dbus-run-session', 'dbus'],
  ['secret-tool', 'libsecret-tools'],
  ['gdalinfo', 'gdal-bin'],
  ['unzip', 'unzip'],
  ['openssl', 'openssl'],
  // Lets single calls of a disk fail.
  ['strace', 'strace'],
];

export function onPath(command) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, command), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

function missingPackages() {
  const missing = needs.filter(([command]) => !onPath(command)).map(([, name]) => name);
  // The keychain's native part loads libsecret; it has no command of its own.
  const hasLibsecret = ['x86_64', 'aarch64'].some((cpu) =>
    existsSync(`/usr/lib/${cpu}-linux-gnu/libsecret-1.so.0`),
  );
  return [...missing, ...(hasLibsecret ? [] : ['libsecret-1-0'])];
}

function apt(args) {
  const command = process.getuid?.() === 0 ? ['apt-get', ...args] : ['sudo', '-n', 'apt-get', ...args];
  const [program, ...rest] = command;
  return spawnSync(program, rest, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 15 * 60_000,
  }).status;
}

/** Installs what is missing where apt-get may be used; elsewhere names it. @returns {string[]} what is still missing */
export function ensureSystemPackages() {
  if (process.platform !== 'linux') return [];
  const missing = missingPackages();
  if (missing.length === 0 || !onPath('apt-get')) return missing;
  console.log(`Installing ${missing.join(', ')} …`);
  apt(['update', '-qq']);
  apt(['install', '-y', '-qq', '--no-install-recommends', ...missing]);
  return missingPackages();
}
