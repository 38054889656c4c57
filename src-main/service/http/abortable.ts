import { AppError } from '../../core/app-error.ts';

/** Rejects with CANCELLED when the signal fires, for shared work or work that takes no signal. The work itself continues. */
export function abortable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(new AppError('CANCELLED', {}, { cause: signal.reason }));
    if (signal.aborted) leave();
    signal.addEventListener('abort', leave, { once: true });
    // Attached in every case: a rejection without a handler would end the process.
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
  });
}
