import { arch, type as osName, release } from 'node:os';
import type { Check } from './check.ts';
import { type CheckResult, reportPath, type SelfTestReport, writeReport } from './report.ts';
import { checkLimitMs, errorWords, runChecks } from './run-checks.ts';

interface SelfTestOptions {
  host: SelfTestReport['host'];
  version: string;
  /** The user's data folder, where the report is put; nothing else of it is changed. */
  dataFolder: string;
  /** A folder for what the checks write. */
  workFolder: string;
  checks: readonly Check[];
  /** Aborted when the user ends the self-test. */
  stop: AbortSignal;
  limitMs?: number;
  print: (text: string) => void;
  now?: () => Date;
}

function versions(): Record<string, string> {
  const { node, electron, chrome } = process.versions;
  const found: Record<string, string> = { node };
  if (electron !== undefined) found.electron = electron;
  if (chrome !== undefined) found.chrome = chrome;
  return found;
}

const outcomeWidth = 'not tried'.length;
const line = (width: number, { name, outcome, words, milliseconds }: CheckResult) =>
  `${outcome.padEnd(outcomeWidth)}  ${name.padEnd(width)}  ${words} (${milliseconds} ms)\n`;

/**
 * Runs the checks, prints a line for each as soon as it is known and one for all, and puts the report into the data folder. Resolves
 * with the exit code: 0 if nothing failed and nobody ended it.
 */
export async function runSelfTest(options: SelfTestOptions): Promise<0 | 1> {
  const { host, version, dataFolder, workFolder, checks, stop, print } = options;
  const { limitMs = checkLimitMs, now = () => new Date() } = options;
  const system = `${osName()} ${release()} ${arch()}`;
  const width = Math.max(...checks.map(({ name }) => name.length));
  const named = Object.entries(versions()).map(([name, number]) => `${name} ${number}`);
  print(`Nadir ${version} tests itself: ${host} host, ${named.join(', ')}, ${system}\n\n`);
  const results = await runChecks(checks, {
    workFolder,
    stop,
    limitMs,
    onResult: (result) => print(line(width, result)),
  });
  const report: SelfTestReport = {
    version: 1,
    madeAt: now().toISOString(),
    nadir: version,
    host,
    system,
    versions: versions(),
    checks: results,
  };
  let isWritten = true;
  let place = `The report is ${reportPath(dataFolder)}; a support bundle has it too.`;
  try {
    writeReport(dataFolder, report);
  } catch (error) {
    place = `The report could not be written to ${dataFolder}: ${errorWords(error)}`;
    isWritten = false;
  }
  const count = (outcome: CheckResult['outcome']) =>
    results.filter((result) => result.outcome === outcome).length;
  print(`\n${count('ok')} ok, ${count('failed')} failed, ${count('not tried')} not tried. ${place}\n`);
  return count('failed') === 0 && isWritten && !stop.aborted ? 0 : 1;
}
