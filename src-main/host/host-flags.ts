import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** An invalid flag; the message is for the person at the terminal. */
export class FlagError extends Error {}

interface HostFlags {
  port: number;
  open: boolean;
  dataFolder: string;
}

/** Returns the operating system's folder for an application's data. */
export function defaultDataFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  const home = environment.HOME ?? homedir();
  if (platform === 'win32') return join(environment.APPDATA ?? join(home, 'AppData', 'Roaming'), 'Nadir');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'Nadir');
  return join(environment.XDG_DATA_HOME ?? join(home, '.local', 'share'), 'nadir');
}

/**
 * Reads `--port N --no-open --data-dir DIR`, also as `--port=N`; unknown flags of the launcher or of Electron itself are ignored.
 */
export function readHostFlags(
  args: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): HostFlags {
  const value = (name: string) => {
    const at = args.findIndex((arg) => arg === name || arg.startsWith(`${name}=`));
    if (at < 0) return undefined;
    const text = args[at]?.startsWith(`${name}=`) ? args[at].slice(name.length + 1) : args[at + 1];
    if (text === undefined || text === '' || text.startsWith('--'))
      throw new FlagError(`${name} needs a value.`);
    return text;
  };
  const port = value('--port') ?? '0';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new FlagError(`--port takes a number from 0 to 65535, not "${port}".`);
  return {
    port: Number(port),
    open: !args.includes('--no-open'),
    dataFolder: resolve(value('--data-dir') ?? defaultDataFolder(environment)),
  };
}
