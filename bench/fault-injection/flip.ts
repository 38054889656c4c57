// npm run torture -- flip: the file changes between two tries, the length stays. Ours beside what people script with.
import { spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDeliveryHarness } from '../../testing/delivery-harness.ts';
import { serveBytes, startFileServer } from '../../testing/file-server.ts';

const sizeBytes = 8 * 1_024 * 1_024;
const versions = [randomBytes(sizeBytes), randomBytes(sizeBytes)];
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const folder = mkdtempSync(join(tmpdir(), 'nadir-flip-'));
const server = await startFileServer();

/** The first version, cut in the middle; from then on the second one. */
function flip() {
  let version = 0;
  server.requests.length = 0;
  server.answer((exchange) => {
    const bytes = versions[version] ?? Buffer.alloc(0);
    const manners = { etag: `"v${version + 1}"`, headers: { 'accept-ranges': 'bytes' } };
    if (version === 1) return serveBytes(exchange, bytes, manners);
    version = 1;
    serveBytes(exchange, bytes, { ...manners, holdAfter: sizeBytes / 2 });
    setTimeout(() => exchange.response.destroy(), 300);
  });
}

function judge(path: string): string {
  if (!existsSync(path)) return 'no file';
  const bytes = readFileSync(path);
  const known = versions.findIndex((version) => sha256(version) === sha256(bytes));
  if (known >= 0) return `version ${known + 1}, whole`;
  const half = sizeBytes / 2;
  const spliced =
    bytes.length === sizeBytes &&
    versions[0]?.subarray(0, half / 2).equals(bytes.subarray(0, half / 2)) &&
    versions[1]?.subarray(half + half / 2).equals(bytes.subarray(half + half / 2));
  return spliced ? 'SPLICED: front of version 1, rear of version 2' : `neither (${bytes.length} bytes)`;
}

/** Not `spawnSync`: the server is in this process. */
function run(command: string, args: string[]): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: folder, stdio: 'ignore' });
    child.once('exit', resolve);
    child.once('error', () => resolve(null));
  });
}

const tools: { name: string; command: string; args: (url: string) => string[] }[] = [
  { name: 'curl -C -', command: 'curl', args: (url) => ['-sS', '--fail', '-C', '-', '-o', 'curl.bin', url] },
  {
    name: 'aria2c -c',
    command: 'aria2c',
    args: (url) => ['-q', '-c', '-x1', '--max-tries=1', '--no-conf', '-o', 'aria2c.bin', url],
  },
  { name: 'wget -c', command: 'wget', args: (url) => ['-q', '-c', '--tries=1', '-O', 'wget.bin', url] },
];

const rows: [string, string, string][] = [];
let failed = false;
try {
  for (const { name, command, args } of tools) {
    if (spawnSync(command, ['--version'], { stdio: 'ignore' }).status !== 0) {
      rows.push([name, '-', 'not installed']);
      continue;
    }
    flip();
    const codes = [
      await run(command, args(`${server.origin}/x`)),
      await run(command, args(`${server.origin}/x`)),
    ];
    rows.push([name, codes.join(', then '), judge(join(folder, `${command}.bin`))]);
  }
  flip();
  const harness = createDeliveryHarness(server.origin);
  const id = harness.add(1, { fileName: 'x.bin' });
  await harness.delivery.download([id]);
  await harness.until(() => harness.state(1) === 'waiting');
  harness.passTime();
  await harness.until(() => harness.state(1) === 'done' || harness.state(1) === 'failed');
  const said = harness.table().get(id)?.restartedBecause ?? 'nothing';
  const result = judge(harness.saved.get(1)?.path ?? '');
  failed = !result.includes('whole');
  rows.push(['Nadir', `says: ${said}`, result]);
  await harness.end();
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${sizeBytes} bytes, cut in the middle; the same length under another ETag when asked again\n`);
for (const [name, exit, result] of rows) console.log(`${name.padEnd(12)} ${exit.padEnd(22)} ${result}`);
process.exit(failed ? 1 : 0);
