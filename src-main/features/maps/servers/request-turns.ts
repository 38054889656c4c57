import { AppError } from '../../../core/app-error.ts';

/** More than a view of any size asks for. */
const maxWaiting = 500;

interface Waiting {
  begin: () => void;
  refuse: (error: AppError) => void;
}

/**
 * Creates the turns of requests to one server. `maxRunning` returns how many may run at once; it is asked whenever one of them
 * might begin.
 */
export function createRequestTurns({ maxRunning }: { maxRunning: () => number }) {
  const waiting: Waiting[] = [];
  let running = 0;

  function beginNext() {
    while (running < maxRunning()) {
      // The tile that was asked for last is in view; the map may have been moved away from earlier ones.
      const next = waiting.pop();
      if (next === undefined) return;
      next.begin();
    }
  }

  return {
    /**
     * Resolves when a request may begin, which is counted as running from then on until `end` is called. Rejects with CANCELLED
     * when the signal fires, or when too many requests have been asked for after it.
     */
    take(signal: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        const cancel = () => {
          const index = waiting.indexOf(entry);
          if (index >= 0) waiting.splice(index, 1);
          reject(new AppError('CANCELLED', {}));
        };
        const entry: Waiting = {
          begin() {
            signal.removeEventListener('abort', cancel);
            // Counted here and not when the promise continues: otherwise `beginNext` would begin too many.
            running += 1;
            resolve();
          },
          refuse(error) {
            signal.removeEventListener('abort', cancel);
            reject(error);
          },
        };
        signal.addEventListener('abort', cancel, { once: true });
        waiting.push(entry);
        if (waiting.length > maxWaiting) waiting.shift()?.refuse(new AppError('CANCELLED', {}));
        beginNext();
      });
    },
    /** Ends a request that has begun, and begins those that wait. */
    end() {
      running -= 1;
      beginNext();
    },
    /** Rejects all requests that wait. */
    refuseWaiting(error: AppError) {
      for (const each of waiting.splice(0)) each.refuse(error);
    },
  };
}
