/**
 * Ends the process after an exception that nobody caught, because no state can be trusted after it: `end` says so to the user and ends
 * the process. Only the first one counts; what it breaks may throw more. Electron would otherwise show a box of its own and go on.
 */
export function endOnUncaughtException(end: (error: unknown) => void): void {
  let isEnding = false;
  process.on('uncaughtException', (error: unknown) => {
    if (isEnding) return;
    isEnding = true;
    end(error);
  });
}

/** Returns what is said about an exception, with its stack for whoever reports it. */
export const exceptionText = (error: unknown): string =>
  error instanceof Error ? (error.stack ?? error.message) : String(error);
