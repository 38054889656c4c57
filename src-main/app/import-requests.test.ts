import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeHttpClient, type TestHttpClient } from '../../testing/make-http-client.ts';
import { type ScriptedServer, startScriptedServer } from '../../testing/scripted-server.ts';
import { createImportRequests } from './import-requests.ts';

let server: ScriptedServer;
let client: TestHttpClient;
let folder: string;
let uncaught: unknown[];
const note = (error: unknown) => uncaught.push(error);
/** The listeners of the test runner, which would fail the run before the test can say why. */
let listeners: NodeJS.UncaughtExceptionListener[];

beforeEach(async () => {
  server = await startScriptedServer();
  client = makeHttpClient();
  folder = mkdtempSync(join(tmpdir(), 'nadir-import-requests-'));
  uncaught = [];
  listeners = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', note);
});
afterEach(async () => {
  process.off('uncaughtException', note);
  for (const listener of listeners) process.on('uncaughtException', listener);
  await client.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const path = () => join(folder, 'asset.tif');
const download = (
  signal = new AbortController().signal,
  {
    to = path(),
    sizeBytes = null,
    free = null,
    slowest = { bytes: 1_000, ms: 300 },
  }: {
    to?: string;
    sizeBytes?: number | null;
    free?: number | null;
    slowest?: { bytes: number; ms: number };
  } = {},
) =>
  createImportRequests({ httpClient: client.httpClient, freeBytes: async () => free, slowest }).download(
    { url: `${server.origin()}/asset.tif`, origin: server.origin(), path: to, sizeBytes },
    () => undefined,
    signal,
  );

/** Long enough for the error of a body that was left, which comes in a later turn of the event loop. */
async function someTurns() {
  for (let n = 0; n < 20; n += 1) await new Promise((resolve) => setImmediate(resolve));
}

const answers = [
  { status: 404, body: 'gone' },
  { status: 404, body: '' },
  { status: 500, body: 'x'.repeat(300_000) },
  { status: 204, body: '' },
  { status: 206, body: 'part' },
  { status: 302, body: '' },
] as const;
for (const { status, body } of answers)
  it(`an asset that answers ${status} with ${body.length} bytes is an error of the asset and no more`, async () => {
    server.play((_, response) => response.writeHead(status).end(body));
    await expect(download()).rejects.toMatchObject({ code: 'SERVICE_FAILED', data: { status } });
    await someTurns();
    expect(uncaught).toEqual([]);
  });

it('an answer whose file cannot be created is left without an unhandled error, and its connection ends', async () => {
  const closed = new Promise<void>((resolve) => {
    server.play((_, response, raw) => {
      raw.socket.once('close', () => resolve());
      response.writeHead(200, { 'content-length': '1000' }).write('first');
    });
  });
  await expect(download(undefined, { to: join(folder, 'none', 'asset.tif') })).rejects.toMatchObject({
    code: 'ENOENT',
  });
  await closed;
  await someTurns();
  expect(uncaught).toEqual([]);
});

it('an asset whose connection breaks while nobody reads it is no unhandled error', async () => {
  server.play((_, response, raw) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('first', () => raw.socket.destroy());
  });
  const { body } = await client.httpClient.stream(
    { method: 'GET', url: new URL(`${server.origin()}/asset.tif`), headersFor: () => ({}) },
    new AbortController().signal,
  );
  await new Promise<void>((resolve) => body.once('close', () => resolve()));
  await someTurns();
  expect(uncaught).toEqual([]);
  expect(existsSync(path())).toBe(false);
});

it('an asset is written as it was received', async () => {
  server.play((_, response) => response.end('pixels'));
  await download();
  expect(readFileSync(path(), 'utf8')).toBe('pixels');
});

describe('the free space', () => {
  const free = 1_000_000;
  /** Sends pieces without an end and without a stated length. */
  function playEndless() {
    server.play((_, response) => {
      const send = () => {
        if (!response.destroyed && response.write(Buffer.alloc(65_536))) setImmediate(send);
      };
      response.on('drain', send);
      send();
    });
  }

  it('is not filled by an asset whose size nobody states: the half of it stays', async () => {
    playEndless();
    await expect(download(undefined, { free })).rejects.toMatchObject({ problem: 'no-room' });
    expect(statSync(path()).size).toBeLessThanOrEqual(free / 2);
  });

  it('is not filled by a large asset whose size only the answer states, of which nothing is written', async () => {
    server.play((_, response) => response.writeHead(200, { 'content-length': String(free + 1) }).write('a'));
    await expect(download(undefined, { free })).rejects.toMatchObject({
      problem: 'no-room',
      path: String(free + 1),
    });
    expect(existsSync(path())).toBe(false);
  });

  it('is too small for the size of the item: the disk counts as full before anything is written', async () => {
    server.play((_, response) => response.end('a'));
    await expect(download(undefined, { free, sizeBytes: free + 1 })).rejects.toMatchObject({
      code: 'DISK_FULL',
      data: { neededBytes: free + 1 },
    });
    expect(existsSync(path())).toBe(false);
  });

  it('takes an asset whose size only the answer states, up to the last byte', async () => {
    server.play((_, response) => response.end(Buffer.alloc(free)));
    await download(undefined, { free });
    expect(statSync(path()).size).toBe(free);
  });
});

it('an asset that comes a byte at a time is given up, although its server is never silent', async () => {
  let timer: NodeJS.Timeout | undefined;
  server.play((_, response) => {
    timer = setInterval(() => response.write('a'), 20);
    response.on('close', () => clearInterval(timer));
  });
  await expect(download()).rejects.toMatchObject({ code: 'UNREACHABLE', data: { reason: 'timeout' } });
});
