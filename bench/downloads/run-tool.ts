import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ToolRun {
  ms: number;
  processorMs: number;
  peakBytes: number;
  output: string;
}

/** In clock ticks, 100 a second wherever Linux runs. */
const tickMs = 10;

function sample(pid: number): { processorMs: number; peakBytes: number } | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    const peak = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    if (peak === undefined) return null;
    return {
      // Its own and that of what it has waited for.
      processorMs: fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * tickMs,
      peakBytes: Number(peak) * 1_024,
    };
  } catch {
    return null;
  }
}

/** Runs a program to its end; what it used is read from the system every few ms. `killWhen`: SIGKILL once it holds. */
export function runTool(
  command: string,
  args: readonly string[],
  killWhen: (() => boolean) | null = null,
  environment: Readonly<Record<string, string>> = {},
): Promise<ToolRun> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(command, args, {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, ...environment },
    });
    let used = { processorMs: 0, peakBytes: 0 };
    let output = '';
    const sampling = setInterval(() => {
      if (child.pid !== undefined) used = sample(child.pid) ?? used;
      if (killWhen?.()) child.kill('SIGKILL');
    }, 10);
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (text: string) => {
      output += text;
    });
    child.once('error', reject);
    let ms = 0;
    child.once('exit', () => {
      ms = performance.now() - started;
      clearInterval(sampling);
    });
    child.once('close', (code) => {
      if (code === 0 || killWhen) resolve({ ms, ...used, output });
      else reject(new Error(`${command} ended with ${code}`));
    });
  });
}
