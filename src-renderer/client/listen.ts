interface ListenOptions<T> {
  open: (signal: AbortSignal) => Promise<AsyncIterable<T>>;
  onEvent: (event: T) => void;
  /** The stream broke and is heard again; what happened in between was missed. */
  onAgain?: () => void;
  signal: AbortSignal;
  pause: (signal: AbortSignal) => Promise<void>;
  /** A listener that throws is a defect, not a broken stream: it must be seen. */
  report?: (error: unknown) => void;
}

/** Listens to a stream of main until the signal ends it; a stream that breaks is opened again. */
export async function listen<T>(options: ListenOptions<T>): Promise<void> {
  const { open, signal, pause, report = (error: unknown) => reportError(error) } = options;
  const tell = (run: () => void) => {
    try {
      run();
    } catch (error) {
      report(error);
    }
  };
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      // Streams send their first event at subscription: from then on nothing is missed.
      let again = round > 0;
      for await (const event of await open(signal)) {
        if (again) tell(() => options.onAgain?.());
        again = false;
        tell(() => options.onEvent(event));
      }
    } catch {
      // A lost connection: calls wait for the next one.
    }
    if (!signal.aborted) await pause(signal);
  }
}

const pauseMs = 500;

/** Waits a moment before the next attempt, or until the signal ends it. */
export function shortPause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, pauseMs);
    signal.addEventListener('abort', end, { once: true });
  });
}
