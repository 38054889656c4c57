import type { ConnectionId } from '../../src-preload/contract/ids.ts';
import { AppError, hasCode } from '../app-error.ts';
import { abortable } from '../service/abortable.ts';
import { retryAfterSeconds } from '../service/refusal.ts';
import type { LinkFetcher } from '../service/service-client.ts';
import type { Moved, RestartReason, Verdict } from './answer-rules.ts';
import type { BlockFile } from './block-file.ts';
import { downloadRange, type Lane, type Outcome } from './download-range.ts';
import type { HashWorkerClient } from './hash-worker-client.ts';
import { type Journal, noVersion, type SaveJournal } from './journal.ts';
import {
  createSpeedometer,
  type PartSizes,
  partBytes,
  stragglers,
  usualParts,
  worthStealing,
} from './lane-crew.ts';
import { type Claim, createRangePlan } from './range-plan.ts';
import type { SpeedLimit } from './speed-limit.ts';
import { TransferDelay } from './transfer-delay.ts';
import type { TransferThreads } from './transfer-threads.ts';

export interface FetchFileOptions {
  connectionId: ConnectionId;
  fileName: string;
  partialPath: string;
  journal: Journal;
  links: LinkFetcher;
  /** The newest link; given a refused one, a newer. */
  link: (stale: string | null) => Promise<string>;
  /** `last_modified` of the scene as the newest query said it. */
  sceneModified: () => string | null;
  /** Called after the bytes have reached the disk. */
  save: SaveJournal;
  progress: (doneBytes: number, totalBytes: number | null, connections: number) => void;
  /** All bytes are here, not yet on disk. */
  received: () => void;
  /** What had arrived was thrown away. */
  restarted: (because: RestartReason | null) => void;
  /** Throws DISK_FULL when so many bytes have no room. */
  ensureFreeSpace: (neededBytes: number) => Promise<void>;
  /** What comes unasked has a size that is no longer sensible; FILE_NOT_WHOLE beyond it. */
  mostBytes?: number | undefined;
  hashes: HashWorkerClient;
  threads: TransferThreads;
  limit: SpeedLimit;
  /** How many connections it may use now. */
  connections: () => number;
  /** A connection without a byte for so long is given up. */
  stallMs: number;
  parts?: PartSizes;
  now: () => number;
  random: () => number;
}

/** What the connections together came to. */
export type RangesEnd =
  | { kind: 'whole' }
  | { kind: 'restart'; because: RestartReason | null }
  | { kind: 'no-ranges' }
  | { kind: 'moved'; moved: Moved; url: string };

const maxLinkRefreshes = 4;
const maxEmptyAnswers = 3;
/** After a connection that brought nothing, so long no further one is tried beside those that do. */
const restMs = 10_000;
const worthwhileBytes = 64 * 1_024;
/** Of a file whose length nobody says: after so much the disk is looked at, and so much of it is left free. */
const lookEveryBytes = 16 * 1_024 * 1_024;
const leftFreeBytes = 512 * 1_024 * 1_024;
/** Parts handed from one silent connection to the next before the silence is taken for the line's. */
const maxHandovers = 3;

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** A link that stays refused although it was renewed. */
function refusedLink(status: number, url: string, fileName: string): AppError {
  if (status === 401 || status === 403)
    return new AppError('UNAUTHORIZED', { host: hostOf(url), detail: `HTTP ${status}` });
  if (status < 300) return new AppError('BAD_ANSWER', { where: hostOf(url), detail: 'html' });
  return new AppError('NOT_FOUND', { what: fileName });
}

function delayOf(verdict: Extract<Verdict, { kind: 'wait' }>, url: string, now: number): TransferDelay {
  const seconds = retryAfterSeconds(verdict.retryAfter ?? undefined, now);
  const host = hostOf(url);
  const { status } = verdict;
  const reason =
    status === 429
      ? new AppError('RATE_LIMITED', { host, retryAfterSeconds: seconds })
      : new AppError('SERVICE_FAILED', { host, status, detail: `HTTP ${status}` });
  return new TransferDelay(reason, seconds === null ? null : now + seconds * 1_000);
}

/** A connection ended; another one may do better. */
function isPassing(error: unknown): boolean {
  return error instanceof TransferDelay || hasCode(error, 'UNREACHABLE') || hasCode(error, 'OFFLINE');
}

class HandedOver extends Error {}

/** Brings all that is missing over as many connections as are allowed, none of which can hold up the others. */
export async function fetchRanges(
  options: FetchFileOptions,
  file: BlockFile,
  single: boolean,
  { signal, diskFailed }: { signal: AbortSignal; diskFailed: AbortSignal },
): Promise<RangesEnd> {
  const { now, stallMs, parts = usualParts } = options;
  const known = file.writtenBytes() > 0;
  // What was said of a file of which nothing is here binds nobody.
  if (!known && (file.version.totalBytes !== null || file.version.validator !== null))
    file.identify(noVersion);
  const plan = createRangePlan({ done: file.written(), totalBytes: known ? file.version.totalBytes : null });
  if (plan.isEmpty()) return { kind: 'whole' };
  if (known && file.version.totalBytes !== null)
    await options.ensureFreeSpace(file.version.totalBytes - file.writtenBytes());

  const lanes = new Set<Lane>();
  const everyone = new AbortController();
  const both = AbortSignal.any([signal, everyone.signal, diskFailed]);
  const measure = createSpeedometer(now);
  let received = file.writtenBytes();
  let lookedAt = received;
  let url: string | null = null;
  let refreshes = 0;
  let handovers = 0;
  let handedOverAt = 0;
  let stealing = false;
  /** Parts have been seen to work, or were promised. */
  let several = false;
  let fewer: { most: number; until: number } | null = null;
  let end: { result: RangesEnd } | { error: unknown } | null = null;
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });

  function stop(why: { result: RangesEnd } | { error: unknown }) {
    if (end !== null) return;
    end = why;
    everyone.abort();
  }

  function most(): number {
    if (single || !several) return 1;
    const allowed = Math.max(1, options.connections());
    if (fewer !== null && now() >= fewer.until) fewer = null;
    return fewer === null ? allowed : Math.min(allowed, fewer.most);
  }

  function nextClaim(): Claim | null {
    if (end !== null || lanes.size > most()) return null;
    const total = file.version.totalBytes ?? 0;
    const connections = single ? 1 : options.connections();
    return plan.take(partBytes(parts, plan.freeBytes(), total, connections));
  }

  function begin(claim: Claim) {
    const lane: Lane = {
      ...{ claim, startedAt: now(), lastByteAt: now(), bytes: 0, rate: 0, held: false, exchange: null },
      abort: new AbortController(),
    };
    lanes.add(lane);
    void work(lane);
  }

  function grow() {
    while (end === null && lanes.size < most()) {
      const claim = nextClaim();
      if (!claim) {
        if (several) stealRear();
        return;
      }
      begin(claim);
    }
  }

  /** The thread that brings a part says whether its rear is still to be had; until then nobody else is asked. */
  function stealRear() {
    const found = stealing ? null : worthStealing(parts, lanes, now());
    if (found === null) return;
    stealing = true;
    const { lane, at } = found;
    const { claim } = lane;
    void lane.exchange?.shorten(at).then((done) => {
      stealing = false;
      const rear = done ? plan.cut(claim, at) : null;
      if (rear === null) return;
      if (end === null && lanes.size < most()) {
        begin(rear);
        grow();
      } else plan.release(rear);
    });
  }

  function tell() {
    options.progress(received, file.version.totalBytes, lanes.size);
  }

  async function linkOf(stale: string | null): Promise<string> {
    if (url !== null && url !== stale) return url;
    url = await abortable(options.link(stale), both);
    const { sceneModified } = file.version;
    const latest = options.sceneModified();
    if (file.writtenBytes() > 0 && sceneModified !== null && latest !== null && latest !== sceneModified)
      stop({ result: { kind: 'restart', because: 'changed-scene' } });
    return url;
  }

  /** One request of a lane. */
  async function request(lane: Lane, stale: string | null): Promise<Outcome & { url: string }> {
    // The wait for a link is not the connection's silence.
    lane.held = true;
    const link = await linkOf(stale);
    both.throwIfAborted();
    lane.held = false;
    lane.lastByteAt = now();
    const outcome = await downloadRange(
      {
        ...options,
        ...{ lane, file, url: link },
        accepted(bytes) {
          if (lane.claim.end !== null) {
            several = true;
            return grow();
          }
          const { total: totalBytes, validator, lastModified, ranges } = bytes;
          file.identify({ totalBytes, validator, lastModified, sceneModified: options.sceneModified() });
          several = ranges && !single && totalBytes !== null && totalBytes >= parts.severalFromBytes;
          if (totalBytes === null) return;
          plan.measure(
            totalBytes,
            several ? partBytes(parts, totalBytes, totalBytes, options.connections()) : totalBytes,
          );
          options
            .ensureFreeSpace(totalBytes - file.writtenBytes())
            .catch((error: unknown) => stop({ error }));
          grow();
        },
        ended(totalBytes) {
          file.identify({ totalBytes });
          plan.measure(totalBytes, totalBytes);
        },
        received(bytes) {
          received += bytes;
          if (
            Math.max(received, file.version.totalBytes ?? 0) > (options.mostBytes ?? Number.POSITIVE_INFINITY)
          )
            stop({
              error: new AppError('FILE_NOT_WHOLE', { fileName: options.fileName, detail: 'too-large' }),
            });
          // It may have no end, or unpack to far more than it was.
          if (file.version.totalBytes === null && received - lookedAt >= lookEveryBytes) {
            lookedAt = received;
            options.ensureFreeSpace(leftFreeBytes).catch((error: unknown) => stop({ error }));
          }
          refreshes = 0;
          if (received > handedOverAt + worthwhileBytes) handovers = 0;
          tell();
        },
      },
      both,
    );
    return { ...outcome, url: link };
  }

  async function workThrough(lane: Lane): Promise<void> {
    let stale: string | null = null;
    let empty = 0;
    for (;;) {
      const before = lane.bytes;
      const outcome = await request(lane, stale);
      stale = null;
      if (end !== null) return;
      switch (outcome.kind) {
        case 'brought': {
          if (lane.claim.at === lane.claim.end) {
            plan.release(lane.claim);
            const next = nextClaim();
            if (!next) return;
            lane.claim = next;
          } else if (lane.bytes === before) {
            empty += 1;
            if (empty > maxEmptyAnswers) return stop({ result: { kind: 'restart', because: null } });
          }
          break;
        }
        case 'refresh-link':
          refreshes += 1;
          if (refreshes > maxLinkRefreshes * Math.max(1, lanes.size))
            throw refusedLink(outcome.status, outcome.url, options.fileName);
          stale = outcome.url;
          break;
        case 'complete':
          file.identify({ totalBytes: outcome.total });
          plan.measure(outcome.total, outcome.total);
          plan.release(lane.claim);
          return;
        case 'wait':
          throw delayOf(outcome, outcome.url, now());
        case 'refused':
          throw new AppError('REFUSED', {
            ...{ status: outcome.status, detail: `HTTP ${outcome.status}`, fields: {} },
          });
        case 'moved':
          return stop({ result: { kind: 'moved', moved: outcome, url: outcome.url } });
        default:
          return stop({ result: outcome });
      }
    }
  }

  /** The others go on; how many there may be beside them is lowered when this one brought nothing. */
  function leaveToOthers(lane: Lane, error: unknown) {
    if (error instanceof HandedOver || lane.bytes >= worthwhileBytes) return;
    const until = error instanceof TransferDelay ? error.until : null;
    fewer = { most: Math.max(1, lanes.size), until: Math.max(until ?? 0, now() + restMs) };
  }

  async function work(lane: Lane): Promise<void> {
    let error: unknown = null;
    try {
      await workThrough(lane);
    } catch (thrown) {
      error = lane.abort.signal.aborted && !both.aborted ? lane.abort.signal.reason : thrown;
    }
    lanes.delete(lane);
    plan.release(lane.claim);
    if (error !== null && end === null) {
      if (error instanceof HandedOver || (isPassing(error) && lanes.size > 0)) leaveToOthers(lane, error);
      else stop({ error });
    }
    grow();
    tell();
    if (lanes.size === 0) finish();
  }

  function tick() {
    measure(lanes);
    file.tend();
    const at = now();
    for (const lane of lanes) {
      if (lane.held || at - lane.lastByteAt < stallMs) continue;
      // By now another connection may do better; alone, the transfer waits a while and begins anew.
      const reason = new AppError('UNREACHABLE', { host: hostOf(url ?? ''), reason: 'timeout' });
      lane.abort.abort(new TransferDelay(reason, null));
    }
    // Nothing is left but what the slow ones hold.
    if (several && lanes.size < most() && plan.freeBytes() === 0 && handovers < maxHandovers) {
      const rates = [...lanes].map(({ rate }) => rate);
      for (const lane of stragglers(lanes, Math.max(0, ...rates, fastest), at)) {
        handovers += 1;
        handedOverAt = received;
        lane.abort.abort(new HandedOver());
      }
    }
    fastest = Math.max(fastest * 0.95, ...[...lanes].map(({ rate }) => rate));
    grow();
    tell();
  }
  let fastest = 0;

  const ticking = setInterval(tick, parts.tickMs);
  // Not let go: with every connection held back nothing else would keep the process, and it would end in the middle.
  try {
    const claim = nextClaim();
    if (claim) {
      begin(claim);
      await finished;
    }
  } finally {
    clearInterval(ticking);
  }
  signal.throwIfAborted();
  diskFailed.throwIfAborted();
  return resultOf(end, plan.isEmpty());
}

function resultOf(end: { result: RangesEnd } | { error: unknown } | null, whole: boolean): RangesEnd {
  if (end !== null && 'error' in end) throw end.error;
  if (end !== null) return end.result;
  // Nothing went wrong and yet something is missing: asked for again, as after any odd answer.
  return whole ? { kind: 'whole' } : { kind: 'restart', because: null };
}
