import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { seededRandom } from '../seeded-random.ts';
import { writeZip } from '../write-zip.ts';
import type { Plan } from './download-plan.ts';
import { type FaultServer, startFaultServer } from './download-server.ts';

const mebi = 1_024 * 1_024;
const program = fileURLToPath(new URL('./download-child.ts', import.meta.url));
/**
 * Of a kill: this share of a file, or of a small one so much, over all connections together. What still lies in the buffers
 * of the system counts too: the server has sent it.
 */
const lostShare = 0.05;
const lostBytes = 16 * mebi;
/** On the average of so many kills; a few on a busy disk say nothing. */
const lostMeanBytes = 4 * mebi;
const killsForMean = 100;
/** From here on even all kills of a download together may not cost more than the share. */
const largeBytes = 256 * mebi;

const lineSchema = z.object({
  ready: z.number().optional(),
  done: z.number().optional(),
  sha256: z.string().nullish(),
  unpacked: z.string().optional(),
  all: z.boolean().optional(),
  defect: z.string().optional(),
});

export interface DownloadFaultFigures {
  seed: number;
  rounds: number;
  kills: number;
  worlds: number;
  /** Kills of sessions over https. */
  secure: number;
  /** How often each kind of moment was hit. */
  moments: Record<string, number>;
  acknowledged: number;
  /** Bytes that were sent and lost by a kill. */
  lostBytes: { mean: number; most: number };
  /** Of the bytes that were needed, over all kills of each download together; of large files, and of those that are not. */
  fetchedAgainShare: { large: number; other: number };
  failures: string[];
}

function noise(bytes: number, random: () => number): Buffer {
  const words = new Uint32Array(Math.ceil(bytes / 4));
  for (let at = 0; at < words.length; at += 1) words[at] = random() * 2 ** 32;
  return Buffer.from(words.buffer, 0, bytes);
}

interface World {
  folder: string;
  files: Map<string, Buffer>;
  entries: Map<string, Buffer>;
  acknowledged: Map<number, string>;
  unpacked: Set<string>;
  /** Bytes that the journal had after the last session, by name. */
  kept: Kept;
}
type Kept = Map<string, number>;

function makeWorld(random: () => number, bigBytes: number): World {
  const entries = new Map<string, Buffer>();
  for (let n = 0; n < 24; n += 1)
    entries.set(`part-${n % 3}/entry-${n}.tif`, noise(Math.floor(1_000 + random() * 400_000), random));
  const zip = writeZip(
    [...entries].map(([name, data], index) => ({ name, data, method: index % 2 ? 8 : 0 })),
  );
  const files = new Map<string, Buffer>([
    ['big.bin', noise(bigBytes, random)],
    ['delivery.zip', zip],
  ]);
  for (let n = 0; n < 30; n += 1)
    files.set(`small-${n}.bin`, noise(Math.floor(500 + random() * 150_000), random));
  return {
    folder: mkdtempSync(join(tmpdir(), 'nadir-torture-')),
    files,
    entries,
    acknowledged: new Map(),
    unpacked: new Set(),
    kept: new Map(),
  };
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0);
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const within = (folder: string, name: string) => relative(folder, name).split(sep);

const rowSchema = z.object({ id: z.number(), state: z.string(), sha256: z.string().nullable() });
const pathSchema = z.object({ id: z.number(), path: z.string() });
const blockSchema = z.object({ id: z.number(), bytes: z.number() });

/** What the database holds, read from a copy: to look at it is not to help it. */
function inspectWorld(world: World) {
  const copy = join(world.folder, 'copy');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy);
  for (const name of readdirSync(world.folder))
    if (name.startsWith('nadir.db')) cpSync(join(world.folder, name), join(copy, name));
  if (!existsSync(join(copy, 'nadir.db'))) return null;
  const database = new DatabaseSync(join(copy, 'nadir.db'));
  try {
    const has = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'torture_saved'").get();
    const integrity = Object.values(database.prepare('PRAGMA integrity_check').get() ?? {}).join();
    if (!has) return { integrity, rows: [], paths: [], blocks: [] };
    const all = (sql: string) => database.prepare(sql).all();
    return {
      integrity,
      rows: z.array(rowSchema).parse(all('SELECT file_id AS id, state, sha256 FROM transfer')),
      paths: z.array(pathSchema).parse(all('SELECT file_id AS id, path FROM torture_saved')),
      blocks: z
        .array(blockSchema)
        .parse(
          all(
            'SELECT file_id AS id, sum(end_byte - start_byte) AS bytes FROM transfer_block GROUP BY file_id',
          ),
        ),
    };
  } finally {
    database.close();
  }
}

/** All that must hold after a kill, whenever it came; answers what does not, and what the journal has. */
function examine(world: World): { failures: string[]; kept: Map<string, number> } {
  const failures: string[] = [];
  const kept = new Map<string, number>();
  const names = [...world.files.keys()];
  const found = inspectWorld(world);
  if (found === null) return { failures: world.acknowledged.size > 0 ? ['the database is gone'] : [], kept };
  if (found.integrity !== 'ok') failures.push(`integrity_check: ${found.integrity}`);
  for (const { id, bytes } of found.blocks) kept.set(names[id - 1] ?? '', bytes);
  for (const { id, state } of found.rows) {
    const name = names[id - 1] ?? '';
    if (state === 'done') kept.set(name, world.files.get(name)?.length ?? 0);
  }
  for (const [id, sum] of world.acknowledged) {
    const row = found.rows.find((each) => each.id === id);
    const path = found.paths.find((each) => each.id === id)?.path;
    if (row?.state !== 'done' || row.sha256 !== sum)
      failures.push(`${names[id - 1]} was acknowledged and is ${row?.state}`);
    if (path === undefined || !existsSync(path) || sha256(readFileSync(path)) !== sum)
      failures.push(`${names[id - 1]} was acknowledged and does not lie there`);
  }
  const library = join(world.folder, 'library');
  const archiveFolders = new Set<string>();
  const entriesFound = new Map<string, number>();
  for (const entry of readdirSync(library, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const parts = within(library, path);
    if (parts.some((part) => part === '.partial' || part.startsWith('.unpacking-'))) continue;
    // project/scene/file, or project/scene/archive folder/…
    const [, , top = '', ...rest] = parts;
    const inArchive = rest.length > 0;
    if (inArchive) {
      const home = join(library, ...parts.slice(0, 3));
      archiveFolders.add(home);
      entriesFound.set(home, (entriesFound.get(home) ?? 0) + 1);
    }
    const due = inArchive ? world.entries.get(rest.join('/')) : world.files.get(top);
    if (!due || !readFileSync(path).equals(due))
      failures.push(`${parts.join('/')} bears its final name and is not whole`);
  }
  for (const home of archiveFolders)
    if (entriesFound.get(home) !== world.entries.size) failures.push(`${home} is not all of the archive`);
  if (archiveFolders.size > 1) failures.push(`${archiveFolders.size} folders of one archive`);
  for (const home of world.unpacked)
    if (!archiveFolders.has(home)) failures.push(`${home} was acknowledged and is gone`);
  return { failures, kept };
}

interface Session {
  moment: string;
  die: Plan['die'];
  /** From outside: so long after the server has sent this share of all. */
  outside: { share: number; afterMs: number } | null;
}

const moments = ['commit', 'placing', 'moved', 'unpack', 'unpack-placing', 'unpack-moved'] as const;

function drawSession(random: () => number): Session {
  const kind = random();
  // While bytes come, and while the last of them are checked.
  if (kind < 0.5)
    return { moment: 'receiving', die: null, outside: { share: random(), afterMs: random() * 60 } };
  if (kind < 0.6) return { moment: 'verifying', die: null, outside: { share: 1, afterMs: random() * 150 } };
  const moment = moments[Math.floor(random() * moments.length)] ?? 'commit';
  const time = moment.startsWith('unpack') ? 1 : 1 + Math.floor(random() * (moment === 'commit' ? 12 : 20));
  const afterMs = random() < 0.5 ? 0 : random() * (moment === 'unpack' ? 80 : 6);
  return { moment, die: { moment, time, afterMs }, outside: null };
}

interface Life {
  world: World;
  server: FaultServer;
  session: Session | null;
  secure: boolean;
}

/** One life; resolves with whether it was killed. */
async function live({ world, server, session, secure }: Life, failures: string[]) {
  const planPath = join(world.folder, 'plan.json');
  const certificatePath = join(world.folder, 'certificate.pem');
  writeFileSync(certificatePath, server.certificate);
  const plan: Plan = {
    origin: secure ? server.origins.secure : server.origins.plain,
    names: [...world.files.keys()],
    die: session?.die ?? null,
  };
  writeFileSync(planPath, JSON.stringify(plan));
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', program, world.folder, planPath],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, NODE_EXTRA_CA_CERTS: certificatePath },
    },
  );
  const ended = new Promise<NodeJS.Signals | number | null>((resolve) => {
    child.once('close', (code, signal) => resolve(signal ?? code));
  });
  const stuck = setTimeout(() => {
    failures.push('a session did not come to its end');
    child.kill('SIGKILL');
  }, 60_000);
  const stopWatching = session?.outside
    ? server.onSent(session.outside.share, () => {
        setTimeout(() => child.kill('SIGKILL'), session.outside?.afterMs ?? 0);
      })
    : () => undefined;
  for await (const text of createInterface({ input: child.stdout })) {
    const line = lineSchema.safeParse(JSON.parse(text)).data;
    if (line?.defect !== undefined) failures.push(line.defect);
    if (line?.done !== undefined) world.acknowledged.set(line.done, line.sha256 ?? '');
    if (line?.unpacked !== undefined) world.unpacked.add(line.unpacked);
  }
  const how = await ended;
  clearTimeout(stuck);
  stopWatching();
  if (how !== 'SIGKILL' && how !== 0) failures.push(`a session ended with ${how}`);
  return how === 'SIGKILL';
}

export interface DownloadFaultOptions {
  seed: number;
  rounds: number;
  /** The large file of every second download; of the others the other one. */
  bigBytes?: number;
  largeBytes?: number;
  /** Kills of one download before it may come to its end. */
  killsEach?: number;
  progress?: (text: string) => void;
}

/** Sums over all worlds. */
interface Tally {
  figures: DownloadFaultFigures;
  lost: number;
  /** Of large files, and of those that are not. */
  large: Traffic;
  other: Traffic;
}
interface Traffic {
  sent: number;
  needed: number;
}

const trafficOf = (tally: Tally, length: number) => (length >= largeBytes ? tally.large : tally.other);
const shareAgain = ({ sent, needed }: Traffic) => Math.max(0, sent / Math.max(1, needed) - 1);

/** What this session sent and did not keep, and whether that is more than may be. */
function weigh(world: World, server: FaultServer, kept: Kept, tally: Tally, killed: boolean): string[] {
  return [...world.files].flatMap(([name, { length }]) => {
    const [had, has, sent] = [world.kept.get(name) ?? 0, kept.get(name) ?? 0, server.sent(name)];
    const lost = Math.max(0, had + sent - has);
    trafficOf(tally, length).sent += sent;
    if (killed) {
      tally.lost += lost;
      tally.figures.lostBytes.most = Math.max(tally.figures.lostBytes.most, lost);
    }
    return [
      ...(lost > Math.max(lostShare * length, lostBytes)
        ? [`${name}: ${lost} bytes to fetch again of ${length}`]
        : []),
      ...(has < had ? [`${name}: the journal had ${had} and has ${has}`] : []),
    ];
  });
}

/** Downloads all of one world, killed again and again on the way. */
async function endure(
  world: World,
  server: FaultServer,
  tally: Tally,
  draw: (turn: number) => Session | null,
  progress: (text: string) => void,
): Promise<void> {
  const { figures } = tally;
  const total = sumOf([...world.files.values()].map(({ length }) => length));
  for (const { length } of world.files.values()) trafficOf(tally, length).needed += length;
  for (let turn = 0; figures.failures.length < 20; turn += 1) {
    const session = draw(turn);
    server.begin(total - sumOf([...world.kept.values()]));
    const failures: string[] = [];
    const secure = turn % 2 === 1;
    const killed = await live({ world, server, session, secure }, failures);
    const { failures: wrong, kept } = examine(world);
    failures.push(...wrong, ...weigh(world, server, kept, tally, killed));
    world.kept = kept;
    if (killed && session) {
      figures.kills += 1;
      if (secure) figures.secure += 1;
      figures.moments[session.moment] = (figures.moments[session.moment] ?? 0) + 1;
    }
    const what = `${figures.kills}/${figures.rounds} ${session?.moment ?? 'to the end'}${secure ? ' (https)' : ''}`;
    for (const failure of failures) figures.failures.push(`${what} ${JSON.stringify(session)}: ${failure}`);
    progress([what, ...failures].join(' FAILED '));
    if (!killed) break;
  }
  if (world.acknowledged.size !== world.files.size || world.unpacked.size !== 1)
    figures.failures.push(`at the end ${world.acknowledged.size} of ${world.files.size} files`);
  figures.acknowledged += world.acknowledged.size;
}

/** So many kills at seeded moments, over as many downloads as that takes; each goes on until all is there. */
export async function runDownloadFaults(options: DownloadFaultOptions): Promise<DownloadFaultFigures> {
  const {
    seed,
    rounds,
    bigBytes = 40 * mebi,
    largeBytes: large = largeBytes,
    killsEach = 12,
    progress = () => undefined,
  } = options;
  const random = seededRandom(seed);
  const figures: DownloadFaultFigures = {
    seed,
    rounds,
    kills: 0,
    worlds: 0,
    secure: 0,
    moments: {},
    acknowledged: 0,
    lostBytes: { mean: 0, most: 0 },
    fetchedAgainShare: { large: 0, other: 0 },
    failures: [],
  };
  const tally: Tally = {
    figures,
    lost: 0,
    large: { sent: 0, needed: 0 },
    other: { sent: 0, needed: 0 },
  };
  // After some kills a world may come to its end; then the next begins.
  const draw = (turn: number) => (figures.kills < rounds && turn < killsEach ? drawSession(random) : null);
  while (figures.kills < rounds && figures.failures.length < 20) {
    const world = makeWorld(random, figures.worlds % 2 === 0 ? large : bigBytes);
    const server = await startFaultServer(world.files);
    figures.worlds += 1;
    try {
      await endure(world, server, tally, draw, progress);
    } finally {
      await server.close();
      rmSync(world.folder, { recursive: true, force: true });
    }
  }
  figures.lostBytes.mean = tally.lost / Math.max(1, figures.kills);
  figures.fetchedAgainShare = { large: shareAgain(tally.large), other: shareAgain(tally.other) };
  const mostOnAverage = Math.max(lostMeanBytes, lostShare * Math.max(bigBytes, large));
  if (figures.kills >= killsForMean && figures.lostBytes.mean > mostOnAverage)
    figures.failures.push(`${Math.round(figures.lostBytes.mean)} bytes lost by a kill on the average`);
  if (figures.fetchedAgainShare.large > lostShare)
    figures.failures.push(`${(figures.fetchedAgainShare.large * 100).toFixed(1)} % were fetched again`);
  return figures;
}
