/** How many undelivered events are kept for a slow listener. */
const maxWaiting = 1_000;

/**
 * Turns a subscription into an event iterator that ends with any of the signals and always unsubscribes. `join` merges two
 * successive events for a slow listener; without it the oldest event is dropped, which is only right if each event contains
 * everything.
 */
export async function* iterate<T>(
  subscribe: (push: (value: T) => void) => () => void,
  signals: readonly (AbortSignal | undefined)[],
  join: ((older: T, newer: T) => T) | null = null,
): AsyncGenerator<T, void, void> {
  const waiting: T[] = [];
  let wake: () => void = () => undefined;
  const ended = AbortSignal.any(signals.filter((signal) => signal !== undefined));
  const onEnd = () => wake();
  ended.addEventListener('abort', onEnd);
  const unsubscribe = subscribe((value) => {
    const last = waiting.length >= maxWaiting ? waiting.pop() : undefined;
    if (last === undefined) waiting.push(value);
    else if (join !== null) waiting.push(join(last, value));
    else {
      waiting.push(last, value);
      waiting.shift();
    }
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
