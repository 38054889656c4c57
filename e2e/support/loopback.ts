import { join } from 'node:path';
import { type RunningProcess, startProcess } from './process.ts';

export const loopbackProgram = join(import.meta.dirname, '../../out/main/src-main/loopback/main.js');
const readyWords = 'Nadir is ready at ';

/** The built loopback host on a free port, without a window of its own. */
export async function startLoopback(options: {
  dataFolder: string;
  env?: NodeJS.ProcessEnv;
  /** Files and folders that it is started with. */
  files?: readonly string[];
  /** The program to start, if it is not the one that was built here. */
  program?: string;
}): Promise<RunningProcess & { url: string }> {
  const running = await startProcess(
    [
      options.program ?? loopbackProgram,
      '--no-open',
      '--port',
      '0',
      '--data-dir',
      options.dataFolder,
      ...(options.files ?? []),
    ],
    { isReady: (line) => line.startsWith(readyWords), ...(options.env ? { env: options.env } : {}) },
  );
  return { ...running, url: running.readyLine.slice(readyWords.length).trim() };
}
