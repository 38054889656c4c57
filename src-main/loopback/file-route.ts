import type { IncomingMessage, ServerResponse } from 'node:http';
import { createLastingRequest } from '../core/lasting-request.ts';
import type { HostApp } from '../host/host-app.ts';
import { sendBody } from '../host/send-body.ts';
import { header } from './request-context.ts';

interface FileRequest {
  request: IncomingMessage;
  response: ServerResponse;
  url: URL;
  method: string;
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
  const reply = await files(createLastingRequest(url, { method, headers: asked, signal: gone.signal }));
  response.statusCode = reply.status;
  for (const [name, value] of reply.headers) response.setHeader(name, value);
  await sendBody(reply, response);
}
