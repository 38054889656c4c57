import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { readRange } from '../src-main/core/byte-range.ts';
import { createDeliveryHarness } from './delivery-harness.ts';
import { type FileServer, startFileServer } from './file-server.ts';
import { seededRandom } from './seeded-random.ts';

/*
 * Many files through the real queue, each with its own list of what goes wrong, request by request; several connections per
 * large file, a clock a hundred times as fast. What came of each is judged by its bytes.
 */

interface Version {
  bytes: Buffer;
  sha256: string;
  etag: string | null;
  lastModified: string | null;
}

interface Traits {
  large: boolean;
  versions: readonly Version[];
  /** Announces that it does parts: only then several connections are opened. */
  announces: boolean;
  heedsIfRange: boolean;
}

/** What one request meets. */
interface Step {
  fault: FaultName;
  /** The version of the file from now on. */
  version: number;
  /** Where in the body, or which variant. */
  at: number;
}

interface Answer {
  status: number;
  headers: Record<string, string | number>;
  body: Buffer;
}

interface Scene {
  request: IncomingMessage;
  response: ServerResponse;
  traits: Traits;
  version: Version;
  at: number;
  foreign: string;
  /** From now on the present link is refused. */
  expire: () => void;
}

function answerOf(
  { request, traits, version }: Scene,
  { ranges = true, heeds = traits.heedsIfRange } = {},
): Answer {
  const { bytes, etag, lastModified } = version;
  const headers: Answer['headers'] = {
    'content-type': 'application/octet-stream',
    ...(etag === null ? {} : { etag }),
    ...(lastModified === null ? {} : { 'last-modified': lastModified }),
    ...(traits.announces ? { 'accept-ranges': 'bytes' } : {}),
  };
  const condition = request.headers['if-range']?.toString();
  const current = condition === undefined || !heeds || condition === (etag ?? lastModified);
  const range = ranges && current ? readRange(request.headers.range ?? null, bytes.length) : null;
  if (range?.kind === 'unsatisfiable')
    return {
      status: 416,
      headers: { ...headers, 'content-range': `bytes */${bytes.length}` },
      body: Buffer.alloc(0),
    };
  if (range?.kind !== 'part') return { status: 200, headers, body: bytes };
  const { start, end } = range;
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
    body: bytes.subarray(start, end + 1),
  };
}

function begin({ response }: Scene, { status, headers, body }: Answer, chunked = false) {
  response.writeHead(status, chunked ? headers : { ...headers, 'content-length': body.length });
}

const sound = (scene: Scene, answer = answerOf(scene)) => {
  begin(scene, answer);
  scene.response.end(answer.body);
};

/** The first part of the body, and then that. */
function partly(scene: Scene, then: () => void, { chunked = false, answer = answerOf(scene) } = {}) {
  begin(scene, answer, chunked);
  scene.response.write(answer.body.subarray(0, Math.floor(answer.body.length * scene.at)), then);
}

async function drip(scene: Scene) {
  const answer = answerOf(scene);
  begin(scene, answer);
  const pieces = 8;
  const length = Math.ceil(answer.body.length / pieces);
  for (let n = 0; n < pieces && !scene.response.destroyed; n += 1) {
    scene.response.write(answer.body.subarray(n * length, (n + 1) * length));
    await wait(4);
  }
  scene.response.end();
}

function wrongRange(scene: Scene) {
  const { bytes } = scene.version;
  const answer = answerOf(scene);
  const from = Math.floor(bytes.length * scene.at);
  const lies = [
    `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    `bytes 0-${bytes.length - 1}/${bytes.length}`,
    `bytes ${from}-${bytes.length + 5}/${bytes.length}`,
    `items ${from}-${bytes.length - 1}/${bytes.length}`,
    'bytes */*',
    `bytes ${from}-${bytes.length - 1}/${bytes.length + 77}`,
  ];
  const lie = lies[Math.floor(scene.at * 6)] ?? 'bytes */*';
  sound(scene, {
    ...answer,
    status: 206,
    headers: { ...answer.headers, 'content-range': lie },
    body: bytes.subarray(from),
  });
}

function text(scene: Scene, status: number, headers: Answer['headers'], body: string) {
  sound(scene, { status, headers, body: Buffer.from(body) });
}

const faults = {
  sound: (scene: Scene) => sound(scene),
  cut: (scene: Scene) => partly(scene, () => scene.response.destroy()),
  stall: (scene: Scene) => partly(scene, () => undefined),
  drip: (scene: Scene) => void drip(scene),
  reset: (scene: Scene) => partly(scene, () => scene.response.socket?.resetAndDestroy()),
  resetAtOnce: (scene: Scene) => scene.response.socket?.resetAndDestroy(),
  wrongRange,
  wholeForPart: (scene: Scene) => sound(scene, answerOf(scene, { ranges: false })),
  gzip(scene: Scene) {
    const answer = answerOf(scene, { ranges: scene.at < 0.5 });
    const headers = { ...answer.headers, 'content-encoding': 'gzip' };
    sound(scene, { ...answer, headers, body: gzipSync(answer.body, { level: 1 }) });
  },
  cutGzip(scene: Scene) {
    const whole = answerOf(scene, { ranges: false });
    const headers = { ...whole.headers, 'content-encoding': 'gzip' };
    const answer = { ...whole, headers, body: gzipSync(whole.body, { level: 1 }) };
    partly(scene, () => scene.response.destroy(), { answer, chunked: true });
  },
  // The same bytes under another name, as some servers do with every token.
  otherTag(scene: Scene) {
    const etag = `"other-${Math.floor(scene.at * 4)}"`;
    const version = { ...scene.version, etag };
    sound(scene, answerOf({ ...scene, version }, { heeds: scene.at < 0.7 }));
  },
  weakTag: (scene: Scene) =>
    sound(scene, answerOf({ ...scene, version: { ...scene.version, etag: 'W/"same"' } })),
  noTag: (scene: Scene) =>
    sound(scene, answerOf({ ...scene, version: { ...scene.version, etag: null, lastModified: null } })),
  heedless: (scene: Scene) => sound(scene, answerOf(scene, { heeds: false })),
  notSatisfiable(scene: Scene) {
    const { length } = scene.version.bytes;
    const total = [length, length + 9, 12_345, '*'][Math.floor(scene.at * 4)] ?? '*';
    text(scene, 416, { 'content-range': `bytes */${total}` }, '');
  },
  tooMany: (scene: Scene) => text(scene, 429, { 'retry-after': scene.at < 0.5 ? '1' : 'soon' }, 'slow down'),
  busy: (scene: Scene) => text(scene, 503, { 'retry-after': '2' }, '<html>busy</html>'),
  failing: (scene: Scene) => text(scene, 500, {}, 'oh'),
  refusedLink: (scene: Scene) =>
    text(scene, [401, 403, 404, 410][Math.floor(scene.at * 4)] ?? 403, {}, 'gone'),
  expires: (scene: Scene) =>
    partly(scene, () => {
      scene.expire();
      scene.response.destroy();
    }),
  redirect: (scene: Scene) => text(scene, 302, { location: `${scene.request.url}?again` }, ''),
  foreignRedirect: (scene: Scene) =>
    text(scene, 302, { location: `${scene.foreign}${scene.request.url}` }, ''),
  page: (scene: Scene) =>
    text(
      scene,
      200,
      { 'content-type': 'text/html; charset=utf-8' },
      '<!doctype html><h1>Please sign in</h1>',
    ),
  secretPage: (scene: Scene) =>
    text(
      scene,
      200,
      { 'content-type': 'application/octet-stream' },
      '\n <!DOCTYPE html><h1>Please sign in</h1>',
    ),
  json: (scene: Scene) => text(scene, 200, { 'content-type': 'application/json' }, '{"detail":"expired"}'),
  cutChunked: (scene: Scene) => partly(scene, () => scene.response.destroy(), { chunked: true }),
  chunked(scene: Scene) {
    const answer = answerOf(scene);
    begin(scene, answer, true);
    scene.response.end(answer.body);
  },
  // A part without a byte; an empty 200 would be an empty file, honestly told.
  emptyPart(scene: Scene) {
    const answer = answerOf(scene);
    sound(scene, answer.status === 206 ? { ...answer, body: Buffer.alloc(0) } : answer);
  },
};
type FaultName = keyof typeof faults;
export const faultNames = Object.keys(faults);
const drawn: FaultName[] = Object.keys(faults).filter((name): name is FaultName => name in faults);

const smallBytes = 40_000;
const largeBytes = 400_000;
const speed = 100;
/** Longer than any run of schedules takes; `stuck` tells one that makes no progress much sooner. */
const scheduleLimitMs = 30 * 60_000;
const oldDate = Date.parse('2026-01-02T03:04:05Z');

/** Three versions: two of the same length, one shorter; how they are told apart is the trait of the server. */
function makeVersions(random: () => number, large: boolean): Version[] {
  const size = large ? largeBytes : smallBytes;
  const tags = random() < 0.85;
  const dates = random();
  return [size, size, size - 1_234].map((length, n) => {
    const noise = seededRandom(Math.floor(random() * 2 ** 32));
    const bytes = Buffer.alloc(length);
    for (let at = 0; at + 4 <= length; at += 4) bytes.writeUInt32LE(Math.floor(noise() * 2 ** 32), at);
    // None, each its own, or one for all.
    const date = dates < 0.3 ? null : oldDate + (dates < 0.65 ? n * 60_000 : 0);
    // Without a tag the date is all there is, and has to tell them apart.
    const told = tags || date === null ? date : oldDate + n * 60_000;
    return {
      bytes,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      etag: tags ? `"v${n}"` : null,
      lastModified: told === null ? null : new Date(told).toUTCString(),
    };
  });
}

function makeSchedule(seed: number): { traits: Traits; steps: Step[]; last: number } {
  const random = seededRandom(seed);
  const large = random() < 0.6;
  const traits: Traits = {
    large,
    versions: makeVersions(random, large),
    announces: random() < 0.9,
    heedsIfRange: random() < 0.85,
  };
  let version = 0;
  const steps = Array.from({ length: Math.floor(random() * 14) }, (): Step => {
    if (random() < 0.15) version = Math.floor(random() * 3);
    const fault = random() < 0.25 ? 'sound' : (drawn[Math.floor(random() * drawn.length)] ?? 'sound');
    return { fault, version, at: random() * 0.99 };
  });
  return { traits, steps, last: version };
}

export interface ScheduleEnd {
  seed: number;
  large: boolean;
  faults: string[];
  /** What it ended as, before and after the user's retry with a sound server. */
  first: string;
  second: string;
}

/** Nothing else may reach storage on another host. */
const goesAlong = new Set(['host', 'connection', 'accept-encoding', 'range', 'if-range']);

export interface ScheduleReport {
  ends: ScheduleEnd[];
  /** Anything that must not be: a splice, a file of no version, stuck, a silent end, a foreign origin sent more than it needs. */
  wrong: string[];
  requests: number;
  parts: number;
}

/** Runs the schedules of these seeds; that many `queues` of four files each at a time. */
export async function runSchedules(
  seeds: readonly number[],
  { queues = 3, limitMs = 30_000 } = {},
): Promise<ScheduleReport> {
  const server = await startFileServer();
  const foreign = await startFileServer();
  const report: ScheduleReport = { ends: [], wrong: [], requests: 0, parts: 0 };
  try {
    const shares = Array.from({ length: queues }, (_, queue) =>
      seeds.filter((_seed, i) => i % queues === queue),
    );
    const schedules = new Map(
      seeds.map((seed) => [seed, { ...makeSchedule(seed), seen: [] as string[], expired: 0, ledWith: 0 }]),
    );
    const scheduleOf = (request: IncomingMessage) => {
      const [, seed, token] = /^\/(\d+)\/t(\d+)/.exec(request.url ?? '') ?? [];
      return { schedule: schedules.get(Number(seed)), token };
    };
    // Storage elsewhere, as a signed redirect leads to: it holds what the catalog had at that moment.
    foreign.answer(({ request, response }) => {
      const { schedule } = scheduleOf(request);
      const version = schedule?.traits.versions[schedule.ledWith];
      if (!schedule || !version) return response.writeHead(400).end();
      const { traits } = schedule;
      const elsewhere = { at: 0, foreign: '', expire: () => undefined };
      sound({ request, response, traits, version, ...elsewhere });
    });
    server.answer(({ request, response }) => {
      const { schedule, token } = scheduleOf(request);
      if (!schedule) return response.writeHead(400).end();
      if (Number(token) < schedule.expired) return response.writeHead(403).end();
      const step = schedule.steps.shift() ?? { fault: 'sound', version: schedule.last, at: 0 };
      schedule.seen.push(step.fault);
      if (step.fault === 'foreignRedirect') schedule.ledWith = step.version;
      const { traits } = schedule;
      const version = traits.versions[step.version];
      if (!version) return response.writeHead(400).end();
      const expire = () => {
        schedule.expired = Number(token) + 1;
      };
      faults[step.fault]({
        request,
        response,
        traits,
        version,
        at: step.at,
        foreign: foreign.origin,
        expire,
      });
    });
    await Promise.all(shares.map((share) => runQueue(share, schedules, server, report, limitMs)));
    const unasked = foreign.requests.flatMap(({ headers }) =>
      Object.keys(headers).filter((name) => !goesAlong.has(name)),
    );
    if (unasked.length > 0)
      report.wrong.push(`a foreign origin was sent ${[...new Set(unasked)].join(', ')}`);
    report.requests = server.requests.length;
    report.parts = server.requests.filter(({ range }) => range !== null).length;
  } finally {
    await server.close();
    await foreign.close();
  }
  return report;
}

type Schedules = Map<
  number,
  ReturnType<typeof makeSchedule> & { seen: string[]; expired: number; ledWith: number }
>;

async function runQueue(
  seeds: readonly number[],
  schedules: Schedules,
  server: FileServer,
  report: ScheduleReport,
  limitMs: number,
): Promise<void> {
  const began = Date.now();
  const now = () => began + (Date.now() - began) * speed;
  const harness = createDeliveryHarness(server.origin, {
    now,
    random: seededRandom(seeds[0] ?? 1),
    links: {
      async link(file, stale) {
        const seed = Number(file.name);
        const schedule = schedules.get(seed);
        const token = /\/t(\d+)/.exec(stale ?? '')?.[1];
        // Asked again, the service gives a new one; it works.
        return `${server.origin}/${seed}/t${Math.max(schedule?.expired ?? 0, token === undefined ? 0 : Number(token) + 1)}`;
      },
    },
    limits: () => ({ bytesPerSecond: null, connectionsPerFile: 4, filesAtOnce: 4 }),
    parts: {
      severalFromBytes: 100_000,
      minPartBytes: 40_000,
      maxPartBytes: 120_000,
      minStolenBytes: 10_000,
      tickMs: 20,
    },
    setTimer(run, ms) {
      const timer = setTimeout(run, ms / speed);
      return () => clearTimeout(timer);
    },
  });
  try {
    const ids = seeds.map((seed, i) => harness.add(i + 1, { name: String(seed), fileName: `${seed}.bin` }));
    const over = () => ids.every((id) => ['done', 'failed'].includes(harness.state(id) ?? ''));
    /** Also when nothing has ended for so long: that is stuck, however slow the machine is. */
    const untilOver = async () => {
      let ended = -1;
      let endedAt = Date.now();
      let watching: NodeJS.Timeout | undefined;
      const stuck = new Promise<void>((resolve) => {
        watching = setInterval(() => {
          const now = ids.filter((id) => ['done', 'failed'].includes(harness.state(id) ?? '')).length;
          if (now !== ended) [ended, endedAt] = [now, Date.now()];
          else if (Date.now() - endedAt > limitMs) resolve();
        }, 1_000);
      });
      await Promise.race([harness.until(over, scheduleLimitMs), stuck]);
      clearInterval(watching);
    };
    const outcomes = async () => {
      const transfers = new Map(
        (await harness.delivery.list()).map((transfer) => [transfer.fileId, transfer]),
      );
      return ids.map((id, i) => {
        const transfer = transfers.get(id);
        const seed = seeds[i] ?? 0;
        const schedule = schedules.get(seed);
        const where = `seed ${seed} (${schedule?.seen.join(', ')})`;
        const saved = harness.saved.get(id);
        if (transfer?.state === 'done' && saved) {
          const sha256 = createHash('sha256').update(readFileSync(saved.path)).digest('hex');
          const version = schedule?.traits.versions.findIndex((each) => each.sha256 === sha256) ?? -1;
          if (version < 0 || sha256 !== saved.sha256) report.wrong.push(`${where}: bytes of no version`);
          return version < 0 ? 'spliced' : `version ${version}`;
        }
        if (transfer?.state === 'failed' && transfer.error !== null && transfer.error.code !== 'DEFECT')
          return transfer.error.code;
        report.wrong.push(`${where}: ${transfer?.state} ${JSON.stringify(transfer?.error)}`);
        return `stuck: ${transfer?.state}`;
      });
    };
    await harness.delivery.download(ids);
    await untilOver();
    const first = await outcomes();
    // The user tries again what failed, and nothing goes wrong any more.
    for (const seed of seeds) schedules.get(seed)?.steps.splice(0);
    for (const id of ids) if (harness.state(id) === 'failed') harness.delivery.retry(id);
    await untilOver();
    const second = await outcomes();
    for (const [i, seed] of seeds.entries()) {
      const schedule = schedules.get(seed);
      const end = { first: first[i] ?? '', second: second[i] ?? '' };
      report.ends.push({
        seed,
        large: schedule?.traits.large === true,
        faults: schedule?.seen ?? [],
        ...end,
      });
      if (!end.second.startsWith('version'))
        report.wrong.push(`seed ${seed}: ${end.first}, tried again ${end.second}`);
    }
    for (const error of harness.errors)
      report.wrong.push(`not expected: ${error instanceof Error ? error.stack : error}`);
  } finally {
    await harness.end();
  }
}
