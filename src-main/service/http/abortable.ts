import { AppError } from '../../app-error.ts';

/** Leaves shared work, or work that takes no signal, when the signal fires. The work itself goes on. Rejects with CANCELLED. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new AppError('CANCELLED', {}, { cause: signal.reason }));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    // Attached in every case: a failure that nobody waits for any more must not end the process.
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
