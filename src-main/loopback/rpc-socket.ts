import type { RawData, WebSocket } from 'ws';

/** What the server says when it has let a socket in; what comes after it are calls. */
const welcome = 'nadir:in';
/** A page sends its key as soon as the socket is open. */
const greetingLimitMs = 10_000;
/** The close code for one that is not let in. */
const refusedCode = 4_401;

export interface GreetedSocketOptions {
  socket: WebSocket;
  isKey: (text: string) => boolean;
  /** Called at most once, before any message that follows the key is told of. */
  letIn: () => void;
  limitMs?: number;
}

const textOf = (data: RawData) => (Buffer.isBuffer(data) ? data.toString('utf8') : '');

/**
 * The first message on a socket has to be the page's key. The cookie alone opens nothing: the browser shows it to every
 * server on 127.0.0.1, and whoever has it can write any Origin.
 */
export function greetSocket({ socket, isKey, letIn, limitMs = greetingLimitMs }: GreetedSocketOptions): void {
  const late = setTimeout(() => socket.terminate(), limitMs);
  socket.on('error', () => socket.terminate());
  socket.once('close', () => clearTimeout(late));
  socket.once('message', (data, isBinary) => {
    clearTimeout(late);
    if (isBinary || !isKey(textOf(data))) {
      socket.close(refusedCode);
      // Whoever does not answer the closing is not waited for.
      socket.terminate();
      return;
    }
    letIn();
    socket.send(welcome);
  });
}
