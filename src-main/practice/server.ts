import { createServer, type Server } from 'node:http';
import { createDelayedWork } from './delayed-work.ts';
import { createRequestHandler, type ServerOptions } from './request-handler.ts';

/** A listening server of the practice service. */
export interface PracticeServer {
  server: Server;
  origin: string;
  close(): Promise<void>;
}

/** Starts one server on loopback; `port` 0 takes a free one. Rejects when the port is taken. */
export function listen(options: ServerOptions, port: number): Promise<PracticeServer> {
  const delayedWork = createDelayedWork();
  const server = createServer();
  // With the default of five seconds, a client on a busy machine may reuse a connection just when it is closed.
  server.keepAliveTimeout = 60_000;
  const close = () =>
    new Promise<void>((done) => {
      delayedWork.cancel();
      server.close(() => done());
      server.closeAllConnections();
    });

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      const actual = address !== null && typeof address === 'object' ? address.port : port;
      const origin = `http://127.0.0.1:${actual}`;
      server.on('request', createRequestHandler({ ...options, origin, delayedWork }));
      resolve({ server, origin, close });
    });
  });
}
