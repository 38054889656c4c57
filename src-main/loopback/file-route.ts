import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HostApp } from '../host/host-app.ts';
import { header } from './request-context.ts';

interface FileRequest {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  method: string;
}

/**
 * Returns the body as a stream with a listener for its errors. If the client has gone already, a pipeline ends at once and listens
 * no more; an error of the body after that would end the process.
 */
function heardStream(body: NonNullable<Response['body']>): Readable {
  const stream = Readable.fromWeb(body);
  stream.on('error', () => undefined);
  return stream;
}

/** Answers with a file of the page or of the application; stops reading it when the client has gone. */
export async function answerFile(files: HostApp['files'], { request, response, url, method }: FileRequest) {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const asked = new Headers();
  for (const name of ['range', 'if-range', 'if-none-match']) {
    const value = header(request, name);
    if (value !== null) asked.set(name, value);
  }
  const reply = await files(new Request(url, { method, headers: asked, signal: gone.signal }));
  response.statusCode = reply.status;
  for (const [name, value] of reply.headers) response.setHeader(name, value);
  if (reply.body === null) response.end();
  else await pipeline(heardStream(reply.body), response).catch(() => response.destroy());
}
