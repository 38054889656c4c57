import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { FileResponse } from './files.ts';

/** The bytes that are read at once: with smaller pieces a raster of some hundred megabytes takes the main loop twice as long. */
const pieceBytes = 1_024 * 1_024;

/**
 * Returns the body as a stream with a listener for its errors. If the client has gone already, a pipeline ends at once and listens
 * no more; an error of the body after that would end the process.
 */
function heardStream(body: NonNullable<Response['body']>): Readable {
  const stream = Readable.fromWeb(body);
  stream.on('error', () => undefined);
  return stream;
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
  else await pipeline(heardStream(reply.body), sink).catch(() => sink.destroy());
}
