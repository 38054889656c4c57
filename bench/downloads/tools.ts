import { createHash } from 'node:crypto';
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { runTool, type ToolRun } from './run-tool.ts';

/** Who brings the files. The equal ones also sum up every byte and wait until it is on disk, as Nadir does. */
export const tools = ['Nadir', 'curl =', 'aria2c =', 'curl', 'aria2c'] as const;
export type Tool = (typeof tools)[number];

export interface Round {
  folder: string;
  origin: string;
  /** The certificate that is trusted. */
  certificate: string;
  names: readonly string[];
  /** sha256 of each. */
  sums: ReadonlyMap<string, string>;
  connections: number;
  filesAtOnce: number;
}

export type RunTool = (round: Round, killWhen?: () => boolean) => Promise<ToolRun>;

const child = join(import.meta.dirname, 'nadir-child.ts');
const saidSchema = z.object({ ms: z.number(), processorMs: z.number(), beforeBytes: z.number() });

export async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

const runNadir: RunTool = async (round, killWhen) => {
  const list = join(round.folder, 'names.json');
  writeFileSync(list, JSON.stringify(round.names));
  const run = await runTool(
    process.execPath,
    [
      '--disable-warning=ExperimentalWarning',
      child,
      round.folder,
      round.origin,
      list,
      String(round.connections),
      String(round.filesAtOnce),
    ],
    killWhen ?? null,
    { NODE_EXTRA_CA_CERTS: round.certificate },
  );
  if (killWhen) return run;
  const { beforeBytes, ...said } = saidSchema.parse(JSON.parse(run.output));
  return { ...run, ...said, peakBytes: run.peakBytes - beforeBytes };
};

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(' ');
const isOne = ({ names }: Round) => names.length === 1;

/** What is on disk then is told by the sync of the one file, or of the file system where there are many: the cheaper each time. */
const thenSync = (round: Round, path: string) =>
  isOne(round) ? `sync '${path}'` : `sync -f '${round.folder}'`;

const curlPath = (round: Round) => join(round.folder, 'one');

function curlWords(round: Round): string[] {
  const { folder, origin, names, certificate } = round;
  const common = ['curl', '-q', '-s', '-f', '--cacert', certificate];
  if (isOne(round)) return [...common, '-C', '-', '-o', curlPath(round), `${origin}/${names[0]}`];
  const list = join(folder, 'curl.conf');
  const each = (name: string) =>
    `url = "${origin}/${name}"\noutput = "${join(folder, name.replace('/', '-'))}"\n`;
  writeFileSync(list, names.map(each).join(''));
  return [...common, '--no-progress-meter', '--parallel', '-K', list];
}

function ariaWords(round: Round, summed: boolean): string[] {
  const { folder, origin, names, certificate, connections, sums } = round;
  const common = ['aria2c', '--no-conf', '-q', '-c', '--file-allocation=none', '-d', folder];
  common.push(`--ca-certificate=${certificate}`);
  if (isOne(round)) {
    const [name = ''] = names;
    const check = summed ? [`--checksum=sha-256=${sums.get(name)}`] : [];
    return [...common, ...check, '-k1M', `-x${connections}`, `-s${connections}`, `${origin}/${name}`];
  }
  const list = join(folder, 'list.txt');
  const each = (name: string) =>
    `${origin}/${name}\n${summed ? `  checksum=sha-256=${sums.get(name)}\n` : ''}`;
  writeFileSync(list, names.map(each).join(''));
  return [...common, '-j16', '-i', list];
}

const shell = (line: string, killWhen?: () => boolean) => runTool('sh', ['-ec', line], killWhen ?? null);

function runBare(words: readonly string[], killWhen?: () => boolean) {
  const [command = '', ...rest] = words;
  return runTool(command, rest, killWhen ?? null);
}

export const runners: Record<Tool, RunTool> = {
  Nadir: runNadir,
  'curl =': (round) => {
    const files = isOne(round) ? `'${curlPath(round)}'` : `'${round.folder}'/s-*`;
    const line = `${quoted(curlWords(round))}; openssl dgst -sha256 ${files} > '${round.folder}/sums'`;
    return shell(`${line}; ${thenSync(round, curlPath(round))}`);
  },
  'aria2c =': (round) =>
    shell(
      `${quoted(ariaWords(round, true))}; ${thenSync(round, join(round.folder, round.names[0]?.replace(/^.*\//, '') ?? ''))}`,
    ),
  curl: (round, killWhen) => runBare(curlWords(round), killWhen),
  aria2c: (round, killWhen) => runBare(ariaWords(round, false), killWhen),
};
