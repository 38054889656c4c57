import { createPracticeService, type PracticeService } from './create-practice-service.ts';
import { parsePracticeFlags, practiceHelp } from './options.ts';

/**
 * Runs the practice service as a process (`npm run practice`). Prints two lines of JSON: the announcement and the control
 * address. Ends on SIGINT, on SIGTERM and when npm has ended.
 */
async function main() {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return void process.stdout.write(practiceHelp);
  let service: PracticeService | null = null;
  let stopping = false;
  const stop = () => {
    stopping = true;
    // During the start there is nothing to close yet; the check below ends the process.
    if (service) void service.close().then(() => process.exit(0));
  };
  // Registered before the first line is printed, because whoever reads it may stop the process at once.
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  stopWithNpm(stop);
  service = await createPracticeService(parsePracticeFlags(args));
  if (stopping) return stop();
  const lines = [service.announcement, { control_url: service.controlUrl }];
  process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/**
 * Calls `stop` when npm has ended. A signal to npm reaches only the shell that it started, not this process, which would keep
 * its ports.
 */
function stopWithNpm(stop: () => void) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    stop();
  }, 500);
  watch.unref();
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const port = /:(\d+)$/.exec(text)?.[1] ?? '';
  const message = taken ? `Port ${port} is taken: choose another with --port, or 0 for a free one.` : text;
  process.stderr.write(`The practice service could not start. ${message}\n`);
  process.exit(1);
});
