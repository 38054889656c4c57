import { AppError, isAppError } from '../app-error.ts';
import type { Flow } from '../service/receive.ts';
import type { LinkFetcher, LinkRequest } from '../service/service-client.ts';
import { createUnpacker, isKnownEncoding, looksLikePage, type Unpacker } from './answer-body.ts';
import { judge, type Verdict } from './answer-rules.ts';
import type { BlockFile } from './block-file.ts';
import type { Claim } from './range-plan.ts';
import type { SpeedLimit } from './speed-limit.ts';
import { TransferDelay } from './transfer-delay.ts';

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
  abort: AbortController;
}

export interface BringOptions {
  lane: Lane;
  url: string;
  connectionId: LinkRequest['connectionId'];
  fileName: string;
  links: LinkFetcher;
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
  let flow: Flow | null = null;
  return {
    begin(started: Flow) {
      flow = started;
    },
    hold(why: string) {
      holds.add(why);
      lane.held = true;
      flow?.pause();
    },
    free(why: string) {
      if (!holds.delete(why) || holds.size > 0) return;
      lane.held = false;
      lane.lastByteAt = now();
      flow?.resume();
    },
  };
}

/** One request for what a lane claims, and the bytes of its answer onto the disk. Throws what broke it. */
export async function bringRange(options: BringOptions, signal: AbortSignal): Promise<Outcome> {
  const { lane, url, file, limit, now } = options;
  const { claim } = lane;
  const host = hostOf(url);
  const { validator, totalBytes } = file.version;
  const part = validator !== null && totalBytes !== null && (claim.at > 0 || claim.end !== totalBytes);
  const openPart = validator !== null && totalBytes === null && claim.at > 0;
  const last = claim.end === null || claim.end === totalBytes ? '' : String(claim.end - 1);
  const headers = part || openPart ? { range: `bytes=${claim.at}-${last}`, 'if-range': validator } : {};
  const asked = {
    from: part || openPart ? claim.at : 0,
    part: part || openPart,
    validator,
    total: totalBytes,
    fileName: options.fileName,
  };

  const holds = createHolds(lane, now);
  let writeError: unknown = null;
  let limitTimer: NodeJS.Timeout | null = null;
  let flow: Flow | null = null;
  let status = 0;
  let verdict: Verdict | null = null;
  let begun = false;
  let outcome: Outcome | null = null;
  const decoding: { unpacker: Unpacker | null } = { unpacker: null };

  const leave = (with_: Outcome | null) => {
    outcome ??= with_;
    flow?.leave();
  };
  const writer = file.writer(claim.at, {
    room: () => holds.free('room'),
    error(error) {
      writeError ??= error;
      flow?.leave();
    },
  });
  const stopWaiting = file.onCaughtUp(() => holds.free('behind'));

  function spend(bytes: number) {
    const ms = limit.spend(bytes);
    if (ms <= 0) {
      holds.free('limit');
      return;
    }
    holds.hold('limit');
    limitTimer ??= setTimeout(() => {
      limitTimer = null;
      spend(0);
    }, ms);
  }

  function begin(bytes: Bytes) {
    begun = true;
    options.accepted(bytes);
  }

  function take(piece: Buffer) {
    if (outcome !== null || writeError !== null || verdict?.kind !== 'bytes') return;
    if (!begun) begin(verdict);
    // More than was announced: not the answer it claims to be, nothing of it can be kept.
    if (verdict.end !== null && claim.at + piece.length > verdict.end) {
      leave({ kind: 'restart', because: null });
      return;
    }
    const room = claim.end === null ? piece.length : Math.min(piece.length, claim.end - claim.at);
    const mine = room === piece.length ? piece : piece.subarray(0, room);
    if (mine.length > 0) {
      claim.at += mine.length;
      lane.bytes += mine.length;
      if (writer.push(mine)) holds.hold('room');
      options.received(mine.length);
    }
    // Another connection has taken the rest.
    if (claim.at === claim.end && verdict.end !== claim.end) leave({ kind: 'brought' });
    else {
      if (file.isBehind()) holds.hold('behind');
      spend(mine.length);
    }
  }

  function unpack(encoding: string): Unpacker {
    return createUnpacker(encoding, {
      data: take,
      room: () => holds.free('unpacker'),
      error: () => flow?.leave(),
    });
  }

  try {
    await options.links
      .receive(
        { connectionId: options.connectionId, url, headers },
        {
          start(answer, started) {
            flow = started;
            holds.begin(started);
            status = answer.status;
            lane.lastByteAt = now();
            verdict = judge(status, answer.headers, asked);
            if (verdict.kind === 'bytes') {
              if (!isKnownEncoding(verdict.encoding)) leave(null);
              else if (verdict.encoding !== null) decoding.unpacker = unpack(verdict.encoding);
            } else if (status !== 200) leave(verdict);
          },
          data(piece) {
            lane.lastByteAt = now();
            if (outcome !== null || verdict === null) return;
            // Only a first piece that can be the file touches what is on disk.
            if (!begun && status === 200 && looksLikePage(piece) && !/\.html?$/i.test(options.fileName))
              leave({ kind: 'refresh-link', status });
            else if (verdict.kind !== 'bytes') leave(verdict);
            else if (decoding.unpacker === null) take(piece);
            else if (decoding.unpacker.push(piece)) holds.hold('unpacker');
          },
        },
        AbortSignal.any([signal, lane.abort.signal]),
      )
      .catch((error: unknown) => {
        if (!isAppError(error) || error.code === 'CANCELLED' || flow === null) throw error;
        throw new TransferDelay(error, null);
      });
    return await over();
  } catch (error) {
    // A disk that fails ends the connection: that is the reason then, not the end.
    throw writeError ?? error;
  } finally {
    if (limitTimer) clearTimeout(limitTimer);
    stopWaiting();
    decoding.unpacker?.destroy();
    // What arrived before the stream broke is kept; `over` has waited for it when all went well.
    await writer.finish().catch(() => undefined);
  }

  /** The stream ended, by its own or by ours. */
  async function over(): Promise<Outcome> {
    await writer.finish();
    if (writeError !== null) throw writeError;
    if (outcome !== null) return outcome;
    if (verdict === null) throw reset(host);
    if (verdict.kind !== 'bytes') return verdict;
    const { encoding, end } = verdict;
    if (!isKnownEncoding(encoding))
      throw new AppError('FILE_NOT_WHOLE', {
        fileName: options.fileName,
        // Not its name: that is a word of the server's choice, and may be the token of the link.
        detail: 'encoding',
      });
    await decoding.unpacker?.finish().catch((cause: unknown) => {
      throw new TransferDelay(new AppError('UNREACHABLE', { host, reason: 'other' }, { cause }), null);
    });
    if (decoding.unpacker !== null) await writer.finish();
    if (outcome !== null) return outcome;
    if (!begun) begin(verdict);
    if (end === null) options.ended(claim.at);
    else if (claim.at < Math.min(end, claim.end ?? end)) throw reset(host);
    return { kind: 'brought' };
  }
}
