// npm run torture -- NAME [options]: what takes too long for `npm test`. Each NAME is a program of its own, bench/fault-injection/NAME.ts.
import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../bench/fault-injection', import.meta.url));
const known = readdirSync(folder)
  .filter((name) => name.endsWith('.ts'))
  .map((name) => name.slice(0, -'.ts'.length))
  .sort();
const [name = '', ...rest] = process.argv.slice(2);
if (!known.includes(name)) {
  console.error(`npm run torture -- NAME [options]\nNAME is one of: ${known.join(', ')}`);
  process.exit(2);
}
const child = spawn(
  process.execPath,
  ['--disable-warning=ExperimentalWarning', join(folder, `${name}.ts`), ...rest],
  { stdio: 'inherit' },
);
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.once('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
