import '../host/wide-thread-pool.ts';
import { join } from 'node:path';
import { createApp } from '../app/create-app.ts';
import { wordsFor } from '../core/words.ts';
import { lockDataFolder } from '../host/data-folder-lock.ts';
import { readHostFlags } from '../host/host-flags.ts';
import { ignoreClosedOutput } from '../host/ignore-closed-output.ts';
import { loadKeychain } from '../host/load-keychain.ts';
import { findPackageRoot } from '../host/package-root.ts';
import type { Platform } from '../host/platform.ts';
import { startFailure } from '../host/start-failure.ts';
import { endOnUncaughtException, exceptionText } from '../host/uncaught-exception.ts';
import { desktopPrograms } from './desktop.ts';
import { startLoopbackServer } from './loopback-server.ts';
import { openAppWindow } from './open-app-window.ts';
import { createStop } from './stop-in-order.ts';

/** Moves a file to the trash of its drive, as freedesktop.org specifies. The package is loaded with the first file. */
async function moveToTrash(path: string): Promise<void> {
  const { default: trash } = await import('trash');
  // The path is not a pattern.
  await trash(path, { glob: false });
}

async function main() {
  ignoreClosedOutput();
  const flags = readHostFlags(process.argv.slice(2), process.env);
  const place = findPackageRoot(import.meta.dirname);
  if (flags.selfTest) {
    const { selfTest } = await import('./self-test.ts');
    return selfTest({ place, dataFolder: flags.dataFolder });
  }
  const { root, version } = place;
  const lock = lockDataFolder(flags.dataFolder, {
    host: 'loopback',
    pid: process.pid,
    since: new Date().toISOString(),
  });
  // Messages in the terminal are English, like the flags.
  const { t } = wordsFor('en', []);
  endOnUncaughtException((error) => {
    const detail = t('trouble.exceptionDetail', { error: exceptionText(error) });
    process.stderr.write(`${t('trouble.exception')} ${detail}\n`);
    lock.release();
    process.exit(1);
  });
  // The page shows the messages of main, and its browser knows the language of the system.
  let languages: readonly string[] = [];
  const platform: Platform = {
    host: 'loopback',
    version,
    dataFolder: flags.dataFolder,
    rendererFolder: join(root, 'out/renderer'),
    loadKeychain,
    systemProxy: async () => null,
    languages: () => languages,
    ...desktopPrograms({ environment: process.env, platform: process.platform }),
    // The package's programs for other systems are not in the build.
    ...(process.platform === 'linux' ? { moveToTrash } : {}),
  };
  const app = await createApp({ platform, environment: process.env });
  const server = await startLoopbackServer({
    app,
    port: flags.port,
    onLanguages(tags) {
      languages = tags;
    },
  });
  await app.openFiles(flags.files);
  const address = `${server.origin}/#launch=${server.launchToken}`;

  const stop = createStop({ steps: [server.close, app.close, lock.release], exit: process.exit });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);

  process.stdout.write(`Nadir is ready at ${address}\n`);
  if (!flags.open) return;
  openAppWindow({
    // Not the printed address: see `windowOrigin`.
    address: `${server.windowOrigin}/#launch=${server.launchToken}`,
    folder: flags.dataFolder,
    search: { environment: process.env, platform: process.platform },
    failed: () =>
      process.stderr.write('No browser window here: open the address above in a browser on this machine.\n'),
  });
}

main().catch((error: unknown) => {
  // Messages in the terminal are English, like the flags.
  const { message, exitCode } = startFailure(error, wordsFor('en', []));
  process.stderr.write(`${message}\n`);
  process.exit(exitCode);
});
