import { closeSync, ftruncateSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import type { Bench } from './bench.ts';
import { runTool } from './downloads/run-tool.ts';
import { startNginx } from './downloads/serve-files.ts';
import { median } from './table.ts';

const count = 20;
/** NADIR_BENCH_SAMPLE_S: for how long. */
const sampleMs = Number(process.env.NADIR_BENCH_SAMPLE_S ?? 30) * 1_000;
const mebi = 1_024 * 1_024;
const mostGrowth = 96 * mebi;
const child = join(import.meta.dirname, 'downloads', 'nadir-child.ts');
const saidSchema = z.object({
  running: z.number(),
  doneBytes: z.number(),
  beforeBytes: z.number(),
  grownBytes: z.number(),
});

/** Announced in full, of nothing but zeros: takes no room where it is served. */
function makeHollow(path: string, bytes: number) {
  const file = openSync(path, 'w');
  ftruncateSync(file, bytes);
  closeSync(file);
}

export const bench: Bench = {
  title: `memory of ${count} transfers of 1 GiB at the same time`,
  async run({ runs, progress }) {
    const home = mkdtempSync(join(process.env.NADIR_BENCH_FOLDER ?? tmpdir(), 'nadir-bench-'));
    const served = join(home, 'served');
    mkdirSync(served);
    const names = Array.from({ length: count }, (_, index) => `big-1024-${index}`);
    for (const name of [...names, 'warm'])
      makeHollow(join(served, name), (name === 'warm' ? 16 : 1_024) * mebi);
    const nginx = await startNginx(home, served);
    const grown: number[] = [];
    const before: number[] = [];
    const received: number[] = [];
    try {
      for (let run = 1; run <= (runs ?? 3); run += 1) {
        const folder = join(home, 'run');
        mkdirSync(folder);
        const list = join(folder, 'names.json');
        writeFileSync(list, JSON.stringify(names.map((name) => `drip/${name}`)));
        const { output } = await runTool(
          process.execPath,
          [
            '--disable-warning=ExperimentalWarning',
            child,
            folder,
            nginx.origin,
            list,
            '4',
            String(count),
            String(sampleMs),
          ],
          null,
          { NODE_EXTRA_CA_CERTS: nginx.certificate },
        );
        const said = saidSchema.parse(JSON.parse(output));
        if (said.running !== count) throw new Error(`${said.running} transfers at the same time`);
        grown.push(said.grownBytes);
        before.push(said.beforeBytes);
        received.push(said.doneBytes);
        rmSync(folder, { recursive: true });
        progress(`${run}: grown by ${Math.round(said.grownBytes / mebi)} MiB`);
      }
      return {
        variants: ['Nadir'],
        pairs: [],
        figures: [
          { name: 'resident memory before', unit: 'bytes', values: { Nadir: before } },
          { name: '**growth, at most**', unit: 'bytes', values: { Nadir: grown } },
          { name: 'received by then', unit: 'bytes', values: { Nadir: received } },
        ],
        notes: [
          `${median(grown) < mostGrowth ? 'holds' : 'FAILS'}: growth below 96 MiB.`,
          `Looked at for ${sampleMs / 1_000} s at 3 MB/s each. Before: database and network are there, nothing was asked for yet.`,
        ],
      };
    } finally {
      await nginx.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
};
