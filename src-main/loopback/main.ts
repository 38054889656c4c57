import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { createApp } from '../app.ts';
import { FolderLockedError, lockDataFolder } from '../data-folder-lock.ts';
import { readHostFlags } from '../host-flags.ts';
import type { Keychain, Platform } from '../platform.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { openAppWindow } from './open-app-window.ts';

/** The repository or package root: from `src-main/loopback` and from `out/main/src-main/loopback` alike. */
function findRoot(from: string): string {
  for (let folder = from; folder !== dirname(folder); folder = dirname(folder)) {
    try {
      const { name } = z
        .looseObject({ name: z.string() })
        .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
      if (name === 'nadir') return folder;
    } catch {
      // No package file here: one folder up.
    }
  }
  throw new Error('package.json of Nadir was not found');
}

async function loadKeychain(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}

function complain(message: string, code: number): never {
  process.stderr.write(`${message}\n`);
  process.exit(code);
}

async function main() {
  const flags = readHostFlags(process.argv.slice(2), process.env);
  const root = findRoot(import.meta.dirname);
  const { version } = z
    .looseObject({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));
  const lock = lockDataFolder(flags.dataFolder, {
    host: 'loopback',
    pid: process.pid,
    since: new Date().toISOString(),
  });
  const platform: Platform = {
    host: 'loopback',
    version,
    dataFolder: flags.dataFolder,
    rendererFolder: join(root, 'out/renderer'),
    loadKeychain,
    systemProxy: async () => null,
  };
  const app = await createApp({ platform, environment: process.env });
  const server = await startLoopbackServer({ app, port: flags.port });
  const address = `${server.origin}/#launch=${server.launchToken}`;

  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    void (async () => {
      await server.close();
      await app.close();
      lock.release();
      process.exit(0);
    })();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);

  process.stdout.write(`Nadir is ready at ${address}\n`);
  if (
    flags.open &&
    !openAppWindow(address, flags.dataFolder, { environment: process.env, platform: process.platform })
  ) {
    process.stderr.write(
      'No display or no Chromium here: open the address above in a browser on this machine.\n',
    );
  }
}

main().catch((error: unknown) => {
  if (error instanceof FolderLockedError) {
    const who = error.owner
      ? ` (${error.owner.host} host, process ${error.owner.pid}, since ${error.owner.since})`
      : '';
    complain(
      `Nadir is already open with this data folder${who}. Close it, or start with --data-dir and another folder.`,
      3,
    );
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'EADDRINUSE')
    complain('That port is taken. Choose another with --port, or leave it out for a free one.', 4);
  if (code === 'EACCES' || code === 'EROFS') {
    complain(
      'The data folder cannot be written. Choose another with --data-dir, or correct its permissions.',
      5,
    );
  }
  if (code === 'ENOSPC')
    complain('The disk of the data folder is full. Free some space, then start again.', 6);
  complain(
    `Nadir could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    1,
  );
});
