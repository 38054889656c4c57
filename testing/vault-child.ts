import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { isAppError } from '../src-main/core/app-error.ts';
import { createVault } from '../src-main/vault/vault.ts';
import { connectionIdSchema } from '../src-preload/contract/ids.ts';

/*
 * Runs steps on the real keychain of its session and prints what came of each. Steps come by stdin: a secret has no
 * place among the arguments of a process.
 */
const stepSchema = z.object({
  op: z.enum(['set', 'get', 'clear', 'probe', 'whereabouts', 'new-vault', 'read-file']),
  id: connectionIdSchema.default(connectionIdSchema.parse('connection-1')),
  clientId: z.string().default(''),
  clientSecret: z.string().default(''),
  /** How many at the same time. */
  times: z.number().default(1),
});
const inputSchema = z.object({ timeoutMs: z.number(), steps: z.array(stepSchema) });

const { timeoutMs, steps } = inputSchema.parse(JSON.parse(await text(process.stdin)));
const makeVault = () =>
  createVault({
    loadKeychain: async () => (await import('keytar')).default,
    service: 'Nadir test',
    timeoutMs,
  });
let vault = makeVault();

async function run({ op, id, clientId, clientSecret }: z.infer<typeof stepSchema>): Promise<unknown> {
  if (op === 'set') return vault.set(id, { clientId, clientSecret }, false);
  if (op === 'read-file') return (await readFile(import.meta.filename)).length > 0;
  if (op === 'new-vault') {
    vault = makeVault();
    return null;
  }
  return vault[op](id);
}

const results: unknown[] = [];
for (const step of steps) {
  const started = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: step.times }, () =>
      run(step).then(
        (value) => ({ value: value ?? null }),
        (error: unknown) => ({
          error: isAppError(error) ? { code: error.code, data: error.data } : String(error),
        }),
      ),
    ),
  );
  results.push({ ...outcomes.at(-1), ms: performance.now() - started });
}
process.stdout.write(JSON.stringify(results), () => {
  // As the application does at its end.
  if (vault.hangs()) process.once('exit', () => process.kill(process.pid, 'SIGKILL'));
  process.exit(0);
});
