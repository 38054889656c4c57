import { AppError, isAppError } from '../core/app-error.ts';
import type { LinkFetcher, LinkRequest } from '../service/api/service-client.ts';
import type { Hop } from '../service/http/receive.ts';
import { judge, type RequestedRange, type Verdict } from './answer-rules.ts';
import { isKnownEncoding } from './content-decoder.ts';
import type { RangeConnection } from './range-connection.ts';
import { connectionReset, hostOf } from './range-failures.ts';
import { createRangeIntake, type RangeIntake } from './range-intake.ts';
import { receiveInThread } from './receive-in-thread.ts';
import type { SpeedLimit } from './speed-limit.ts';
import type { BlockFile } from './storage/block-file.ts';
import { TransferDelay } from './transfer-delay.ts';
import { type ExchangeEnd, errorOf } from './transfer-messages.ts';
import type { TransferThreads } from './transfer-threads.ts';

/** The verdict about an answer whose body can be written into the file. */
export type AcceptedBytes = Extract<Verdict, { kind: 'bytes' }>;
/** `completed`: the answer ended well, whether or not it contained everything that was requested. */
export type RangeOutcome = { kind: 'completed' } | Exclude<Verdict, AcceptedBytes>;

interface DownloadRangeOptions {
  connection: RangeConnection;
  url: string;
  connectionId: LinkRequest['connectionId'];
  fileName: string;
  links: LinkFetcher;
  threads: TransferThreads;
  file: BlockFile;
  limit: SpeedLimit;
  now: () => number;
  /** Called when the answer is the file, before any of it is written. */
  accepted: (bytes: AcceptedBytes) => void;
  /** Called when the end of the stream shows the length of the file. */
  ended: (totalBytes: number) => void;
  received: (bytes: number) => void;
}

/** The state of a request so far. */
interface RequestState {
  readonly startByte: number;
  readonly asked: RequestedRange;
  verdict: Verdict | null;
  end: ExchangeEnd | null;
}

/** Returns the request for the leased range of a known version, or for the whole file. */
function requestFor({ connection: { lease }, file, fileName }: DownloadRangeOptions): {
  headers: Record<string, string>;
  asked: RequestedRange;
} {
  const { validator, totalBytes } = file.version;
  const isPart = validator !== null && totalBytes !== null && (lease.at > 0 || lease.end !== totalBytes);
  const isOpenPart = validator !== null && totalBytes === null && lease.at > 0;
  const lastByte = lease.end === null || lease.end === totalBytes ? '' : String(lease.end - 1);
  const isRanged = isPart || isOpenPart;
  return {
    headers: isRanged ? { range: `bytes=${lease.at}-${lastByte}`, 'if-range': validator } : {},
    asked: { from: isRanged ? lease.at : 0, part: isRanged, validator, total: totalBytes, fileName },
  };
}

/**
 * Makes one request for the lease of the connection, and writes the bytes of its answer to disk. Resolves when nothing of it is
 * written any more. Throws the error that broke the connection (TransferDelay if the answer had begun), or the disk's error.
 */
export async function downloadRange(
  options: DownloadRangeOptions,
  signal: AbortSignal,
): Promise<RangeOutcome> {
  const { connection, url } = options;
  const { headers, asked } = requestFor(options);
  const state: RequestState = { startByte: connection.lease.at, asked, verdict: null, end: null };
  const intake = createRangeIntake(options);
  try {
    await options.links
      .receive(
        { connectionId: options.connectionId, url, headers },
        (hop, hopSignal) => receiveHop(options, state, intake, [hop, hopSignal]),
        AbortSignal.any([signal, connection.abort.signal]),
      )
      .catch((error: unknown) => {
        if (!isAppError(error) || error.code === 'CANCELLED' || state.verdict === null) throw error;
        throw new TransferDelay(error, null);
      });
    return outcomeOf(options, state);
  } catch (error) {
    // A disk failure ends the connection, so the disk's error is the real reason.
    throw diskErrorOf(state) ?? error;
  } finally {
    intake.stop();
  }
}

function receiveHop(
  { connection, file, fileName, threads, now, accepted }: DownloadRangeOptions,
  state: RequestState,
  intake: RangeIntake,
  [hop, signal]: [Hop, AbortSignal],
): Promise<string | null> {
  return receiveInThread(
    threads,
    hop,
    {
      head(answer, exchange) {
        connection.exchange = exchange;
        connection.lastByteAt = now();
        const { status } = answer;
        state.verdict = judge(status, answer.headers, state.asked);
        // Only an answer that can be the file may change what is on disk.
        if (status === 200 && answer.page && !/\.html?$/i.test(fileName))
          state.verdict = { kind: 'refresh-link', status };
        if (state.verdict.kind !== 'bytes' || !isKnownEncoding(state.verdict.encoding))
          return exchange.stop();
        accepted(state.verdict);
        intake.begin(state.verdict, exchange);
      },
      received: (_bytes, at) => intake.received(at),
      written: file.wrote,
      ended({ end, at, sha256 }) {
        connection.exchange = null;
        state.end = end;
        if (state.verdict?.kind !== 'bytes') return;
        intake.received(Math.max(connection.lease.at, at));
        if (state.startByte === 0 && sha256 !== null) file.summed({ sha256, end: at });
      },
    },
    signal,
  );
}

function diskErrorOf({ end }: RequestState): Error | null {
  return end?.kind === 'disk' ? errorOf(end.error) : null;
}

/** Returns the outcome of a request whose stream has ended, or that we stopped. */
function outcomeOf(options: DownloadRangeOptions, state: RequestState): RangeOutcome {
  const { verdict } = state;
  const diskError = diskErrorOf(state);
  if (diskError !== null) throw diskError;
  if (verdict === null) throw connectionReset(hostOf(options.url));
  if (verdict.kind !== 'bytes') return verdict;
  if (!isKnownEncoding(verdict.encoding))
    throw new AppError('FILE_NOT_WHOLE', {
      fileName: options.fileName,
      // The name of the coding is left out: the server chooses it, and it may repeat the token of the link.
      detail: 'encoding',
    });
  return outcomeOfBytes(options, verdict, state.end);
}

function outcomeOfBytes(
  { connection: { lease }, url, ended }: DownloadRangeOptions,
  bytes: AcceptedBytes,
  end: ExchangeEnd | null,
): RangeOutcome {
  // The body is longer than announced: the answer is not what it claims to be, so nothing of it can be kept.
  if (end?.kind === 'too-long') return { kind: 'restart', because: null };
  if (end?.kind === 'encoding') {
    const cause = errorOf(end.error);
    throw new TransferDelay(
      new AppError('UNREACHABLE', { host: hostOf(url), reason: 'other' }, { cause }),
      null,
    );
  }
  if (bytes.end === null) ended(lease.at);
  else if (lease.at < Math.min(bytes.end, lease.end ?? bytes.end)) throw connectionReset(hostOf(url));
  return { kind: 'completed' };
}
