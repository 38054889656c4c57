/** A clock that stands still until somebody lets it jump to the next thing that is due. */
export function createVirtualTime(startMs: number) {
  let at = startMs;
  const timers: { due: number; ring: () => void }[] = [];
  return {
    now: () => at,
    pause: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        const timer = { due: at + ms, ring: resolve };
        const stop = () => {
          const place = timers.indexOf(timer);
          if (place >= 0) timers.splice(place, 1);
          reject(new Error('the pause was ended'));
        };
        if (signal.aborted) return stop();
        timers.push(timer);
        signal.addEventListener('abort', stop, { once: true });
      }),
    /** How far the next jump goes; null when nothing waits. */
    ahead(): number | null {
      return timers.length === 0 ? null : Math.max(0, Math.min(...timers.map(({ due }) => due)) - at);
    },
    jump() {
      timers.sort((a, b) => a.due - b.due);
      const next = timers.shift();
      if (!next) return;
      at = Math.max(at, next.due);
      next.ring();
    },
    /** For who counts elsewhere. */
    advance(ms: number) {
      at += ms;
    },
    clear() {
      timers.length = 0;
    },
  };
}

export type VirtualTime = ReturnType<typeof createVirtualTime>;
