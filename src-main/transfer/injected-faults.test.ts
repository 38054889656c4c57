import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { type FileServer, serveBytes, startFileServer } from '../../testing/file-server.ts';

/*
 * A tracer makes single system calls of a real process fail, only for the partial file. Where there is no tracer, the faults
 * that `disk-faults.test.ts` injects must suffice.
 */

const bytes = randomBytes(6_000_000);
const sha256 = createHash('sha256').update(bytes).digest('hex');
const program = fileURLToPath(new URL('../../testing/queue-process.ts', import.meta.url));
const canTrace = spawnSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' }).status === 0;
const lineSchema = z.object({
  state: z.string().optional(),
  error: z.object({ code: z.string(), data: z.record(z.string(), z.unknown()) }).nullish(),
  saved: z.object({ path: z.string(), sha256: z.string() }).optional(),
  defect: z.string().optional(),
});

let folder: string;
let server: FileServer;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-inject-'));
  server = await startFileServer();
  server.answer((exchange) => serveBytes(exchange, bytes, { headers: { 'accept-ranges': 'bytes' } }));
});
afterEach(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Each thread of the process gets the error at its first call of this kind. */
async function runWith(calls: string, error: string) {
  const library = join(folder, 'library');
  const data = join(folder, 'data');
  mkdirSync(library);
  mkdirSync(data);
  const log = join(folder, 'trace');
  const child = spawn(
    'strace',
    [
      '-f',
      '-qq',
      '-o',
      log,
      '-P',
      join(library, '.partial', 'one-1.part'),
      '-e',
      `trace=${calls}`,
      '-e',
      `inject=${calls}:error=${error}:when=1`,
      process.execPath,
      '--disable-warning=ExperimentalWarning',
      program,
      data,
      library,
      server.origin,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  onTestFinished(() => void child.kill());
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const lines: z.infer<typeof lineSchema>[] = [];
  const namesWhileWaiting: string[][] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    const line = lineSchema.parse(JSON.parse(text));
    lines.push(line);
    if (line.state === 'waiting')
      namesWhileWaiting.push(
        existsSync(join(library, 'Fields/scene')) ? readdirSync(join(library, 'Fields/scene')) : [],
      );
  }
  return { code: await ended, lines, namesWhileWaiting, library, injected: readFileSync(log, 'utf8') };
}

const calls = [
  ['a write', 'pwrite64'],
  ['fdatasync', 'fdatasync'],
  ['the rename', '?rename,?renameat,?renameat2'],
] as const;

describe.runIf(canTrace)('answered by the system', () => {
  it.each(
    calls.flatMap(([name, call]) => [
      { name, call, error: 'EIO', code: 'FOLDER_NOT_WRITABLE' },
      { name, call, error: 'ENOSPC', code: 'DISK_FULL' },
    ]),
  )(
    '$error on $name: told, nothing under a final name, gone on with by itself',
    async ({ call, error, code }) => {
      const { code: exit, lines, namesWhileWaiting, library, injected } = await runWith(call, error);
      expect(injected).toContain('(INJECTED)');
      expect(lines.filter(({ defect }) => defect !== undefined)).toEqual([]);
      const waits = lines.filter(({ state }) => state === 'waiting');
      expect(waits.length).toBeGreaterThan(0);
      expect(waits.every((line) => line.error?.code === code && line.error.data.path === library)).toBe(true);
      expect(namesWhileWaiting.flat()).toEqual([]);
      expect(exit).toBe(0);
      expect(lines.at(-1)?.state).toBe('done');
      const saved = lines.find((line) => line.saved)?.saved;
      expect(saved?.sha256).toBe(sha256);
      expect(readFileSync(saved?.path ?? '').equals(bytes)).toBe(true);
      expect(readdirSync(join(library, '.partial'))).toEqual([]);
    },
  );
});
