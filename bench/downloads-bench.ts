import { execFileSync } from 'node:child_process';
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Bench, Figure } from './bench.ts';
import { runTool, type ToolRun } from './downloads/run-tool.ts';
import { makeFiles, smallNames, startNginx, startProxy } from './downloads/serve-files.ts';
import { median } from './table.ts';

const mebi = 1_024 * 1_024;
const [ours, aria, curl] = ['Nadir', 'aria2c', 'curl'] as const;
type Tool = typeof ours | typeof aria | typeof curl;
const tools = [ours, aria, curl] as const;

interface Round {
  folder: string;
  origin: string;
  names: readonly string[];
}
interface Case {
  name: string;
  names: readonly string[];
  /** Past the proxy, which stalls one connection of each run. */
  stalls?: boolean;
  connections: number;
  filesAtOnce: number;
  tools: Partial<Record<Tool, (round: Round) => Promise<ToolRun>>>;
  /** Greatest allowed ratio of the medians. */
  targets: Partial<Record<Tool, number>>;
}

const child = join(import.meta.dirname, 'downloads', 'nadir-child.ts');
const saidSchema = z.object({ ms: z.number(), processorMs: z.number() });

async function runOurs(
  { folder, origin, names }: Round,
  connections: number,
  filesAtOnce: number,
): Promise<ToolRun> {
  const list = join(folder, 'names.json');
  writeFileSync(list, JSON.stringify(names));
  const run = await runTool(process.execPath, [
    ...['--disable-warning=ExperimentalWarning', child, folder, origin, list],
    ...[String(connections), String(filesAtOnce)],
  ]);
  return { ...run, ...saidSchema.parse(JSON.parse(run.output)) };
}

const runAria =
  (connections: number) =>
  ({ folder, origin, names }: Round) =>
    runTool('aria2c', [
      ...['--no-conf', '-q', '--file-allocation=none', '-d', folder, '-k1M', `-x${connections}`],
      ...[`-s${connections}`, ...names.map((name) => `${origin}/${name}`)],
    ]);

function runAriaList({ folder, origin, names }: Round) {
  const list = join(folder, 'list.txt');
  writeFileSync(list, names.map((name) => `${origin}/${name}\n`).join(''));
  return runTool('aria2c', ['--no-conf', '-q', '--file-allocation=none', '-d', folder, '-j16', '-i', list]);
}

const runCurl = ({ folder, origin, names: [name = ''] }: Round) =>
  runTool('curl', ['-q', '-s', '-f', '-o', join(folder, 'one'), `${origin}/${name}`]);

function runCurlParallel({ folder, origin, names }: Round) {
  const list = join(folder, 'curl.conf');
  writeFileSync(
    list,
    names
      .map((name) => `url = "${origin}/${name}"\noutput = "${join(folder, name.replace('/', '-'))}"\n`)
      .join(''),
  );
  return runTool('curl', ['-q', '-s', '-f', '--no-progress-meter', '--parallel', '-K', list]);
}

const cases: Case[] = [
  {
    ...{ name: '1 GiB', names: ['big-1024'], connections: 4, filesAtOnce: 4 },
    tools: { [aria]: runAria(4), [curl]: runCurl },
    targets: { [aria]: 0.8, [curl]: 1.05 },
  },
  ...[4, 8].map(
    (connections): Case => ({
      ...{ name: `512 MiB, 20 MB/s × ${connections}`, names: ['slow/big-512'], connections, filesAtOnce: 4 },
      tools: { [aria]: runAria(connections) },
      targets: { [aria]: 1.02 },
    }),
  ),
  {
    ...{ name: '256 MiB, 20 MB/s × 4, one stalls 10 s', names: ['slow/big-256'], stalls: true },
    ...{ connections: 4, filesAtOnce: 4 },
    tools: { [aria]: runAria(4) },
    targets: { [aria]: 0.85 },
  },
  {
    ...{ name: '800 small files', names: smallNames, connections: 4, filesAtOnce: 16 },
    tools: { [aria]: runAriaList, [curl]: runCurlParallel },
    targets: { [aria]: 0.7, [curl]: 1 },
  },
];

/** A benchmark of transfers that are not the file would be worth nothing. */
function checkSame(path: string, original: string) {
  if (statSync(path).size !== statSync(original).size) throw new Error(`${path} is not whole`);
  const [one, other] = [openSync(path, 'r'), openSync(original, 'r')];
  try {
    const [a, b] = [Buffer.alloc(8 * mebi), Buffer.alloc(8 * mebi)];
    for (let at = 0; ; ) {
      const read = readSync(one, a, 0, a.length, at);
      readSync(other, b, 0, b.length, at);
      if (!a.subarray(0, read).equals(b.subarray(0, read))) throw new Error(`${path} differs`);
      if (read === 0) return;
      at += read;
    }
  } finally {
    closeSync(one);
    closeSync(other);
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(big-|slow-|one$|s-|\d+\.bin$)/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

function check(folder: string, served: string, names: readonly string[]) {
  const there = filesIn(folder);
  if (there.length !== names.length) throw new Error(`${there.length} files of ${names.length} in ${folder}`);
  for (const path of there) {
    const name = /([^/]*)$/.exec(path)?.[1] ?? '';
    const big = names[0]?.replace('slow/', '') ?? '';
    checkSame(path, join(served, big.startsWith('big-') ? big : `s/${name.replace('s-', '')}`));
  }
}

type Values = Record<string, Partial<Record<Tool, number[]>>>;

function note(values: Values, name: string, tool: Tool, value: number) {
  values[name] ??= {};
  const of = values[name];
  of[tool] = [...(of[tool] ?? []), value];
}

function verdicts(values: Values, only: readonly Case[]): string[] {
  return only.flatMap(({ name, targets }) =>
    Object.entries(targets).map(([tool, most]) => {
      const of = values[`${name}: time`] ?? {};
      const mine = of[ours] ?? [];
      const theirs = (tool === aria ? of[aria] : of[curl]) ?? [];
      const ratio = median(mine) / median(theirs);
      const rounds = mine.map((ms, index) => ms / (theirs[index] ?? Number.NaN));
      return `${ratio <= most ? 'holds' : 'FAILS'}: ${name}: ${ratio.toFixed(3)} × ${tool} (target ${most}; round by round ${Math.min(...rounds).toFixed(2)}–${Math.max(...rounds).toFixed(2)}, median ${median(rounds).toFixed(3)})`;
    }),
  );
}

/** Which cases: NADIR_BENCH_ONLY holds a part of their names; `kill` is the last one. NADIR_BENCH_FOLDER: on which disk. */
const chosen = () => cases.filter(({ name }) => name.includes(process.env.NADIR_BENCH_ONLY ?? ''));

export const bench: Bench = {
  title: 'against aria2c and curl, same server, same files; ours with fdatasync, sha256 and journal',
  async run({ runs, progress }) {
    const home = mkdtempSync(join(process.env.NADIR_BENCH_FOLDER ?? tmpdir(), 'nadir-bench-'));
    const served = join(home, 'served');
    const values: Values = {};
    const times: Values = {};
    const stops: (() => Promise<void>)[] = [];
    const only = chosen();
    const killing = 'kill -9'.includes(process.env.NADIR_BENCH_ONLY ?? '');
    const sizes = new Set(
      only.flatMap(({ names }) => names).map((name) => Number(/big-(\d+)$/.exec(name)?.[1])),
    );
    if (killing) sizes.add(256);
    try {
      progress('making files');
      await makeFiles(
        served,
        [1024, 512, 256].filter((size) => sizes.has(size)),
      );
      const nginx = await startNginx(home, served);
      stops.unshift(nginx.stop);
      const proxy = await startProxy(nginx.port);
      stops.unshift(proxy.close);
      const direct = `http://127.0.0.1:${nginx.port}`;
      const count = runs ?? 7;
      for (const each of only) {
        const variants = tools.filter((tool) => tool === ours || each.tools[tool]);
        // The first round fills the caches and is not counted.
        for (let round = 0; round <= count; round += 1) {
          const order = variants.map((_, index) => variants[(index + round) % variants.length] ?? ours);
          for (const tool of order) {
            const folder = join(home, 'run');
            mkdirSync(folder);
            proxy.reset(each.stalls ? { connection: 2, afterBytes: 4 * mebi, ms: 10_000 } : null);
            // What the last one left to the disk is not to burden this one.
            execFileSync('sync');
            const origin = each.stalls ? proxy.origin : direct;
            const task = { folder, origin, names: each.names };
            const run =
              (await each.tools[tool]?.(task)) ?? (await runOurs(task, each.connections, each.filesAtOnce));
            check(folder, served, each.names);
            rmSync(folder, { recursive: true });
            progress(`${each.name}: ${round}/${count} ${tool} ${Math.round(run.ms)} ms`);
            if (round === 0) continue;
            note(times, `${each.name}: time`, tool, run.ms);
            note(times, `${each.name}: processor time`, tool, run.processorMs);
            note(values, `${each.name}: peak memory`, tool, run.peakBytes);
          }
        }
      }
      const refetched: Values = {};
      for (let round = 1; killing && round <= Math.min(3, count); round += 1) {
        for (const tool of tools) {
          const folder = join(home, 'run');
          mkdirSync(folder);
          proxy.reset(null);
          const task = { folder, origin: proxy.origin, names: ['slow/big-256'] };
          await killOnce(tool, task, () => proxy.bytes() > 128 * mebi);
          check(folder, served, task.names);
          note(
            refetched,
            'fetched again after kill -9 in the middle of 256 MiB',
            tool,
            Math.max(0, proxy.bytes() - 256 * mebi),
          );
          rmSync(folder, { recursive: true });
          progress(`kill -9: ${round} ${tool}`);
        }
      }
      const figures = (of: Values, unit: Figure['unit']): Figure[] =>
        Object.entries(of).map(([name, by]) => ({ name, unit, values: { ...by } }));
      return {
        variants: tools,
        pairs: [
          [ours, aria],
          [ours, curl],
        ],
        figures: [...figures(times, 'ms'), ...figures(values, 'bytes'), ...figures(refetched, 'bytes')],
        notes: [
          ...verdicts(times, only),
          'Nadir: from the call to the commit that says done, in a fresh process; the start of Node and the opening of the database (some 0.3 s) are not counted. aria2c and curl: whole processes, nothing synced to disk, nothing summed up.',
          `aria2c: --file-allocation=none -k1M. In the stalling case the second connection falls silent for 10 s after 4 MiB. nginx ${existsSync('/usr/sbin/nginx') ? 'of the system' : ''}, 2 workers, sendfile.`,
        ],
      };
    } finally {
      for (const stop of stops) await stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
};

/** Ends it in the middle and lets it go on with what it kept. */
async function killOnce(tool: Tool, task: Round, when: () => boolean): Promise<void> {
  const { folder, origin, names } = task;
  const [name = ''] = names;
  const list = join(folder, 'names.json');
  writeFileSync(list, JSON.stringify(names));
  const commands: Record<Tool, [string, string[]]> = {
    [ours]: [
      process.execPath,
      ['--disable-warning=ExperimentalWarning', child, folder, origin, list, '4', '4'],
    ],
    [aria]: [
      'aria2c',
      [
        '--no-conf',
        '-q',
        '-c',
        '--file-allocation=none',
        '-d',
        folder,
        '-k1M',
        '-x4',
        '-s4',
        `${origin}/${name}`,
      ],
    ],
    [curl]: ['curl', ['-q', '-s', '-f', '-C', '-', '-o', join(folder, 'one'), `${origin}/${name}`]],
  };
  const [command, args] = commands[tool];
  await runTool(command, args, when);
  await runTool(command, args);
}
