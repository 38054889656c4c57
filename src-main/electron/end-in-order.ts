import { app } from 'electron';
import { readHandedOver } from './opened-arguments.ts';
import { restartNadir } from './restart-nadir.ts';

/** After this time the process ends, even if closing hangs. */
const closeLimitMs = 10_000;

/** How the application ends. */
export interface Ending {
  /** True from the moment on at which its windows are gone and the store is being closed. */
  isClosing(): boolean;
  /** Asks the windows to close, then closes the store; the process ends with this code. */
  quit(exitCode?: number): void;
  /** Does the same, and then this, as the last thing of the process. */
  quitAndThen(last: () => void): void;
  /** Closes the store now, because the system ends the session and does not wait for windows. */
  closeNow(): void;
}

/**
 * Ends the application in good order, whatever asks for it: a window, a signal, the end of the session. `close` closes the store, and
 * `release` frees the data folder.
 */
export function endInOrder({ close, release }: { close: () => Promise<void>; release: () => void }): Ending {
  let exitCode = 0;
  let closing = false;
  let last: () => void = () => undefined;

  function finish() {
    if (closing) return;
    closing = true;
    setTimeout(() => app.exit(1), closeLimitMs).unref();
    // A store that cannot be closed keeps what was written to it, and its error is in the log.
    void close()
      .catch(() => undefined)
      .finally(() => {
        release();
        try {
          last();
        } finally {
          app.exit(exitCode);
        }
      });
  }

  app.on('will-quit', (event) => {
    event.preventDefault();
    finish();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit());
  // The new start has found this one, which shows no window any more, and has ended.
  app.on('second-instance', (_event, _argv, _folder, given) => {
    if (closing) restartNadir(readHandedOver(given));
  });

  return {
    isClosing: () => closing,
    quit(code = 0) {
      exitCode = code;
      app.quit();
    },
    quitAndThen(run) {
      last = run;
      app.quit();
    },
    closeNow: finish,
  };
}
