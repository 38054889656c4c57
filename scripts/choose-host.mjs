import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** @typedef {{ asked: 'electron' | 'loopback' | null, rest: string[], forElectron: string[] }} Launch */

export const usage = `npm start -- [FLAGS] [FILES]
  --host electron|loopback  the window: Electron, or a browser on this machine; without it, Electron where it runs
  --port N                  the port of the loopback host; without it, a free one
  --no-open                 opens no window; the address is printed
  --data-dir DIR            keeps all data in this folder instead of the usual one of this user
  --self-test               tries what this machine lets Nadir do, prints a table and ends; 0 if nothing failed
  --help, --version         print this, or the version, and start nothing
  -- FLAGS                  the flags after it are for Electron itself
  FILES                     files and folders that Nadir opens, such as packages, rasters, scenes and places
Example: npm start -- --data-dir ./trial --port 8080
`;

const withValue = ['--host', '--port', '--data-dir'];
const withoutValue = ['--no-open', '--self-test', '--help', '--version'];

/**
 * Returns the arguments as pairs of a flag and its value, and the files among them as absolute paths. Throws for anything else: a mistyped flag
 * must not open the person's own data.
 * @param {readonly string[]} args
 * @param {string} folder
 */
function readArguments(args, folder) {
  const flags = [];
  const files = [];
  for (let i = 0; i < args.length; i += 1) {
    const arg = args[i];
    if (arg === '--') break;
    const [name, joined] = arg.split(/=(.*)/s, 2);
    if (withValue.includes(name)) {
      const value = joined ?? args[i + 1];
      if (joined === undefined) i += 1;
      if (name !== '--host' && (value === undefined || value === '' || value.startsWith('--')))
        throw new Error(`${name} needs a value.`);
      flags.push({ name, value });
    } else if (withoutValue.includes(arg)) flags.push({ name, value: null });
    else if (arg.startsWith('-')) throw new Error(`there is no flag ${arg}. These are known:\n${usage}`);
    else if (existsSync(resolve(folder, arg))) files.push(resolve(folder, arg));
    // A name of thousands of characters would push the rest off the terminal.
    else
      throw new Error(
        `"${arg.length > 200 ? `${arg.slice(0, 200)}…` : arg}" is neither a flag nor a file. These are known:\n${usage}`,
      );
  }
  return { flags, files };
}

/**
 * Takes the launcher's own flags out; `rest` are those of either host and the files to open, and `forElectron` those that follow a second `--`.
 * Throws for unknown ones. Files are relative to `folder`.
 * @param {readonly string[]} args
 * @param {string} folder
 * @returns {Launch & { shows: 'help' | 'version' | null }}
 */
export function readLaunch(args, folder) {
  const { flags, files } = readArguments(args, folder);
  const end = args.indexOf('--');
  const asked = flags.find(({ name }) => name === '--host');
  if (asked && asked.value !== 'electron' && asked.value !== 'loopback')
    throw new Error(`--host takes electron or loopback, not "${asked.value ?? ''}".`);
  const has = (wanted) => flags.some(({ name }) => name === wanted);
  return {
    asked: asked?.value ?? null,
    shows: has('--help') ? 'help' : has('--version') ? 'version' : null,
    rest: [
      ...flags
        .filter(({ name }) => name !== '--host' && name !== '--help' && name !== '--version')
        .flatMap(({ name, value }) => (value === null ? [name] : [name, value])),
      ...files,
    ],
    forElectron: end < 0 ? [] : args.slice(end + 1),
  };
}

/**
 * Why the kernel keeps Electron from the sandbox of its pages, or null. Electron then ends at once instead of running without one, and
 * so do we: it is never asked to. `settings` are the texts of the kernel's settings, null where it has none; `helper` is the program
 * that can build the sandbox with the rights of root, or null if it is not there.
 * @param {{ settings: Record<keyof typeof kernelSettings, string | null>, helper: { uid: number, mode: number } | null }} kernel
 */
function whyNoSandbox({ settings, helper }) {
  if (helper !== null && helper.uid === 0 && (helper.mode & 0o7777) === 0o4755) return null;
  for (const [name, forbids] of [
    ['apparmor', '1'],
    ['clone', '0'],
    ['most', '0'],
  ]) {
    if (settings[name]?.trim() === forbids)
      return `this system forbids the sandbox of Electron (${kernelSettings[name].replace('/proc/sys/', '').replaceAll('/', '.')} is ${forbids}); the manual says how to allow it`;
  }
  return null;
}

/** The settings by which Linux forbids programs to make namespaces of their own: Ubuntu since 23.10, old Debian, and any. */
export const kernelSettings = {
  apparmor: '/proc/sys/kernel/apparmor_restrict_unprivileged_userns',
  clone: '/proc/sys/kernel/unprivileged_userns_clone',
  most: '/proc/sys/user/max_user_namespaces',
};

/**
 * Why Electron is not even tried, or null. Only what makes its start certain to fail, or what only the loopback host can do.
 * @param {{ args: readonly string[], platform: NodeJS.Platform, environment: Record<string, string | undefined>, isRoot: boolean, kernel: Parameters<typeof whyNoSandbox>[0] }} machine
 */
export function whyNotElectron({ args, platform, environment, isRoot, kernel }) {
  if (args.includes('--no-open')) return '--no-open opens no window';
  if (args.some((arg) => arg === '--port' || arg.startsWith('--port=')))
    return '--port is a matter of the loopback host';
  if (platform === 'linux' && !environment.DISPLAY && !environment.WAYLAND_DISPLAY) {
    return 'there is no display here';
  }
  if (platform === 'linux' && isRoot) return 'the sandbox of Electron does not run as root';
  return platform === 'linux' ? whyNoSandbox(kernel) : null;
}
