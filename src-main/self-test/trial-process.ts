import { endOnUncaughtException, exceptionText } from '../host/uncaught-exception.ts';

/** After this time nobody reads what was printed. */
const flushMs = 1_000;

/** The process of a self-test: it ends at the user's word, after its last line is out, and although a thread of it may hang. */
export function createTrialProcess(exit: (code: number) => void) {
  endOnUncaughtException((error) => {
    process.stderr.write(`The self-test has ended early: ${exceptionText(error)}\n`);
    exit(1);
  });
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  let hangs = false;
  return {
    stop: stopping.signal,
    print: (text: string) => void process.stdout.write(text),
    /** A thread waits for the keychain and does not return. */
    onHang() {
      hangs = true;
    },
    /** Ends the process once everything printed has left it. */
    async end(code: number): Promise<void> {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, flushMs);
        process.stdout.write('', () => {
          clearTimeout(timer);
          resolve();
        });
      });
      // A normal exit would wait for that thread.
      if (hangs) process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
      exit(code);
    },
  };
}
