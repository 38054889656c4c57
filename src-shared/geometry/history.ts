const maxSteps = 100;

interface History<T> {
  /** Records a change with the state before it. */
  note(before: T): void;
  /** Returns the state before the last change, or null if there is nothing to undo; `redo` can return to `now`. */
  undo(now: T): T | null;
  redo(now: T): T | null;
}

/** Creates a history that steps back and forth between states of one object. */
export function createHistory<T>(): History<T> {
  let past: T[] = [];
  let future: T[] = [];
  return {
    note(before) {
      past = [...past, before].slice(-maxSteps);
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
