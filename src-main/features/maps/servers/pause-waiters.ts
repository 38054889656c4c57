import { AppError } from '../../../core/app-error.ts';

/** Creates the waiters for the end of a pause. */
export function createPauseWaiters() {
  let waiters: (() => void)[] = [];
  return {
    /** Resolves with the next `resume`; rejects with CANCELLED when the signal fires. */
    wait(signal: AbortSignal): Promise<void> {
      return new Promise((resolve, reject) => {
        const cancel = () => {
          waiters = waiters.filter((each) => each !== resume);
          reject(new AppError('CANCELLED', {}));
        };
        const resume = () => {
          signal.removeEventListener('abort', cancel);
          resolve();
        };
        if (signal.aborted) return cancel();
        signal.addEventListener('abort', cancel, { once: true });
        waiters.push(resume);
      });
    },
    resume() {
      const resumed = waiters;
      waiters = [];
      for (const each of resumed) each();
    },
  };
}
