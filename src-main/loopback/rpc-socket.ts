import type { RawData } from 'ws';

/** The message of the server after it has admitted a socket; the messages after it are calls. */
const welcome = 'nadir:in';
/** A page asks once who is there, before it sends its key. */
const proofQuestion = /^nadir:prove ([\w-]{20,200})$/;
/** A page sends its key as soon as the socket is open. */
const keyTimeoutMs = 10_000;
/** The close code for a refused socket. */
const refusedCode = 4_401;

/** The functions of a socket that are used here. */
interface AdmittableSocket {
  on(event: 'error', listener: () => void): unknown;
  once(event: 'close', listener: () => void): unknown;
  once(event: 'message', listener: (data: RawData, isBinary: boolean) => void): unknown;
  send(text: string): void;
  close(code: number): void;
  terminate(): void;
}

interface AdmitSocketOptions {
  socket: AdmittableSocket;
  isKey: (text: string) => boolean;
  /** Returns the proof for a page's question (launch-session.ts). */
  prove: (nonce: string) => string;
  /** Called at most once, before any message after the key is handled. */
  onAdmitted: () => void;
}

const textOf = (data: RawData) => (Buffer.isBuffer(data) ? data.toString('utf8') : '');

/**
 * Admits a socket after the page's key, which is its first message, or the second after the question of who is there. The cookie alone is not enough: the browser sends it
 * to every server on 127.0.0.1, and a program that has it can send any Origin.
 */
export function admitSocket({ socket, isKey, prove, onAdmitted }: AdmitSocketOptions): void {
  const late = setTimeout(() => socket.terminate(), keyTimeoutMs);
  socket.on('error', () => socket.terminate());
  socket.once('close', () => clearTimeout(late));
  const receive = (data: RawData, isBinary: boolean, mayAsk: boolean) => {
    const question = isBinary || !mayAsk ? null : proofQuestion.exec(textOf(data));
    if (question !== null) {
      socket.once('message', (next, isNextBinary) => receive(next, isNextBinary, false));
      socket.send(`nadir:proof ${prove(question[1] ?? '')}`);
      return;
    }
    clearTimeout(late);
    if (isBinary || !isKey(textOf(data))) {
      socket.close(refusedCode);
      // Do not wait for the other end to confirm the close.
      socket.terminate();
      return;
    }
    onAdmitted();
    socket.send(welcome);
  };
  socket.once('message', (data, isBinary) => receive(data, isBinary, true));
}
