/**
 * Logs unhandled rejections, which would end the process by default, with transfers and submissions under way. An uncaught exception
 * is logged too, and then ends the process, because no state can be trusted after it. Returns the function that stops the logging.
 */
export function logStrayErrors(log: (error: unknown) => void): () => void {
  process.on('unhandledRejection', log);
  process.on('uncaughtExceptionMonitor', log);
  return () => {
    process.off('unhandledRejection', log);
    process.off('uncaughtExceptionMonitor', log);
  };
}
