import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { listenOnLoopback } from './scripted-server.ts';

export interface ConnectProxy {
  port: number;
  /** `host:port` of each CONNECT, with the credentials that came with it. */
  tunnels: { target: string; authorization: string | undefined }[];
  close(): Promise<void>;
}

/** A CONNECT proxy that leads every tunnel to one local port, whatever name is asked for; `refuseWith` refuses them instead, `hold` keeps them waiting. */
export async function startConnectProxy(options: {
  to: number;
  refuseWith?: string;
  hold?: Promise<void>;
}): Promise<ConnectProxy> {
  const tunnels: ConnectProxy['tunnels'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((_, response) => response.writeHead(400).end());
  server.on('connect', async (request, client: Socket) => {
    tunnels.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] });
    sockets.add(client);
    client.on('error', () => client.destroy());
    await options.hold;
    if (options.refuseWith !== undefined) {
      client.end(`HTTP/1.1 ${options.refuseWith}\r\ncontent-length: 0\r\n\r\n`);
      return;
    }
    const target = connect(options.to, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.pipe(target).pipe(client);
    });
    sockets.add(target);
    target.on('error', () => client.destroy());
  });
  const port = await listenOnLoopback(server);
  return {
    port,
    tunnels,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
