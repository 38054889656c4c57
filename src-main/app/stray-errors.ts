/**
 * A failure that nobody waited for must neither pass unseen nor, as Node does by itself, take transfers and submissions
 * under way down with it. An exception that nobody caught is told too and then ends the process: no state can be trusted
 * after it. Returns the function that stops it.
 */
export function logStrayErrors(log: (error: unknown) => void): () => void {
  process.on('unhandledRejection', log);
  process.on('uncaughtExceptionMonitor', log);
  return () => {
    process.off('unhandledRejection', log);
    process.off('uncaughtExceptionMonitor', log);
  };
}
