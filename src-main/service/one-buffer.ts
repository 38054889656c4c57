import type { Socket } from 'node:net';
import { buildConnector } from 'undici';

/** One read takes what has come meanwhile; larger ones only fill the caches. */
const bufferBytes = 256 * 1_024;

/** Instead of a stream's own buffering: what came last, until it is read. */
function readFrom(socket: Socket, take: () => Buffer | null, giveBack: (rest: Buffer) => void): Socket {
  const read = socket.read.bind(socket);
  // Without anything left the socket itself is asked: that starts the reading again after a pause, and tells the end.
  socket.read = (size?: number): unknown => take() ?? read(size);
  socket.unshift = giveBack;
  return socket;
}

/**
 * Connections that read into one buffer each, over and over. Otherwise every read makes a buffer of its own: of a GiB some
 * 16,000, and their collection costs more time and memory than all else that a download does. A piece of an answer is
 * good until the receiver returns, no longer.
 */
export function connectWithOneBuffer(timeoutMs: number): buildConnector.connector {
  return (options, callback) => {
    let left: Buffer | null = null;
    let connected: Socket | null = null;
    const take = () => {
      const piece = left;
      left = null;
      return piece;
    };
    const connect = buildConnector({
      timeout: timeoutMs,
      onread: {
        buffer: Buffer.allocUnsafeSlow(bufferBytes),
        callback(length: number, buffer: Uint8Array) {
          left = Buffer.from(buffer.buffer, buffer.byteOffset, length);
          connected?.emit('readable');
          // Nobody takes it for now: nothing may be read over it.
          return left === null;
        },
      },
    });
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error) {
        callback(error, null);
        return;
      }
      connected = readFrom(socket, take, (rest) => {
        left = rest;
      });
      callback(null, socket);
    });
  };
}
