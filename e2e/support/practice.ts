import { join } from 'node:path';
import { z } from 'zod';
import { startProcess } from './process.ts';

const practiceLineSchema = z.object({
  auth_url: z.string(),
  legacy_auth_url: z.string(),
  accounts_url: z.string(),
  base_url: z.string(),
  catalog_url: z.string(),
  orders_url: z.string(),
  catalog_path: z.string(),
  contract_header: z.string(),
  tasking_audience: z.string(),
  credentials: z.array(
    z.object({ kind: z.enum(['oauth', 'legacy']), client_id: z.string(), client_secret: z.string() }),
  ),
});

const controlLineSchema = z.object({ control_url: z.string() });

export type PracticeLine = z.infer<typeof practiceLineSchema>;

const program = join(import.meta.dirname, '../../out/main/src-main/practice/main.js');

/** The practice service as a process of its own, as `npm run practice` starts it. */
export async function startPractice(args: string[]) {
  const running = await startProcess([program, '--port', '0', ...args], {
    // The second line: the announcement is there by then.
    isReady: (line) => line.startsWith('{"control_url"'),
  });
  const json = running.lines.find((line) => line.startsWith('{')) ?? '';
  const line = practiceLineSchema.parse(JSON.parse(json));
  const controlUrl = controlLineSchema.parse(JSON.parse(running.readyLine)).control_url;
  return { ...running, line, json, controlUrl };
}

export function credentialsOf(line: PracticeLine, kind: 'oauth' | 'legacy') {
  const found = line.credentials.find((credentials) => credentials.kind === kind);
  if (!found) throw new Error(`no ${kind} credentials`);
  return found;
}
