import type { Scope } from '../../../src-preload/contract/ids.ts';
import { scopeKey } from '../../core/scope.ts';
import { startTimer } from '../../core/start-timer.ts';

interface FollowOptions {
  /** Returns the contracts to keep up to date now, besides the one in force. */
  wanted: () => Scope[];
  /** Reads one contract again; resolves with whether that succeeded. Never rejects. */
  sync: (scope: Scope) => Promise<boolean>;
  /** A time in milliseconds that no change of the computer's clock affects. */
  monotonic: () => number;
  changed: () => void;
  setTimer?: (run: () => void, ms: number) => () => void;
}

/** At the start, the contract in force is read first. */
const firstMs = 2_000;
const quickMs = 120_000;
const slowestMs = 900_000;
const slowestAfterFailureMs = 1_800_000;
/** At most one sixth of the time is spent on these syncs. */
const pausePerSync = 5;

/**
 * Keeps the other contracts of a connection up to date with little load: one at a time, less and less often, and not at all
 * unless the user wants to see them.
 */
export function createContractFollower(options: FollowOptions) {
  const setTimer = options.setTimer ?? startTimer;
  const turns = new Map<string, { scope: Scope; dueMs: number; delayMs: number }>();
  let cancelTimer: (() => void) | null = null;
  let running: Promise<void> | null = null;
  let pauseUntilMs = 0;
  let closed = false;
  const ms = options.monotonic;

  function scheduleNext() {
    cancelTimer?.();
    cancelTimer = null;
    if (closed || running !== null || turns.size === 0) return;
    const [next] = [...turns.values()].sort((a, b) => a.dueMs - b.dueMs);
    if (!next) return;
    cancelTimer = setTimer(
      () => {
        running = sync(next).finally(() => {
          running = null;
          scheduleNext();
        });
      },
      Math.max(0, next.dueMs - ms(), pauseUntilMs - ms()),
    );
  }

  async function sync(turn: { scope: Scope; dueMs: number; delayMs: number }) {
    const began = ms();
    const good = await options.sync(turn.scope);
    const ended = ms();
    turn.delayMs = good
      ? Math.min(slowestMs, turn.delayMs * 1.5)
      : Math.min(slowestAfterFailureMs, turn.delayMs * 2);
    turn.dueMs = ended + turn.delayMs;
    pauseUntilMs = ended + Math.max(firstMs, pausePerSync * Math.max(0, ended - began));
  }

  return {
    /** Call this when settings, connections or contracts may have changed. */
    update() {
      if (closed) return;
      const wanted = new Map(options.wanted().map((scope) => [scopeKey(scope), scope]));
      let moved = false;
      for (const key of turns.keys())
        if (!wanted.has(key)) {
          turns.delete(key);
          moved = true;
        }
      for (const [key, scope] of wanted)
        if (!turns.has(key)) {
          turns.set(key, { scope, dueMs: ms() + firstMs, delayMs: quickMs });
          moved = true;
        }
      if (!moved) return;
      options.changed();
      scheduleNext();
    },
    followed: (): Scope[] => [...turns.values()].map(({ scope }) => scope),
    async close() {
      closed = true;
      cancelTimer?.();
      await running;
    },
  };
}
