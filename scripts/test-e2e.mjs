// `npm run test:e2e -- [--host window] [FILES]`: the end-to-end tests, of which the build must be there. With `--host window` all of them
// run on the built Electron host with a browser for its windows; without it, those do that the Playwright project `window` names.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const playwright = fileURLToPath(new URL('../node_modules/@playwright/test/cli.js', import.meta.url));
const args = process.argv.slice(2);
const at = args.indexOf('--host');
const host = at < 0 ? null : args[at + 1];
if (at >= 0 && host !== 'window') {
  console.error('There is one host to choose: --host window.');
  process.exit(2);
}
const rest = at < 0 ? args : [...args.slice(0, at), ...args.slice(at + 2), '--project=window'];
const child = spawn(process.execPath, [playwright, 'test', ...rest], {
  stdio: 'inherit',
  env: host === null ? process.env : { ...process.env, NADIR_TESTED_HOST: host },
});
child.on('close', (code) => {
  process.exitCode = code ?? 1;
});
