import { AppError, isAppError } from '../app-error.ts';
import type { LinkFetcher, LinkRequest } from '../service/service-client.ts';
import { type AskedFor, judge, type Verdict } from './answer-rules.ts';
import type { BlockFile } from './block-file.ts';
import { isKnownEncoding } from './content-decoder.ts';
import type { Claim } from './range-plan.ts';
import { receiveInThread } from './receive-in-thread.ts';
import type { SpeedLimit } from './speed-limit.ts';
import { TransferDelay } from './transfer-delay.ts';
import { type ExchangeEnd, errorOf } from './transfer-messages.ts';
import type { ThreadExchange, TransferThreads } from './transfer-threads.ts';

type Bytes = Extract<Verdict, { kind: 'bytes' }>;
/** `brought`: the answer ended well, whether or not it gave all that was asked for. */
export type Outcome = { kind: 'brought' } | Exclude<Verdict, Bytes>;

/** One connection at work, as those see it who watch over all of them. */
export interface Lane {
  claim: Claim;
  startedAt: number;
  /** When the last byte came, or the wait for the first began. */
  lastByteAt: number;
  /** Bytes of this lane since it was made, and per second of late. */
  bytes: number;
  rate: number;
  /** It takes nothing for now, by our own will: its silence means nothing. */
  held: boolean;
  /** The request under way, whose rear another may take. */
  exchange: ThreadExchange | null;
  abort: AbortController;
}

export interface BringOptions {
  lane: Lane;
  url: string;
  connectionId: LinkRequest['connectionId'];
  fileName: string;
  links: LinkFetcher;
  threads: TransferThreads;
  file: BlockFile;
  limit: SpeedLimit;
  now: () => number;
  /** The answer is the file; nothing has been written yet. */
  accepted: (bytes: Bytes) => void;
  /** The length came with the end of the stream. */
  ended: (totalBytes: number) => void;
  received: (bytes: number) => void;
}

const reset = (host: string) =>
  new TransferDelay(new AppError('UNREACHABLE', { host, reason: 'reset' }), null);

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : '';
}

/** Reasons to take no bytes for a while; the connection rests as long as there is one. */
function createHolds(lane: Lane, now: () => number) {
  const holds = new Set<string>();
  return {
    hold(why: string) {
      if (holds.size === 0) lane.exchange?.hold();
      holds.add(why);
      lane.held = true;
    },
    free(why: string) {
      if (!holds.delete(why) || holds.size > 0) return;
      lane.held = false;
      lane.lastByteAt = now();
      lane.exchange?.free();
    },
    isFree: () => holds.size === 0,
  };
}

/** What is asked for: the part of a known version, or all of it. */
function askFor({ lane: { claim }, file, fileName }: BringOptions): {
  headers: Record<string, string>;
  asked: AskedFor;
} {
  const { validator, totalBytes } = file.version;
  const part = validator !== null && totalBytes !== null && (claim.at > 0 || claim.end !== totalBytes);
  const openPart = validator !== null && totalBytes === null && claim.at > 0;
  const last = claim.end === null || claim.end === totalBytes ? '' : String(claim.end - 1);
  const ranged = part || openPart;
  return {
    headers: ranged ? { range: `bytes=${claim.at}-${last}`, 'if-range': validator } : {},
    asked: { from: ranged ? claim.at : 0, part: ranged, validator, total: totalBytes, fileName },
  };
}

/** The bytes of an answer that was accepted, on their way onto the disk. */
function createIntake(options: BringOptions) {
  const { lane, file, limit, now } = options;
  const { claim } = lane;
  const holds = createHolds(lane, now);
  let metered = false;
  let limitTimer: NodeJS.Timeout | null = null;
  const stopWaiting = file.onCaughtUp(() => holds.free('behind'));

  function spend(spent: number) {
    const ms = limit.spend(spent);
    if (ms <= 0) {
      holds.free('limit');
      // The thread waits for it, however little there was to wait for.
      if (metered && holds.isFree()) lane.exchange?.free();
      return;
    }
    holds.hold('limit');
    limitTimer ??= setTimeout(() => {
      limitTimer = null;
      spend(0);
    }, ms);
  }

  return {
    begin(verdict: Bytes, exchange: ThreadExchange) {
      metered = limit.isOn();
      exchange.take({
        ...{ fd: file.fd, start: claim.at, end: claim.end, due: verdict.end, encoding: verdict.encoding },
        ...{ batchBytes: file.batchBytes(), metered },
      });
    },
    received(at: number) {
      lane.lastByteAt = now();
      const fresh = at - claim.at;
      claim.at = at;
      lane.bytes += fresh;
      if (fresh > 0) options.received(fresh);
      if (file.isBehind()) holds.hold('behind');
      if (metered !== limit.isOn()) {
        metered = !metered;
        lane.exchange?.meter(metered);
      }
      spend(fresh);
    },
    stop() {
      if (limitTimer) clearTimeout(limitTimer);
      stopWaiting();
    },
  };
}

/** One request for what a lane claims, and the bytes of its answer onto the disk. Throws what broke it. */
export async function downloadRange(options: BringOptions, signal: AbortSignal): Promise<Outcome> {
  const { lane, url, file, now, threads } = options;
  const { claim } = lane;
  const host = hostOf(url);
  const { headers, asked } = askFor(options);
  const intake = createIntake(options);
  const start = claim.at;
  let verdict: Verdict | null = null;
  let end: ExchangeEnd | null = null;

  const receive = options.links.receive(
    { connectionId: options.connectionId, url, headers },
    (hop, hopSignal) =>
      receiveInThread(
        threads,
        hop,
        {
          head(answer, exchange) {
            lane.exchange = exchange;
            lane.lastByteAt = now();
            const { status } = answer;
            verdict = judge(status, answer.headers, asked);
            // Only what can be the file touches what is on disk.
            if (status === 200 && answer.page && !/\.html?$/i.test(options.fileName))
              verdict = { kind: 'refresh-link', status };
            if (verdict.kind !== 'bytes' || !isKnownEncoding(verdict.encoding)) return exchange.leave();
            options.accepted(verdict);
            intake.begin(verdict, exchange);
          },
          received: (_bytes, at) => intake.received(at),
          written: file.wrote,
          ended(ended) {
            lane.exchange = null;
            end = ended.end;
            if (verdict?.kind !== 'bytes') return;
            intake.received(Math.max(claim.at, ended.at));
            if (start === 0 && ended.sha256 !== null) file.summed({ sha256: ended.sha256, end: ended.at });
          },
        },
        hopSignal,
      ),
    AbortSignal.any([signal, lane.abort.signal]),
  );
  try {
    await receive.catch((error: unknown) => {
      if (!isAppError(error) || error.code === 'CANCELLED' || verdict === null) throw error;
      throw new TransferDelay(error, null);
    });
    return outcomeOf();
  } catch (error) {
    // A disk that fails ends the connection: that is the reason then, not the end.
    throw diskError() ?? error;
  } finally {
    intake.stop();
  }

  function diskError(): Error | null {
    const how: ExchangeEnd | null = end;
    return how?.kind === 'disk' ? errorOf(how.error) : null;
  }

  /** The stream ended, by its own or by ours. */
  function outcomeOf(): Outcome {
    const disk = diskError();
    if (disk !== null) throw disk;
    if (verdict === null) throw reset(host);
    if (verdict.kind !== 'bytes') return verdict;
    if (!isKnownEncoding(verdict.encoding))
      throw new AppError('FILE_NOT_WHOLE', {
        fileName: options.fileName,
        // Not its name: that is a word of the server's choice, and may be the token of the link.
        detail: 'encoding',
      });
    return brought(verdict);
  }

  function brought(bytes: Bytes): Outcome {
    // More than was announced: not the answer it claims to be, nothing of it can be kept.
    if (end?.kind === 'too-long') return { kind: 'restart', because: null };
    if (end?.kind === 'encoding') {
      const cause = errorOf(end.error);
      throw new TransferDelay(new AppError('UNREACHABLE', { host, reason: 'other' }, { cause }), null);
    }
    if (bytes.end === null) options.ended(claim.at);
    else if (claim.at < Math.min(bytes.end, claim.end ?? bytes.end)) throw reset(host);
    return { kind: 'brought' };
  }
}
