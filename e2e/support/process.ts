import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface RunningProcess {
  child: ChildProcess;
  /** All lines so far, both streams. */
  lines: string[];
  /** Ends it as a user would (SIGTERM), waits for the exit. */
  stop(): Promise<void>;
  /** Pulls the plug. */
  kill(): Promise<void>;
}

/** Starts a Node program and waits for the first stdout line that `isReady` takes. Rejects with its output when it ends before. */
export function startProcess(
  args: string[],
  options: { env?: NodeJS.ProcessEnv; isReady: (line: string) => boolean; command?: string },
): Promise<RunningProcess & { readyLine: string }> {
  const child = spawn(options.command ?? process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...options.env },
  });
  const lines: string[] = [];
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const end = (signal: NodeJS.Signals) => async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  createInterface({ input: child.stderr }).on('line', (line) => lines.push(line));
  return new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if (options.isReady(line)) {
        resolve({ child, lines, readyLine: line, stop: end('SIGTERM'), kill: end('SIGKILL') });
      }
    });
    child.once('error', reject);
    void exited.then(() => reject(new Error(`ended before it was ready:\n${lines.join('\n')}`)));
  });
}

/** Runs a Node program to its end, which is to come by itself. */
export async function runToEnd(args: string[]): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('close', resolve);
    child.once('error', reject);
  });
  return { exitCode, output };
}
