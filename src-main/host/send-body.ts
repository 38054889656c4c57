import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileResponse } from './files.ts';

/** The bytes that are read at once: with smaller pieces a raster of some hundred megabytes takes the main loop twice as long. */
const pieceBytes = 1_024 * 1_024;

/** Sends the parts of a body one by one, as fast as the client takes them. It throws if the body fails or the client has gone. */
async function sendStream(body: NonNullable<Response['body']>, sink: Writable): Promise<void> {
  const reader = body.getReader();
  async function* parts() {
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  }
  try {
    await pipeline(parts(), sink);
  } finally {
    // If the client has gone already, nothing was read and the body is still open.
    await reader.cancel().catch(() => undefined);
  }
}

/** Sends a part of an open file and closes it. It throws if the file became shorter or the client has gone. */
async function sendPart(
  { file, start, end }: NonNullable<ReturnType<FileResponse['take']>>,
  sink: Writable,
): Promise<void> {
  const bytes = file.createReadStream({ start, end, highWaterMark: pieceBytes });
  await pipeline(bytes, sink, { end: false });
  if (bytes.bytesRead < end - start + 1) throw new Error('the file became shorter');
  sink.end();
}

/** Sends the body of an answer and ends it; files go from their descriptor. What cannot be sent whole is cut off. */
export async function sendBody(reply: Response, sink: Writable): Promise<void> {
  const part = reply instanceof FileResponse ? reply.take() : null;
  if (part) await sendPart(part, sink).catch(() => sink.destroy());
  else if (reply.body === null) sink.end();
  else await sendStream(reply.body, sink).catch(() => sink.destroy());
}
