import type { RawData } from 'ws';

/** What the server says when it has let a socket in; what comes after it are calls. */
const welcome = 'nadir:in';
/** A page sends its key as soon as the socket is open. */
const greetingLimitMs = 10_000;
/** The close code for one that is not let in. */
const refusedCode = 4_401;

/** What of a socket is used. */
interface Greetable {
  on(event: 'error', listener: () => void): unknown;
  once(event: 'close', listener: () => void): unknown;
  once(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  send(text: string): void;
  close(code: number): void;
  terminate(): void;
}

interface GreetedSocketOptions {
  socket: Greetable;
  isKey: (text: string) => boolean;
  /** Called at most once, before any message that follows the key is told of. */
  letIn: () => void;
}

const textOf = (data: RawData) => (Buffer.isBuffer(data) ? data.toString('utf8') : '');

/**
 * The first message on a socket has to be the page's key. The cookie alone opens nothing: the browser shows it to every
 * server on 127.0.0.1, and whoever has it can write any Origin.
 */
export function greetSocket({ socket, isKey, letIn }: GreetedSocketOptions): void {
  const late = setTimeout(() => socket.terminate(), greetingLimitMs);
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
