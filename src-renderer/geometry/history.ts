const mostSteps = 100;

interface History<T> {
  /** A change: what was there before it. */
  note(before: T): void;
  /** What was there before the last change, or null where nothing is left to undo; `now` can be had again by `redo`. */
  undo(now: T): T | null;
  redo(now: T): T | null;
}

/** Steps back and forth between states of one thing. */
export function createHistory<T>(): History<T> {
  let past: T[] = [];
  let future: T[] = [];
  return {
    note(before) {
      past = [...past, before].slice(-mostSteps);
      future = [];
    },
    undo(now) {
      const before = past.pop();
      if (before === undefined) return null;
      future.push(now);
      return before;
    },
    redo(now) {
      const after = future.pop();
      if (after === undefined) return null;
      past.push(now);
      return after;
    },
  };
}
