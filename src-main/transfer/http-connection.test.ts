import { once } from 'node:events';
import { createServer as createPlain, type Server, type Socket } from 'node:net';
import { createServer as createSecure, type TLSSocket } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { startConnectProxy } from '../../testing/connect-proxy.ts';
import { listenOnLoopback } from '../../testing/scripted-server.ts';
import { makeTestCertificate } from '../../testing/test-certificate.ts';
import { trustCertificate } from '../../testing/trust-certificate.ts';
import { type Connection, type Destination, keyOf, openConnection } from './http-connection.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts a server that ends with the test, even if clients are connected. */
async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  const port = await listenOnLoopback(server);
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((resolve) => server.close(resolve));
  });
  return port;
}

/** Starts an echo server. */
async function startEcho() {
  const sockets: Socket[] = [];
  const server = createPlain((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  return { port: await listen(server), sockets, server };
}

async function startSecureEcho() {
  const { key, cert } = makeTestCertificate({ hosts: ['files.example', 'more.example'], forAddress: true });
  ends.push(trustCertificate(cert));
  const sockets: TLSSocket[] = [];
  const reused: boolean[] = [];
  // The client's order decides the cipher, the server's the protocol.
  const options = { key, cert, ALPNProtocols: ['h2', 'http/1.1'], honorCipherOrder: false };
  const server = createSecure(options, (socket) => {
    sockets.push(socket);
    reused.push(socket.isSessionReused());
    socket.on('error', () => undefined);
    socket.pipe(socket);
  });
  server.on('tlsClientError', () => undefined);
  return { port: await listen(server), sockets, reused };
}

const to = (port: number, patch: Partial<Destination> = {}): Destination => ({
  secure: false,
  host: '127.0.0.1',
  port,
  proxy: null,
  addresses: null,
  ...patch,
});
async function open(destination: Destination): Promise<Connection> {
  const connection = await openConnection(destination, 10_000).opened;
  ends.push(connection.destroy);
  return connection;
}

/** Sends a text and waits until it was echoed. */
function echo(connection: Connection, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let heard = '';
    connection.listen({
      bytes(bytes) {
        heard += bytes.toString('latin1');
        if (heard.length === text.length) resolve(heard);
      },
      ended: (error) => reject(error ?? new Error('ended')),
    });
    connection.write(text);
  });
}
const endOf = (connection: Connection) =>
  new Promise<Error | null>((resolve) => {
    connection.listen({ bytes: () => undefined, ended: resolve });
  });

describe('a plain connection', () => {
  it('carries bytes in both directions, as they are', async () => {
    const { port } = await startEcho();
    const connection = await open(to(port));
    expect(connection.key).toBe(keyOf(to(port)));
    expect(await echo(connection, 'GET /ÿ')).toBe('GET /ÿ');
  });

  it('goes to the addresses that were checked, whatever its name', async () => {
    const { port } = await startEcho();
    const judged = to(port, { host: 'files.example', addresses: ['127.0.0.1'] });
    expect(await echo(await open(judged), 'x')).toBe('x');
    await expect(open({ ...judged, addresses: [] })).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('tells its end once, also when nothing is sent on it', async () => {
    const { port, sockets } = await startEcho();
    const connection = await open(to(port));
    await echo(connection, 'x');
    const ended = endOf(connection);
    sockets[0]?.end();
    expect(await ended).toBeNull();
  });

  it('tells why it broke', async () => {
    const { port, sockets } = await startEcho();
    const connection = await open(to(port));
    await echo(connection, 'x');
    const ended = endOf(connection);
    sockets[0]?.resetAndDestroy();
    expect(await ended).toMatchObject({ code: 'ECONNRESET' });
  });

  it('is closed when it is destroyed, and tells nobody then', async () => {
    const { port, sockets } = await startEcho();
    const connection = await open(to(port));
    await echo(connection, 'x');
    let told = 0;
    connection.listen({
      bytes: () => undefined,
      ended() {
        told += 1;
      },
    });
    const [socket] = sockets;
    if (!socket) throw new Error('no socket');
    const closed = once(socket, 'close');
    connection.destroy();
    await closed;
    expect(told).toBe(0);
  });

  it('rejects with what prevented it', async () => {
    const { port, server } = await startEcho();
    await new Promise((resolve) => server.close(resolve));
    await expect(open(to(port))).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

describe('a connection over TLS', () => {
  it('offers HTTP/1.1 only, the quickest cipher, and the name of the host', async () => {
    const { port, sockets } = await startSecureEcho();
    const connection = await open(
      to(port, { secure: true, host: 'files.example', addresses: ['127.0.0.1'] }),
    );
    expect(await echo(connection, 'x')).toBe('x');
    expect(sockets[0]?.alpnProtocol).toBe('http/1.1');
    expect(sockets[0]?.getCipher().name).toBe('TLS_AES_128_GCM_SHA256');
    expect(sockets[0]).toMatchObject({ servername: 'files.example' });
  });

  it('takes up the session of the one before to the same host', async () => {
    const { port, reused } = await startSecureEcho();
    const secure = to(port, { secure: true, host: 'more.example', addresses: ['127.0.0.1'] });
    for (let turn = 0; turn < 2; turn += 1) {
      const connection = await open(secure);
      await echo(connection, 'x');
      connection.destroy();
    }
    expect(reused).toEqual([false, true]);
  });

  it('is refused when the certificate is not that of the host', async () => {
    const { port } = await startSecureEcho();
    const other = to(port, { secure: true, host: 'other.example', addresses: ['127.0.0.1'] });
    await expect(open(other)).rejects.toMatchObject({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' });
  });
});

describe('what does not open', () => {
  /** Starts a server that accepts connections and sends nothing, so that TLS never starts. */
  async function startSilent() {
    const sockets: Socket[] = [];
    const server = createPlain((socket) => {
      sockets.push(socket);
      // The socket notices the end of the other side only when it reads.
      socket.resume();
      socket.on('error', () => undefined);
    });
    return { port: await listen(server), sockets, server };
  }

  it('is given up after its time, and closed', async () => {
    const { port, server } = await startSilent();
    const connected = once(server, 'connection');
    const { opened } = openConnection(to(port, { secure: true }), 100);
    const [socket]: Socket[] = await connected;
    const closed = socket && once(socket, 'close');
    await expect(opened).rejects.toMatchObject({ code: 'ETIMEDOUT', syscall: 'connect' });
    await closed;
  });

  it('is closed when nobody waits for it any more', async () => {
    const { port, server } = await startSilent();
    const connected = once(server, 'connection');
    const { opened, cancel } = openConnection(to(port, { secure: true }), 60_000);
    const rejected = expect(opened).rejects.toMatchObject({ code: 'ECONNABORTED' });
    const [socket]: Socket[] = await connected;
    const closed = socket && once(socket, 'close');
    cancel();
    await rejected;
    await closed;
  });

  it('is told when the other side closes it before', async () => {
    const { port, server } = await startSilent();
    server.on('connection', (socket) => socket.end());
    await expect(open(to(port, { secure: true }))).rejects.toMatchObject({ code: 'ECONNRESET' });
  });
});

describe('through a proxy', () => {
  it('asks for the destination with what proves it, and speaks TLS with the destination itself', async () => {
    const { port, sockets } = await startSecureEcho();
    const proxy = await startConnectProxy({ to: port });
    ends.push(proxy.close);
    const uri = `http://127.0.0.1:${proxy.port}`;
    const through = to(443, { secure: true, host: 'files.example', proxy: { uri, token: 'Basic eDp5' } });
    expect(await echo(await open(through), 'x')).toBe('x');
    expect(proxy.tunnels).toEqual([{ target: 'files.example:443', authorization: 'Basic eDp5' }]);
    expect(sockets[0]).toMatchObject({ servername: 'files.example', alpnProtocol: 'http/1.1' });
    await open({ ...through, proxy: { uri } });
    expect(proxy.tunnels.at(-1)?.authorization).toBeUndefined();
  });

  it('puts an address of IPv6 into brackets', async () => {
    const proxy = await startConnectProxy({ to: 9, refuseWith: '403 Forbidden' });
    ends.push(proxy.close);
    const through = to(443, { host: '::1', proxy: { uri: `http://127.0.0.1:${proxy.port}` }, secure: true });
    await expect(open(through)).rejects.toMatchObject({ code: 'ERR_PROXY' });
    expect(proxy.tunnels[0]?.target).toBe('[::1]:443');
  });

  it('tells the status with which the proxy refuses', async () => {
    const proxy = await startConnectProxy({ to: 9, refuseWith: '407 Proxy Authentication Required' });
    ends.push(proxy.close);
    const through = to(443, { secure: true, proxy: { uri: `http://127.0.0.1:${proxy.port}` } });
    await expect(open(through)).rejects.toMatchObject({
      code: 'ERR_PROXY',
      message: 'the proxy answered 407',
    });
  });

  it.each([
    ['closes', (socket: Socket) => socket.end(), { code: 'ECONNRESET' }],
    ['answers something else', (socket: Socket) => socket.write('SSH-2.0\r\n\r\n'), { code: 'HPE_INVALID' }],
  ])('is told when the proxy %s', async (_, answer, error) => {
    const port = await listen(
      createPlain((socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => answer(socket));
      }),
    );
    await expect(
      open(to(443, { secure: true, proxy: { uri: `http://127.0.0.1:${port}` } })),
    ).rejects.toMatchObject(error);
  });
});

it('a paused connection brings nothing until it is resumed', async () => {
  const { port, sockets } = await startEcho();
  const [connection, other] = [await open(to(port)), await open(to(port))];
  await echo(connection, 'x');
  const [socket] = sockets;
  if (!socket) throw new Error('no socket');
  connection.pause();
  const sent = once(socket, 'data');
  let isHeard = false;
  const heard = echo(connection, 'abc').then((text) => {
    isHeard = true;
    return text;
  });
  await sent;
  // Its bytes have arrived by then.
  await echo(other, 'x');
  expect(isHeard).toBe(false);
  connection.resume();
  expect(await heard).toBe('abc');
});
