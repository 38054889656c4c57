import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listenOnLoopback } from '../../../testing/scripted-server.ts';
import { makeTestCertificate } from '../../../testing/test-certificate.ts';

let folder: string;
let server: Server;
let port: number;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-certificates-'));
  const { key, cert } = makeTestCertificate({ hosts: ['localhost'] });
  writeFileSync(join(folder, 'company.pem'), cert);
  server = createServer({ key, cert }, (_request, response) => response.end('hello'));
  port = await listenOnLoopback(server);
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const undici = pathToFileURL(createRequire(import.meta.url).resolve('undici')).href;
const source = (path: string) => new URL(path, import.meta.url).href;
/** A call of the service, as the main thread makes it. */
const call = () => `
  import { request } from '${undici}';
  import { createDispatchers } from '${source('./dispatchers.ts')}';
  const dispatchers = createDispatchers({ environment: {}, systemProxy: async () => null });
  const address = new URL('https://localhost:${port}/');
  const { dispatcher } = await dispatchers.for(address, 'pooled');
  const said = await request(address, { dispatcher }).then(({ body }) => body.text(), ({ code }) => code);
  await dispatchers.close();
  console.log(said);`;
/** The connection of a download, as a thread makes it. */
const download = () => `
  import { Worker } from 'node:worker_threads';
  const text = \`
    import { parentPort } from 'node:worker_threads';
    import { openConnection } from '${source('../../transfer/http-connection.ts')}';
    const to = { secure: true, host: 'localhost', port: ${port}, proxy: null, addresses: null };
    openConnection(to, 5000).opened.then(
      (connection) => { connection.destroy(); parentPort.postMessage('hello'); },
      ({ code }) => parentPort.postMessage(code),
    );\`;
  const worker = new Worker(new URL('data:text/javascript,' + encodeURIComponent(text)));
  worker.on('message', (said) => { console.log(said); worker.terminate(); });`;

/** Runs a script in a process of its own, because Node reads the system's store once; returns what it says. */
async function run(script: string, environment: NodeJS.ProcessEnv): Promise<string> {
  const flags = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, flags, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...environment },
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  await once(child, 'close');
  return said.trim();
}

// On Linux the store is the file that this variable names; other systems have it elsewhere.
it.runIf(process.platform === 'linux').each([
  ['a call of the service', call],
  ['a download in its thread', download],
])(
  '%s trusts an authority of the system, such as that of a company, and no other',
  async (_name, script) => {
    expect(await run(script(), { SSL_CERT_FILE: join(folder, 'company.pem') })).toBe('hello');
    expect(await run(script(), {})).toBe('DEPTH_ZERO_SELF_SIGNED_CERT');
  },
  20_000,
);
