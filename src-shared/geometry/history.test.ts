import { describe, expect, it } from 'vitest';
import { createHistory } from './history.ts';

describe('a history', () => {
  it('steps back and forth, and has nothing beyond either end', () => {
    const history = createHistory<string>();
    history.note('a');
    history.note('b');
    expect(history.undo('c')).toBe('b');
    expect(history.undo('b')).toBe('a');
    expect(history.undo('a')).toBeNull();
    expect(history.redo('a')).toBe('b');
    expect(history.redo('b')).toBe('c');
    expect(history.redo('c')).toBeNull();
    expect(history.undo('c')).toBe('b');
  });

  it('discards undone steps after a new change', () => {
    const history = createHistory<string>();
    history.note('a');
    history.undo('b');
    history.note('a');
    expect(history.redo('c')).toBeNull();
    expect(history.undo('c')).toBe('a');
  });

  it('keeps the last hundred steps', () => {
    const history = createHistory<number>();
    for (let step = 0; step < 250; step += 1) history.note(step);
    let steps = 0;
    for (let now = 250; ; steps += 1) {
      const before = history.undo(now);
      if (before === null) break;
      now = before;
    }
    expect(steps).toBe(100);
  });
});
