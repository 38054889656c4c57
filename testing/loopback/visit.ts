import { type Agent, type IncomingHttpHeaders, request } from 'node:http';
import { z } from 'zod';

export interface Visit {
  port: number;
  method: string;
  target: string;
  /** Exactly these headers are sent, and nothing that a client adds by itself; null is not sent. */
  headers: Record<string, string | readonly string[] | null>;
  body?: string;
  agent?: Agent;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: string;
}

const portSchema = z.object({ port: z.number() });
export const portOf = (origin: string) => portSchema.parse({ port: Number(new URL(origin).port) }).port;

/** One request, raw. A connection that is cut without an answer counts as status 0. */
export function visit({ port, method, target, headers, body, agent }: Visit): Promise<Answer> {
  const sent = Object.entries(headers).flatMap(([name, value]) => (value === null ? [] : [[name, value]]));
  return new Promise((resolve) => {
    const cut = () => resolve({ status: 0, headers: {}, body: '' });
    const asked = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: target,
        setHost: false,
        headers: Object.fromEntries(sent),
        ...(agent ? { agent } : {}),
      },
      (answer) => {
        let text = '';
        answer
          .setEncoding('utf8')
          .on('data', (piece: string) => {
            text += piece;
          })
          .once('error', cut)
          .once('end', () =>
            resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
          );
      },
    );
    asked.once('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: '' });
    });
    asked.once('error', cut);
    asked.end(body);
  });
}

export const socketHeaders = {
  connection: 'Upgrade',
  upgrade: 'websocket',
  'sec-websocket-version': '13',
  'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
};
