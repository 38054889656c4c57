/** How many undelivered events are kept for a slow listener; older ones are dropped, the newest state counts. */
const maxWaiting = 1_000;

/** A subscription as an event iterator that ends with any of the signals and always unsubscribes. */
export async function* iterate<T>(
  subscribe: (push: (value: T) => void) => () => void,
  signals: readonly (AbortSignal | undefined)[],
): AsyncGenerator<T, void, void> {
  const waiting: T[] = [];
  let wake: () => void = () => undefined;
  const ended = AbortSignal.any(signals.filter((signal) => signal !== undefined));
  const onEnd = () => wake();
  ended.addEventListener('abort', onEnd);
  const unsubscribe = subscribe((value) => {
    if (waiting.length >= maxWaiting) waiting.shift();
    waiting.push(value);
    wake();
  });
  try {
    while (!ended.aborted) {
      const value = waiting.shift();
      if (value !== undefined) yield value;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    unsubscribe();
    ended.removeEventListener('abort', onEnd);
  }
}
