import type { Dispatcher } from 'undici';

/** Steers an answer while it comes. */
export interface Flow {
  /** Takes no more bytes until `resume`: the sender feels it by its own full buffers. */
  pause(): void;
  resume(): void;
  /** Ends the connection: the rest is not wanted. */
  leave(): void;
}

/** Takes an answer piece by piece, without streams in between. */
export interface Receiver {
  /** Interim and redirecting answers are not shown. */
  start(answer: { status: number; headers: Readonly<Record<string, string>> }, flow: Flow): void;
  /** The piece is good until this returns: the next one comes into the same memory. */
  data(piece: Buffer): void;
}

type Headers = Record<string, string | string[] | undefined>;

export function flatHeaders(headers: Headers): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

/** The answer was left in the middle because somebody wanted no more of it. */
class LeftAnswer extends Error {}

interface Call {
  dispatcher: Dispatcher;
  options: Dispatcher.DispatchOptions;
  /** The place an answer leads to; null when it is the answer itself. */
  redirectOf: (status: number, location: string | undefined) => string | null;
}

/**
 * One request through undici's lowest interface. Resolves with the place to go to, or with null when the body is whole
 * or was left by the receiver; rejects with what broke it, or with the signal's reason.
 */
export function receive(
  { dispatcher, options, redirectOf }: Call,
  receiver: Receiver,
  signal: AbortSignal,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    let over = false;
    let dueBytes = Number.POSITIVE_INFINITY;
    const end = (settle: () => void) => {
      if (over) return;
      over = true;
      signal.removeEventListener('abort', onAbort);
      settle();
    };
    const leave = (settle: () => void) => {
      end(settle);
      // Before it has a connection there is nothing to end; `onRequestStart` will see that it is over.
      controller?.abort(new LeftAnswer());
    };
    const onAbort = () => leave(() => reject(signal.reason));
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    signal.addEventListener('abort', onAbort, { once: true });
    dispatcher.dispatch(options, {
      onRequestStart(started) {
        controller = started;
        if (over) started.abort(new LeftAnswer());
      },
      onResponseStart(started, status, raw) {
        if (over || status < 200) return;
        const headers = flatHeaders(raw);
        const place = redirectOf(status, headers.location);
        if (/^\d+$/.test(headers['content-length'] ?? '')) dueBytes = Number(headers['content-length']);
        if (place !== null) leave(() => resolve(place));
        else
          receiver.start(
            { status, headers },
            {
              // After the last byte there is nothing to hold back; a connection that is closed just then would trip undici.
              pause: () => {
                if (dueBytes > 0) started.pause();
              },
              resume: () => {
                if (!over) started.resume();
              },
              leave: () => leave(() => resolve(null)),
            },
          );
      },
      onResponseData(_started, piece) {
        dueBytes -= piece.length;
        if (!over) receiver.data(piece);
      },
      onResponseEnd() {
        end(() => resolve(null));
      },
      onResponseError(_started, error) {
        end(() => reject(error));
      },
    });
  });
}
