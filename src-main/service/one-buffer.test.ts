import { createHash, randomBytes } from 'node:crypto';
import { createServer as createPlain, type RequestListener, type Server } from 'node:http';
import { createServer as createSecure } from 'node:https';
import { Agent } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { makeTestCertificate } from '../testing/test-certificate.ts';
import { trustCertificate } from '../testing/trust-certificate.ts';
import { connectWithOneBuffer } from './one-buffer.ts';
import { type Flow, receive } from './receive.ts';

const bytes = randomBytes(9_000_000);
const sum = (all: Uint8Array) => createHash('sha256').update(all).digest('hex');
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ends.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** `paused`: rests for a turn of the loop after every so many pieces. */
async function fetchSum(origin: string, agent: Agent, path: string, paused: number): Promise<string> {
  const hash = createHash('sha256');
  let pieces = 0;
  let flow: Flow | null = null;
  await receive(
    { dispatcher: agent, options: { origin, path, method: 'GET' }, redirectOf: () => null },
    {
      start(_answer, started) {
        flow = started;
      },
      data(piece) {
        hash.update(piece);
        pieces += 1;
        if (paused === 0 || pieces % paused !== 0) return;
        flow?.pause();
        setTimeout(() => flow?.resume(), 1);
      },
    },
    new AbortController().signal,
  );
  return hash.digest('hex');
}

const answer: RequestListener = ({ url }, response) => {
  if (url === '/chunked') {
    // Its pieces and the marks between them come in one read, and are taken apart with rests in between.
    for (let at = 0; at < 2_000_000; at += 10_000) response.write(bytes.subarray(at, at + 10_000));
    response.end();
  } else if (url === '/close')
    response.writeHead(200, { 'content-length': bytes.length, connection: 'close' }).end(bytes);
  else response.writeHead(200, { 'content-length': bytes.length }).end(bytes);
};

it.each(['http:', 'https:'])(
  '%s what comes is what was sent, with and without rests, on one connection',
  async (protocol) => {
    let connections = 0;
    let server: Server = createPlain(answer);
    if (protocol === 'https:') {
      const { key, cert } = makeTestCertificate({ hosts: ['localhost'], forAddress: true });
      ends.push(trustCertificate(cert));
      server = createSecure({ key, cert }, answer);
    }
    server.on(protocol === 'https:' ? 'secureConnection' : 'connection', () => {
      connections += 1;
    });
    const origin = `${protocol}//127.0.0.1:${await listen(server)}`;
    const agent = new Agent({ connect: connectWithOneBuffer(5_000), connections: 1 });
    ends.push(() => agent.destroy());
    for (const paused of [0, 1, 3]) expect(await fetchSum(origin, agent, '/', paused)).toBe(sum(bytes));
    for (const paused of [0, 1])
      expect(await fetchSum(origin, agent, '/chunked', paused)).toBe(sum(bytes.subarray(0, 2_000_000)));
    expect(connections).toBe(1);
    // The end of the connection comes while the last bytes wait to be taken.
    for (const paused of [0, 1, 3]) expect(await fetchSum(origin, agent, '/close', paused)).toBe(sum(bytes));
  },
);

it('an answer that is cut is an error, not an end', async () => {
  const server = createPlain((_request, response) => {
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, 300_000), () => response.destroy());
  });
  const agent = new Agent({ connect: connectWithOneBuffer(5_000) });
  ends.push(() => agent.destroy());
  await expect(fetchSum(`http://127.0.0.1:${await listen(server)}`, agent, '/', 0)).rejects.toThrow();
});

it('nobody there is said so', async () => {
  const server = createPlain();
  const port = await listen(server);
  await ends.pop()?.();
  const agent = new Agent({ connect: connectWithOneBuffer(5_000) });
  ends.push(() => agent.destroy());
  await expect(fetchSum(`http://127.0.0.1:${port}`, agent, '/', 0)).rejects.toMatchObject({
    code: 'ECONNREFUSED',
  });
});
