import { createPracticeService, type PracticeService } from './create-practice-service.ts';
import { parsePracticeFlags, practiceHelp } from './options.ts';

/**
 * `npm run practice`: the practice service alone. stdout: its announcement as JSON, then the control address as JSON.
 * Ends on SIGINT and SIGTERM, and when npm is gone.
 */
async function main() {
  const args = process.argv.slice(2);
  if (args.includes('--help')) return void process.stdout.write(practiceHelp);
  let service: PracticeService | null = null;
  let stopping = false;
  const stop = () => {
    stopping = true;
    // Still starting: it ends as soon as it has something to close.
    if (service) void service.close().then(() => process.exit(0));
  };
  // Before the first line is out: whoever reads it may stop us at once.
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  stopWithNpm(stop);
  service = await createPracticeService(parsePracticeFlags(args));
  if (stopping) return stop();
  const lines = [service.announcement, { control_url: service.controlUrl }];
  process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** A signal to npm reaches only the shell between it and us, and we would be left behind with our ports. */
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
