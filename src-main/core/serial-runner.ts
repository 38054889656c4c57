/** Creates a runner that does one piece of work after another; a failure does not stop those after it. */
export function createSerialRunner() {
  let last: Promise<unknown> = Promise.resolve();
  return {
    /** Runs the work after all earlier work; resolves or rejects as it does. */
    run<T>(work: () => Promise<T>): Promise<T> {
      const next = last.then(work, work);
      last = next.catch(() => undefined);
      return next;
    },
    /** Resolves when all work so far has ended. */
    idle: () => last,
  };
}
