import { spawn } from 'node:child_process';
import { dirname } from 'node:path';
import { pathToFileURL } from 'node:url';
import { hasDisplay } from './open-app-window.ts';

interface DesktopOptions {
  environment: Readonly<Record<string, string | undefined>>;
  platform: NodeJS.Platform;
  /** Starts a program without a shell and resolves when it has ended well; rejects if it cannot be started or fails. */
  run?: (program: string, words: readonly string[]) => Promise<void>;
}

/** A program that has not failed after this time has opened the file, and runs until the user closes it. */
const staysMs = 3_000;

function runProgram(program: string, words: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { stdio: 'ignore', detached: true });
    child.once('error', reject);
    child.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`)),
    );
    setTimeout(resolve, staysMs).unref();
    child.unref();
  });
}

/** Returns the functions that open and show files with the programs of the system; without a desktop, an empty object. */
export function desktopPrograms({ environment, platform, run = runProgram }: DesktopOptions): {
  openFile?: (path: string) => Promise<void>;
  revealInFolder?: (path: string) => Promise<void>;
} {
  if (!hasDisplay({ environment, platform })) return {};
  if (platform === 'darwin')
    return {
      openFile: (path) => run('open', [path]),
      revealInFolder: (path) => run('open', ['-R', path]),
    };
  if (platform === 'win32')
    return {
      // The Explorer chooses the program by the file's type. It ends with 1 even when it succeeds.
      openFile: (path) => run('explorer.exe', [path]).catch(() => undefined),
      revealInFolder: (path) => run('explorer.exe', [`/select,${path}`]).catch(() => undefined),
    };
  return {
    openFile: (path) => run('xdg-open', [path]),
    async revealInFolder(path) {
      const call = [
        '--session',
        '--dest=org.freedesktop.FileManager1',
        '--type=method_call',
        '--print-reply',
        '/org/freedesktop/FileManager1',
        'org.freedesktop.FileManager1.ShowItems',
        `array:string:${pathToFileURL(path).href.replaceAll(',', '%2C')}`,
        'string:',
      ];
      // Not every desktop has a file manager that can mark the file; otherwise its folder is opened.
      await run('dbus-send', call).catch(() => run('xdg-open', [dirname(path)]));
    },
  };
}
