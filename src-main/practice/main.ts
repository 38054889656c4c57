import { createPracticeService } from './create-practice-service.ts';
import { parsePracticeFlags } from './options.ts';

/** `npm run practice`: the practice service alone; the first line on stdout is its announcement as JSON. */
async function main() {
  const service = await createPracticeService(parsePracticeFlags(process.argv.slice(2)));
  process.stdout.write(`${JSON.stringify(service.announcement)}\n`);
  const stop = () => {
    void service.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const message = taken
    ? 'That port is taken: choose another with --port, or 0 for a free one.'
    : String(error);
  process.stderr.write(`The practice service could not start. ${message}\n`);
  process.exit(1);
});
