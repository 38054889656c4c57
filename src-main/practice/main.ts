import { createPracticeService } from './create-practice-service.ts';
import { parsePracticeFlags } from './options.ts';

/** `npm run practice`: the practice service alone. stdout: its announcement as JSON, then the control address as JSON. */
async function main() {
  const service = await createPracticeService(parsePracticeFlags(process.argv.slice(2)));
  const lines = [service.announcement, { control_url: service.controlUrl }];
  process.stdout.write(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  const stop = () => {
    void service.close().then(() => process.exit(0));
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const port = /:(\d+)$/.exec(text)?.[1] ?? '';
  const message = taken ? `Port ${port} is taken: choose another with --port, or 0 for a free one.` : text;
  process.stderr.write(`The practice service could not start. ${message}\n`);
  process.exit(1);
});
