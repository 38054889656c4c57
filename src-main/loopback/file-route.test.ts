import { EventEmitter, once } from 'node:events';
import { createServer, get } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { answerFile } from './file-route.ts';

/** Errors that would have ended the process. */
let uncaught: unknown[] = [];
const keep = (error: unknown) => uncaught.push(error);
let others: NodeJS.UncaughtExceptionListener[] = [];
beforeEach(() => {
  uncaught = [];
  others = process.listeners('uncaughtException');
  process.removeAllListeners('uncaughtException');
  process.on('uncaughtException', keep);
});
afterEach(() => {
  process.removeListener('uncaughtException', keep);
  for (const other of others) process.on('uncaughtException', other);
});

it('a file that fails after its client has gone does not end the process', async () => {
  const asked = new EventEmitter();
  const server = createServer((request, response) => {
    const files = async ({ signal }: Request) => {
      asked.emit('asked');
      if (!signal.aborted) await once(signal, 'abort');
      return new Response(
        new ReadableStream({
          pull: async (controller) => {
            await turn();
            controller.error(new Error('file closed'));
          },
        }),
      );
    };
    const url = new URL('http://127.0.0.1/files/1');
    void answerFile(files, { request, response, url, method: 'GET' }).then(() => asked.emit('over'));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const request = get({ port: address.port, host: '127.0.0.1' });
  request.on('error', () => undefined);
  await once(asked, 'asked');
  const over = once(asked, 'over');
  request.destroy();
  await over;
  server.close();
  await once(server, 'close');
  await turn();
  expect(uncaught).toEqual([]);
});
