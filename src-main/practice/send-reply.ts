import { open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import type { Fault } from './faults.ts';
import type { Reply } from './http-toolkit.ts';

const maxPieceBytes = 64 * 1_024;

async function* piecesOf(reply: Reply, pieceBytes: number): AsyncGenerator<Buffer> {
  const { body } = reply;
  if (body.kind === 'text') yield Buffer.from(body.text);
  else if (body.kind === 'file') {
    const file = await open(body.path);
    try {
      for (let at = body.start; at <= body.end; at += pieceBytes) {
        const piece = Buffer.alloc(Math.min(pieceBytes, body.end - at + 1));
        const { bytesRead } = await file.read(piece, 0, piece.length, at);
        yield piece.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }
}

function lengthOf(reply: Reply): number {
  const { body } = reply;
  if (body.kind === 'file') return body.end - body.start + 1;
  return body.kind === 'text' ? Buffer.byteLength(body.text) : 0;
}

/** Returns the reply with its JSON as text, because its length and its bytes are both needed. */
function withTextBody(reply: Reply): Reply {
  if (reply.body.kind !== 'json') return reply;
  const headers = { 'content-type': 'application/json', ...reply.headers };
  return { ...reply, headers, body: { kind: 'text', text: JSON.stringify(reply.body.value) } };
}

/** Returns the reply after the faults that change it as a whole. */
function applyFault(reply: Reply, fault: Fault): Reply {
  if (fault.status !== undefined) {
    const headers = fault.retryAfter === undefined ? {} : { 'retry-after': fault.retryAfter };
    return {
      status: fault.status,
      headers,
      body: { kind: 'json', value: { detail: 'A fault was planned.' } },
    };
  }
  if (fault.htmlWithStatus200) {
    const text = '<!doctype html><html><body><h1>Something went wrong</h1></body></html>';
    return {
      status: 200,
      headers: { 'content-type': 'text/html; charset=utf-8' },
      body: { kind: 'text', text },
    };
  }
  if (fault.malformedJson) {
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: { kind: 'text', text: '{"count": 3, "results": [{' },
    };
  }
  const range = reply.headers?.['content-range'];
  if (fault.wrongContentRange && range !== undefined) {
    return {
      ...reply,
      headers: {
        ...reply.headers,
        'content-range': range.replace(/\d+-/, (start) => `${Number.parseInt(start, 10) + 1}-`),
      },
    };
  }
  return reply;
}

interface Sending {
  response: ServerResponse;
  reply: Reply;
  fault: Fault;
  signal: AbortSignal;
  /** If true, only the headers are sent. */
  head: boolean;
  /** Called with the number of bytes of the body sent so far. */
  onSent: (bytes: number) => void;
}

/** Sends the reply with its faults. Rejects when the client goes away. */
export async function sendReply(sending: Sending): Promise<void> {
  const { fault, signal, onSent } = sending;
  if (fault.latencyMs) await wait(fault.latencyMs, undefined, { signal });
  const reply = withTextBody(applyFault(sending.reply, fault));
  const { body } = reply;
  let sent = 0;
  let isReported = false;
  function reportDelivered() {
    // The compressed bytes are not those of the file.
    if (isReported || body.kind !== 'file' || fault.gzip) return;
    isReported = true;
    body.onDelivered?.(sent);
  }
  const count = (bytes: number) => {
    sent = bytes;
    onSent(bytes);
    if (bytes === lengthOf(reply)) reportDelivered();
  };
  try {
    await transmit({ ...sending, reply, onSent: count });
  } finally {
    reportDelivered();
  }
}

/** Returns a piece of the body after the faults that change its bytes. */
function applyFaultToPiece(whole: Buffer, fault: Fault): Buffer {
  const piece = fault.changedBytes ? Buffer.from(whole.map((byte) => byte ^ 0x5a)) : whole;
  return fault.gzip ? gzipSync(piece) : piece;
}

async function transmit({ response, reply, fault, signal, head, onSent }: Sending): Promise<void> {
  const gzip = fault.gzip === true && reply.body.kind !== 'empty';
  const chunked = gzip || fault.truncatedChunked === true;
  response.statusCode = reply.status;
  if (reply.body.kind !== 'empty') response.setHeader('content-type', 'text/plain; charset=utf-8');
  for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value);
  if (gzip) response.setHeader('content-encoding', 'gzip');
  // 204 has no length (RFC 9110 §8.6).
  if (!chunked && reply.status !== 204) response.setHeader('content-length', lengthOf(reply));
  response.flushHeaders();
  if (head) {
    await new Promise<void>((resolve) => response.end(resolve));
    return;
  }
  const stopAt = Math.min(
    fault.resetAfterBytes ?? Number.POSITIVE_INFINITY,
    fault.stallAfterBytes ?? Number.POSITIVE_INFINITY,
  );
  let sent = 0;
  // A slow answer is sent in twenty pieces a second.
  const pieceBytes = Math.min(
    maxPieceBytes,
    Math.ceil((fault.bytesPerSecond ?? Number.POSITIVE_INFINITY) / 20),
  );
  for await (const whole of piecesOf(reply, pieceBytes)) {
    let piece = applyFaultToPiece(whole, fault).subarray(0, Math.max(0, stopAt - sent));
    if (fault.truncatedChunked) piece = piece.subarray(0, Math.ceil(piece.length / 2));
    if (fault.bytesPerSecond)
      await wait((piece.length / fault.bytesPerSecond) * 1_000, undefined, { signal });
    const hasRoom = piece.length === 0 || response.write(piece);
    // Counted before any wait, because a client that has the last byte may ask for the count at once.
    sent += piece.length;
    onSent(sent);
    if (!hasRoom) await untilDrained(response, signal);
    if (sent >= stopAt || fault.truncatedChunked) break;
  }
  if (fault.stallAfterBytes !== undefined && sent >= fault.stallAfterBytes) return;
  if ((fault.resetAfterBytes !== undefined && sent >= fault.resetAfterBytes) || fault.truncatedChunked) {
    // The written bytes must arrive before the reset.
    await new Promise((resolve) => response.write('', resolve));
    response.socket?.resetAndDestroy();
    return;
  }
  await new Promise<void>((resolve) => response.end(resolve));
}

function untilDrained(response: ServerResponse, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const done = () => {
      response.off('drain', done);
      signal.removeEventListener('abort', stop);
      resolve();
    };
    const stop = () => {
      response.off('drain', done);
      reject(new Error('the client went away'));
    };
    response.once('drain', done);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
