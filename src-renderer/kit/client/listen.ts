interface ListenOptions<T> {
  open: (signal: AbortSignal) => Promise<AsyncIterable<T>>;
  onEvent: (event: T) => void;
  /** Called when a broken stream has been reopened; events in between were missed. */
  onReopened?: () => void;
  signal: AbortSignal;
  pause: (signal: AbortSignal) => Promise<void>;
  /** Reports an error of a listener. It is a defect and not a broken stream, so it must be visible. */
  report?: (error: unknown) => void;
}

/** Listens to a stream of the main process until the signal is aborted; reopens a stream that breaks. */
export async function listen<T>(options: ListenOptions<T>): Promise<void> {
  const { open, signal, pause, report = (error: unknown) => reportError(error) } = options;
  const callSafely = (run: () => void) => {
    try {
      run();
    } catch (error) {
      report(error);
    }
  };
  for (let round = 0; !signal.aborted; round += 1) {
    try {
      // Streams send their first event on subscription, so nothing is missed after it.
      let isReopened = round > 0;
      for await (const event of await open(signal)) {
        if (isReopened) callSafely(() => options.onReopened?.());
        isReopened = false;
        callSafely(() => options.onEvent(event));
      }
    } catch {
      // The connection is lost; the next call waits until it is reopened.
    }
    if (!signal.aborted) await pause(signal);
  }
}

const pauseMs = 500;

/** Waits a moment before the next attempt, or until the signal is aborted. */
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
