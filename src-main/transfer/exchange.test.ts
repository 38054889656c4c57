import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTestCertificate } from '../../testing/test-certificate.ts';
import { threadsInProcess } from '../../testing/threads-in-process.ts';
import { trustCertificate } from '../../testing/trust-certificate.ts';
import type { ExchangeEnd } from './transfer-messages.ts';
import type { TransferThreads } from './transfer-threads.ts';

const bytes = randomBytes(6_000_000);
const sum = (all: Uint8Array) => createHash('sha256').update(all).digest('hex');
const ends: (() => unknown)[] = [];
let folder: string;
let file: FileHandle;
let threads: TransferThreads;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nadir-exchange-'));
  file = await open(join(folder, 'file'), 'w+');
  threads = threadsInProcess();
});
afterEach(async () => {
  await threads.close();
  for (const end of ends.splice(0).reverse()) await end();
  await file.close();
  rmSync(folder, { recursive: true, force: true });
});

let connections = 0;
async function listen(server: Server): Promise<number> {
  connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    return closed;
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

const answer: RequestListener = ({ url }, response) => {
  if (url === '/chunked') {
    // All chunks come in one read and are parsed with pauses in between.
    for (let at = 0; at < bytes.length; at += 10_000) response.write(bytes.subarray(at, at + 10_000));
    response.end();
  } else if (url === '/close')
    response.writeHead(200, { 'content-length': bytes.length, connection: 'close' }).end(bytes);
  else if (url === '/endless') {
    response.useChunkedEncodingByDefault = false;
    response.writeHead(200, { connection: 'close' }).end(bytes);
  } else if (url === '/cut') {
    response.writeHead(200, { 'content-length': bytes.length }).write(bytes.subarray(0, 1_000_000));
    setTimeout(() => response.destroy(), 50);
  } else response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
};

function start(secure: boolean): Promise<number> {
  if (!secure) return listen(createPlain(answer));
  const { key, cert } = makeTestCertificate({ hosts: ['storage.example'], forAddress: true });
  ends.push(trustCertificate(cert));
  return listen(createSecure({ key, cert }, answer));
}

/** Writes the whole answer into the file, with a pause after each reported piece. */
function download(url: string, { isSlow = false, addresses = null as string[] | null } = {}) {
  return new Promise<{ end: ExchangeEnd; at: number }>((resolve) => {
    const exchange = threads.request(
      { url, headers: {}, proxy: null, addresses, connectMs: 5_000, headMs: 5_000 },
      {
        head: () =>
          exchange.accept({
            fd: file.fd,
            start: 0,
            end: null,
            due: null,
            encoding: null,
            batchBytes: 128 * 1_024,
            metered: isSlow,
          }),
        received() {
          if (isSlow) setImmediate(exchange.resume);
        },
        written: () => undefined,
        ended: ({ end, at }) => resolve({ end, at }),
      },
    );
  });
}

it.each([
  [false, '/length'],
  [false, '/chunked'],
  [false, '/close'],
  [false, '/endless'],
  [true, '/length'],
  [true, '/chunked'],
  [true, '/close'],
  [true, '/endless'],
])('over TLS: %s, %s comes whole, also to a receiver that rests after each piece', async (secure, path) => {
  const port = await start(secure);
  for (const isSlow of [false, true]) {
    await file.truncate(0);
    const origin = `${secure ? 'https' : 'http'}://127.0.0.1:${port}`;
    expect(await download(origin + path, { isSlow })).toEqual({ end: { kind: 'over' }, at: bytes.length });
    expect(sum(readFileSync(join(folder, 'file')))).toBe(sum(bytes));
  }
  // A reusable connection goes back to the pool.
  expect(connections).toBe(path === '/length' || path === '/chunked' ? 1 : 2);
});

it('what is cut is a failure of the network, and what came is written', async () => {
  const port = await start(true);
  const { end, at } = await download(`https://127.0.0.1:${port}/cut`);
  expect(end.kind).toBe('network');
  expect(at).toBe(1_000_000);
  expect(readFileSync(join(folder, 'file')).equals(bytes.subarray(0, at))).toBe(true);
});

it('a name leads to the addresses that were judged, under its own certificate, and to nothing else', async () => {
  const port = await start(true);
  const url = `https://storage.example:${port}/length`;
  expect((await download(url, { addresses: ['127.0.0.1'] })).end.kind).toBe('over');
  expect((await download(url, { addresses: [] })).end.kind).toBe('network');
  const other = await download(`https://other.example:${port}/length`, { addresses: ['127.0.0.1'] });
  expect(JSON.stringify(other.end)).toContain('ERR_TLS_CERT_ALTNAME_INVALID');
});
