import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { makeDataFolder } from '../host/make-data-folder.ts';

const shortText = z.string().max(1_000);

const checkResultSchema = z.object({
  name: shortText,
  proves: shortText,
  outcome: z.enum(['ok', 'failed', 'not tried']),
  words: shortText,
  milliseconds: z.number().int().nonnegative(),
});

/** What one check found, and how long it took. */
export type CheckResult = z.infer<typeof checkResultSchema>;

const reportSchema = z.object({
  version: z.literal(1),
  madeAt: shortText,
  nadir: shortText,
  host: z.enum(['electron', 'loopback']),
  /** Name, release and processor of the operating system. */
  system: shortText,
  /** Of what runs Nadir: `node`, and `electron` and `chrome` where they are. */
  versions: z.record(z.string().max(100), shortText),
  checks: z.array(checkResultSchema).max(100),
});

/** What a self-test leaves in the data folder. */
export type SelfTestReport = z.infer<typeof reportSchema>;

const mostBytes = 256 * 1_024;

/** The place of the last report, beside the log. */
export const reportPath = (dataFolder: string): string => join(dataFolder, 'logs', 'self-test.json');

/** Puts the report in the place of the last one; a Nadir that reads it meanwhile has either. */
export function writeReport(dataFolder: string, report: SelfTestReport): void {
  const path = reportPath(dataFolder);
  const partial = `${path}.${process.pid}.new`;
  makeDataFolder(dirname(path));
  try {
    writeFileSync(partial, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
    renameSync(partial, path);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  }
}

/** Resolves with the last report, or null if there is none. Rejects if the file is none of Nadir, or too large for one. */
export async function readReport(dataFolder: string): Promise<SelfTestReport | null> {
  const file = await open(reportPath(dataFolder)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (file === null) return null;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(mostBytes + 1), 0, mostBytes + 1, 0);
    if (bytesRead > mostBytes) throw new Error('the report of the self-test is too large');
    return reportSchema.parse(JSON.parse(buffer.toString('utf8', 0, bytesRead)));
  } finally {
    await file.close();
  }
}
