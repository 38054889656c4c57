/** Runs one piece of work after another; a failed one does not stop those after it. */
export function createExclusive() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Resolves or rejects as the work does. */
    run<T>(work: () => Promise<T>): Promise<T> {
      const next = last.then(work, work);
      last = next.catch(() => undefined);
      return next;
    },
    /** Resolves when everything that was given so far has ended. */
    idle: () => last,
  };
}
