import { execFileSync } from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bench, Figure } from './bench.ts';
import {
  type CountingProxy,
  checkTools,
  makeFiles,
  type Nginx,
  smallNames,
  startNginx,
  startProxy,
} from './downloads/serve-files.ts';
import { type Round, runners, sumOf, type Tool, tools } from './downloads/tools.ts';
import { median } from './table.ts';

const mebi = 1_024 * 1_024;
const mostProcessorMs = 2_000;
const mostGrownBytes = 96 * mebi;

interface Case {
  name: string;
  names: readonly string[];
  /** Past the proxy, which stalls one connection of each run. */
  stalls?: boolean;
  connections: number;
  filesAtOnce: number;
  /** Beside Nadir. */
  tools: readonly Tool[];
  /** Greatest allowed ratio of the medians. */
  targets: Partial<Record<Tool, number>>;
  /** Its processor time and memory are held to what they may be. */
  weighed?: boolean;
}

const cases: Case[] = [
  {
    name: '1 GiB',
    names: ['big-1024'],
    connections: 4,
    filesAtOnce: 4,
    weighed: true,
    tools: ['curl =', 'aria2c =', 'curl', 'aria2c'],
    targets: { 'curl =': 0.8, 'aria2c =': 0.9 },
  },
  ...[4, 8].map(
    (connections): Case => ({
      name: `512 MiB, 20 MB/s × ${connections}`,
      names: ['slow/big-512'],
      connections,
      filesAtOnce: 4,
      tools: ['aria2c =', 'aria2c'],
      targets: { 'aria2c =': 1 },
    }),
  ),
  {
    name: '256 MiB, 20 MB/s × 4, one stalls 10 s',
    names: ['slow/big-256'],
    stalls: true,
    connections: 4,
    filesAtOnce: 4,
    tools: ['aria2c =', 'aria2c'],
    targets: { 'aria2c =': 0.5 },
  },
  {
    name: '800 small files',
    names: smallNames,
    connections: 4,
    filesAtOnce: 16,
    tools: ['curl =', 'aria2c =', 'curl', 'aria2c'],
    targets: { 'curl =': 1, 'aria2c =': 0.3 },
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

const verdict = (holds: boolean, text: string) => `${holds ? 'holds' : 'FAILS'}: ${text}`;

function ratioVerdict(values: Values, { name, targets }: Case, tool: Tool): string {
  const most = targets[tool] ?? Number.NaN;
  const of = values[`${name}: time`] ?? {};
  const [mine, theirs] = [of.Nadir ?? [], of[tool] ?? []];
  const ratio = median(mine) / median(theirs);
  const rounds = mine.map((ms, index) => ms / (theirs[index] ?? Number.NaN));
  const spread = `round by round ${Math.min(...rounds).toFixed(2)}–${Math.max(...rounds).toFixed(2)}, median ${median(rounds).toFixed(3)}`;
  return verdict(ratio <= most, `${name}: ${ratio.toFixed(3)} × ${tool} (target ${most}; ${spread})`);
}

function verdicts(values: Values, only: readonly Case[], variants: readonly Tool[]): string[] {
  return only.flatMap((each) => {
    const ratios = variants
      .filter((tool) => each.targets[tool] !== undefined)
      .map((tool) => ratioVerdict(values, each, tool));
    const cpu = median(values[`${each.name}: processor time`]?.Nadir ?? []);
    const grown = median(values[`${each.name}: memory, grown at most by`]?.Nadir ?? []);
    return [
      ...ratios,
      ...(each.weighed
        ? [
            verdict(
              cpu <= mostProcessorMs,
              `${each.name}: ${Math.round(cpu)} ms of processor time (target ${mostProcessorMs})`,
            ),
          ]
        : []),
      verdict(
        grown < mostGrownBytes,
        `${each.name}: memory grown by ${Math.round(grown / mebi)} MiB (target below 96)`,
      ),
    ];
  });
}

/** Which cases: NADIR_BENCH_ONLY holds a part of their names; `kill` is the last one. NADIR_BENCH_FOLDER: on which disk. */
const chosen = () => cases.filter(({ name }) => name.includes(process.env.NADIR_BENCH_ONLY ?? ''));
/** NADIR_BENCH_TOOLS: which ones, by commas; `Nadir` alone shows whether it ever ends early. */
const chosenTools = (): readonly Tool[] => {
  const names = process.env.NADIR_BENCH_TOOLS?.split(',') ?? [...tools];
  return tools.filter((tool) => names.includes(tool));
};

interface World {
  home: string;
  served: string;
  nginx: Nginx;
  proxy: CountingProxy;
  sums: ReadonlyMap<string, string>;
}

/** Starts all from nothing, and lets nothing that another left to the disk burden it. */
async function runOnce(world: World, each: Case, tool: Tool) {
  const { home, served, nginx, proxy, sums } = world;
  const folder = join(home, 'run');
  mkdirSync(folder);
  proxy.reset(each.stalls ? { connection: 2, afterBytes: 4 * mebi, ms: 10_000 } : null);
  execFileSync('sync');
  const { names, connections, filesAtOnce } = each;
  const origin = each.stalls ? proxy.origin : nginx.origin;
  const round: Round = {
    folder,
    origin,
    certificate: nginx.certificate,
    names,
    sums,
    connections,
    filesAtOnce,
  };
  const run = await runners[tool](round);
  check(folder, served, names);
  rmSync(folder, { recursive: true });
  return run;
}

async function killRounds(world: World, count: number, progress: (text: string) => void): Promise<Values> {
  const refetched: Values = {};
  const { home, served, nginx, proxy, sums } = world;
  for (let round = 1; round <= count; round += 1) {
    for (const tool of ['Nadir', 'curl', 'aria2c'] as const) {
      const folder = join(home, 'run');
      mkdirSync(folder);
      proxy.reset(null);
      const task: Round = {
        folder,
        origin: proxy.origin,
        certificate: nginx.certificate,
        names: ['slow/big-256'],
        sums,
        connections: 4,
        filesAtOnce: 4,
      };
      await runners[tool](task, () => proxy.bytes() > 128 * mebi);
      await runners[tool](task);
      check(folder, served, task.names);
      const again = Math.max(0, proxy.bytes() - 256 * mebi);
      note(refetched, 'fetched again after kill -9 in the middle of 256 MiB', tool, again);
      rmSync(folder, { recursive: true });
      progress(`kill -9: ${round} ${tool}`);
    }
  }
  return refetched;
}

export const bench: Bench = {
  title: 'over https, against curl and aria2c with equal work: every byte synced to disk, its sha256 known',
  async run({ runs, progress }) {
    checkTools(['curl', 'aria2c', 'openssl version', 'nginx -v']);
    const home = mkdtempSync(join(process.env.NADIR_BENCH_FOLDER ?? tmpdir(), 'nadir-bench-'));
    const served = join(home, 'served');
    const values: Values = {};
    const stops: (() => Promise<void>)[] = [];
    const only = chosen();
    const killing = 'kill -9'.includes(process.env.NADIR_BENCH_ONLY ?? '');
    const big = new Set(
      only.flatMap(({ names }) => names).map((name) => Number(/big-(\d+)$/.exec(name)?.[1])),
    );
    if (killing) big.add(256);
    const count = runs ?? 7;
    try {
      progress('making files');
      const sizes = [1024, 512, 256].filter((size) => big.has(size));
      await makeFiles(served, sizes);
      const sums = new Map<string, string>();
      for (const name of smallNames) sums.set(name, await sumOf(join(served, name)));
      for (const size of sizes) {
        const sum = await sumOf(join(served, `big-${size}`));
        for (const name of [`big-${size}`, `slow/big-${size}`]) sums.set(name, sum);
      }
      const nginx = await startNginx(home, served);
      stops.unshift(nginx.stop);
      const proxy = await startProxy(nginx.port);
      stops.unshift(proxy.close);
      const world: World = { home, served, nginx, proxy, sums };
      const wanted = chosenTools();
      for (const each of only) {
        const variants = wanted.filter((tool) => tool === 'Nadir' || each.tools.includes(tool));
        // The first round fills the caches and is not counted.
        for (let round = 0; round <= count; round += 1) {
          for (const [index] of variants.entries()) {
            const tool = variants[(index + round) % variants.length] ?? 'Nadir';
            const run = await runOnce(world, each, tool);
            progress(
              `${each.name}: ${round}/${count} ${tool} ${Math.round(run.ms)} ms, processor ${Math.round(run.processorMs)} ms`,
            );
            if (round === 0) continue;
            note(values, `${each.name}: time`, tool, run.ms);
            note(values, `${each.name}: processor time`, tool, run.processorMs);
            if (tool === 'Nadir') note(values, `${each.name}: memory, grown at most by`, tool, run.peakBytes);
          }
        }
      }
      const refetched = killing ? await killRounds(world, Math.min(3, count), progress) : {};
      const unitOf = (name: string): Figure['unit'] => (name.endsWith('time') ? 'ms' : 'bytes');
      return {
        variants: wanted,
        pairs: [
          ['Nadir', 'curl ='],
          ['Nadir', 'aria2c ='],
        ],
        figures: Object.entries({ ...values, ...refetched }).map(([name, by]) => ({
          name,
          unit: unitOf(name),
          values: { ...by },
        })),
        notes: [
          ...verdicts(values, only, wanted),
          'Nadir: from the call to the commit that says done, in a fresh process, with fdatasync, sha256 and journal; the start of Node, of its threads, the opening of the database and one file to warm up are not counted, as in an application that runs. Its processor time is that of all its threads.',
          '`=`: equal work. curl, then openssl dgst -sha256, then sync of the file (of the file system where there are many); aria2c --checksum, then the same sync. Without `=` the bare tool, for information: nothing synced, nothing summed up.',
          'aria2c: --file-allocation=none -k1M. In the stalling case the second connection falls silent for 10 s after 4 MiB. nginx with a certificate of its own, 2 workers. What was fetched again is counted with the bytes of TLS, 0.2 %.',
        ],
      };
    } finally {
      for (const stop of stops) await stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
};
