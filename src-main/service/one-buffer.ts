import { buildConnector } from 'undici';

/** One read takes what has come meanwhile; larger ones only fill the caches. */
const bufferBytes = 128 * 1_024;

/**
 * Plain connections that read into one buffer each, over and over. Otherwise every read makes a buffer of its own: of a GiB some
 * 16,000, and their collection costs more time and memory than all else that a download does. A piece of an answer is
 * good until the receiver returns, no longer.
 */
export function connectWithOneBuffer(timeoutMs: number): buildConnector.connector {
  const usual = buildConnector({ timeout: timeoutMs });
  return (options, callback) => {
    // A TLS connection that its server closes while the receiver rests would lose its end this way.
    if (options.protocol === 'https:') {
      usual(options, callback);
      return;
    }
    /** What came and was not taken yet, because the receiver rests. */
    const left: Buffer[] = [];
    let connected: Parameters<buildConnector.Callback>[1] = null;
    const connect = buildConnector({
      timeout: timeoutMs,
      onread: {
        buffer: Buffer.allocUnsafeSlow(bufferBytes),
        callback(length: number, buffer: Uint8Array) {
          const piece = Buffer.from(buffer.buffer, buffer.byteOffset, length);
          left.push(piece);
          connected?.emit('readable');
          // Nobody takes it for now: the next one must not come over it.
          if (left.at(-1) === piece) left[left.length - 1] = Buffer.from(piece);
          return left.length === 0;
        },
      },
    });
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error) {
        callback(error, null);
        return;
      }
      const read = socket.read.bind(socket);
      let waits = true;
      // With nothing left the socket itself is asked: that starts the reading again after a rest, and tells the end.
      socket.read = (size?: number): unknown => {
        // It asks for nothing when the connection ends; while the receiver rests, undici takes no end.
        if (size === 0 && !waits) return null;
        const piece = left.shift();
        waits = piece === undefined;
        return piece ?? read(size);
      };
      socket.unshift = (rest: Buffer) => {
        if (rest.length > 0) left.unshift(Buffer.from(rest));
      };
      connected = socket;
      callback(null, socket);
    });
  };
}
