import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileResponse } from '../host/files.ts';
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

/** The bytes that are read at once: with smaller pieces a raster of some hundred megabytes takes the main loop twice as long. */
const pieceBytes = 1_024 * 1_024;

/** Sends a part of an open file and closes it. It throws if the file became shorter or the client has gone. */
async function sendPart(
  { file, start, end }: NonNullable<ReturnType<FileResponse['take']>>,
  response: ServerResponse,
): Promise<void> {
  const bytes = file.createReadStream({ start, end, highWaterMark: pieceBytes });
  await pipeline(bytes, response, { end: false });
  if (bytes.bytesRead < end - start + 1) throw new Error('the file became shorter');
  response.end();
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
  const part = reply instanceof FileResponse ? reply.take() : null;
  if (part) await sendPart(part, response).catch(() => response.destroy());
  else if (reply.body === null) response.end();
  else await pipeline(heardStream(reply.body), response).catch(() => response.destroy());
}
