import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { type FileServer, serveBytes, startFileServer } from '../../testing/file-server.ts';
import { createSpanSet } from './storage/span-set.ts';

const mebi = 1_024 * 1_024;
const bytes = randomBytes(28 * mebi);
const program = fileURLToPath(new URL('../../testing/transfer-process.ts', import.meta.url));
const lineSchema = z.object({
  journal: z.number().optional(),
  saved: z.object({ path: z.string(), sha256: z.string() }).optional(),
  error: z.string().optional(),
});
type Line = z.infer<typeof lineSchema>;

let folder: string;
let server: FileServer;
let children: ChildProcess[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-kill-'));
  server = await startFileServer();
  children = [];
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the process until it ends; `onLine` may kill it. */
async function run(onLine: (line: Line, child: ChildProcess) => void) {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, folder, server.origin],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  children.push(child);
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? code));
  });
  for await (const text of createInterface({ input: child.stdout })) {
    onLine(lineSchema.parse(JSON.parse(text)), child);
  }
  return ended;
}

function spanOf(range: string | null | undefined) {
  const [, from = '0', to = ''] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
  return { start: Number(from), end: to === '' ? bytes.length : Number(to) + 1 };
}

it('killed twice in the middle, it goes on from where it was; the file is the one that was served', async () => {
  const library = join(folder, 'library');
  let journaled = 0;
  for (const upTo of [12 * mebi, 22 * mebi]) {
    // All connections together receive this many bytes before they stop.
    let left = upTo - journaled;
    server.answer((exchange) => {
      const { start, end } = spanOf(exchange.request.headers.range);
      const part = Math.min(left, 4 * mebi, end - start);
      left -= part;
      serveBytes(exchange, bytes, { holdAfter: part, headers: { 'accept-ranges': 'bytes' } });
    });
    let killed = false;
    const end = await run((line, child) => {
      expect(line.error).toBeUndefined();
      if (line.journal === undefined || line.journal < upTo - 4 * mebi || killed) return;
      journaled = line.journal;
      killed = true;
      child.kill('SIGKILL');
    });
    expect(end).toBe('SIGKILL');
    // The final name exists only after the file is complete.
    expect(readdirSync(library)).toEqual(['.partial']);
  }
  server.answer((exchange) => serveBytes(exchange, bytes));
  const before = server.requests.length;
  let saved: Line['saved'];
  const end = await run((line) => {
    saved = line.saved ?? saved;
  });
  expect(end).toBe(0);
  // Bytes in the journal were not requested again; a stolen range is counted twice.
  const asked = createSpanSet();
  for (const { range, ifRange } of server.requests.slice(before)) {
    expect(ifRange).toBe('"v1"');
    asked.add(spanOf(range));
  }
  expect(asked.size()).toBeLessThanOrEqual(bytes.length - journaled);
  expect(saved?.sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(readFileSync(saved?.path ?? '').equals(bytes)).toBe(true);
  expect(existsSync(join(library, '.partial', 'one-1.part'))).toBe(false);
});
