/**
 * Logs unhandled rejections, which would end the process by default, with transfers and submissions under way. An uncaught exception
 * is logged too; the host then ends the process (`endOnUncaughtException`). Returns the function that stops the logging.
 */
export function logStrayErrors(log: (error: unknown) => void): () => void {
  process.on('unhandledRejection', log);
  process.on('uncaughtExceptionMonitor', log);
  return () => {
    process.off('unhandledRejection', log);
    process.off('uncaughtExceptionMonitor', log);
  };
}
