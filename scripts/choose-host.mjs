/** @typedef {{ asked: 'electron' | 'loopback' | null, rest: string[] }} Launch */

/**
 * Takes the launcher's own flag out; all others are the host's.
 * @param {readonly string[]} args
 * @returns {Launch}
 */
export function readLaunch(args) {
  const at = args.findIndex((arg) => arg === '--host' || arg.startsWith('--host='));
  if (at < 0) return { asked: null, rest: [...args] };
  const joined = args[at] !== '--host';
  const asked = joined ? args[at].slice('--host='.length) : args[at + 1];
  if (asked !== 'electron' && asked !== 'loopback') {
    throw new Error(`--host takes electron or loopback, not "${asked ?? ''}".`);
  }
  return { asked, rest: [...args.slice(0, at), ...args.slice(at + (joined ? 1 : 2))] };
}

/**
 * Why Electron is not even tried, or null. Only what makes its start certain to fail, or what only the loopback host can do.
 * @param {{ args: readonly string[], platform: NodeJS.Platform, environment: Record<string, string | undefined>, isRoot: boolean }} machine
 */
export function whyNotElectron({ args, platform, environment, isRoot }) {
  if (args.includes('--no-open')) return '--no-open opens no window';
  if (args.some((arg) => arg === '--port' || arg.startsWith('--port=')))
    return '--port is a matter of the loopback host';
  if (platform === 'linux' && !environment.DISPLAY && !environment.WAYLAND_DISPLAY) {
    return 'there is no display here';
  }
  if (platform === 'linux' && isRoot) return 'the sandbox of Electron does not run as root';
  return null;
}
