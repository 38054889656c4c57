import { existsSync } from 'node:fs';
import { join, posix, resolve, win32 } from 'node:path';
import { parseArgs } from 'node:util';
import { findHomeFolder } from '../core/home-folder.ts';
import { isAddress } from '../core/is-address.ts';

/** An invalid flag; the message is for the person at the terminal. */
export class FlagError extends Error {}

interface HostFlags {
  port: number;
  open: boolean;
  dataFolder: string;
  /** The arguments that are no flags, files to open: absolute paths, and addresses as they are. */
  files: string[];
  /** Nadir tries what this machine lets it do, says so on the terminal, and ends. */
  selfTest: boolean;
}

function homeFolder(named: string | undefined): string {
  const home = findHomeFolder(named);
  if (home === null)
    throw new FlagError('This user has no home folder. Name a folder for the data with --data-dir DIR.');
  return home;
}

/**
 * Returns the operating system's folder for an application's data. What the environment names must be absolute, as the XDG specification
 * says: else the data would be in the folder that Nadir happens to be started in. Throws FlagError if the user has no home folder.
 */
export function defaultDataFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  const named = (name: string) => {
    const path = environment[name];
    return path !== undefined && (platform === 'win32' ? win32 : posix).isAbsolute(path) ? path : null;
  };
  const home = () => homeFolder(environment.HOME);
  if (platform === 'win32') return join(named('APPDATA') ?? join(home(), 'AppData', 'Roaming'), 'Nadir');
  if (platform === 'darwin') return join(home(), 'Library', 'Application Support', 'Nadir');
  return join(named('XDG_DATA_HOME') ?? join(home(), '.local', 'share'), 'nadir');
}

/** A name of thousands of characters would push the message off the terminal. */
const shortened = (text: string) => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** Returns the absolute path of an argument, or the argument itself if it is an address. */
export const absoluteArgument = (argument: string): string =>
  isAddress(argument) ? argument : resolve(argument);

const options = {
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  'data-dir': { type: 'string' },
  'self-test': { type: 'boolean' },
} as const;
const isOption = (name: string): name is keyof typeof options => Object.hasOwn(options, name);

/** Returns a flag's name without what is easily mistyped: hyphens, underscores, capitals and the order of the letters. */
const plainName = (name: string) => [...name.toLowerCase().replace(/[-_]/g, '')].sort().join('');

/** Returns the flag that a mistyped one stands for; undefined if it resembles none. */
const meantFlag = (name: string) =>
  Object.keys(options).find((known) => plainName(known) === plainName(name));

const unknownFlag = (rawName: string) =>
  new FlagError(
    `There is no flag ${rawName}. Nadir knows --port N, --no-open, --data-dir DIR and --self-test; "npm start -- --help" explains them.`,
  );

/**
 * Reads `--port N --no-open --data-dir DIR --self-test`, also as `--port=N`. Throws FlagError for an invalid value, and for anything else: a mistyped
 * `--data-dir` would open the person's own data. Electron (`allowsOthers`) has flags and arguments of its own, so there only a
 * misspelling of these is an error.
 */
export function readHostFlags(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
  { allowsOthers = false } = {},
): HostFlags {
  const files: string[] = [];
  const values = new Map<keyof typeof options, string | undefined>();
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind === 'positional') {
      if (!allowsOthers && !existsSync(token.value))
        throw new FlagError(
          `"${shortened(token.value)}" is neither a flag nor a file. To select a data folder, write --data-dir in front of it.`,
        );
      files.push(absoluteArgument(token.value));
    }
    if (token.kind !== 'option') continue;
    const { name, rawName, value } = token;
    if (!isOption(name)) {
      if (!allowsOthers || meantFlag(name) !== undefined) throw unknownFlag(rawName);
      continue;
    }
    const takesValue = options[name].type === 'string';
    if (takesValue && (value === undefined || value === '' || value.startsWith('--')))
      throw new FlagError(`${rawName} needs a value.`);
    if (!takesValue && value !== undefined) throw new FlagError(`${rawName} takes no value.`);
    if (values.has(name)) throw new FlagError(`${rawName} is there twice; write it once.`);
    values.set(name, value);
  }
  const port = values.get('port') ?? '0';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new FlagError(`--port takes a number from 0 to 65535, not "${port}".`);
  return {
    port: Number(port),
    open: !values.has('no-open'),
    selfTest: values.has('self-test'),
    dataFolder: resolve(values.get('data-dir') ?? defaultDataFolder(environment)),
    files,
  };
}
