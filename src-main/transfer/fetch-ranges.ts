import { AppError } from '../core/app-error.ts';
import type { RestartReason, ValidatorChange } from './answer-rules.ts';
import {
  ConnectionReplaced,
  type ConnectionWatch,
  createConnectionWatch,
  minProgressBytes,
} from './connection-watch.ts';
import { type AcceptedBytes, downloadRange, type RangeOutcome } from './download-range.ts';
import type { FetchFileOptions } from './fetch-file-options.ts';
import { createLinkSource, type LinkSource } from './link-source.ts';
import { defaultPartSizes } from './part-sizes.ts';
import type { RangeConnection } from './range-connection.ts';
import { isConnectionFailure, serviceDelay } from './range-failures.ts';
import { createRangePlan, type RangePlan } from './range-plan.ts';
import { createRangeScheduler, type RangeScheduler } from './range-scheduler.ts';
import type { BlockFile } from './storage/block-file.ts';
import { noVersion } from './storage/journal.ts';
import { TransferDelay } from './transfer-delay.ts';

/** The joint result of all connections. */
export type RangesEnd =
  | { kind: 'whole' }
  | { kind: 'restart'; because: RestartReason | null }
  | { kind: 'no-ranges' }
  | { kind: 'validator-changed'; validatorChange: ValidatorChange; url: string };

type StopReason = { result: RangesEnd } | { error: unknown };

const maxEmptyAnswers = 3;
/** After a connection that received nothing, no further one is opened for this long beside those that receive. */
const lowerLimitMs = 10_000;
/**
 * If the length of a file is unknown, the free space is checked after each `spaceCheckBytes`, and `keptFreeBytes` must stay free.
 */
const spaceCheckBytes = 16 * 1_024 * 1_024;
const keptFreeBytes = 512 * 1_024 * 1_024;

/** One run over the missing ranges of a file, shared by all of its connections. */
interface RangesRun {
  readonly options: FetchFileOptions;
  readonly file: BlockFile;
  readonly plan: RangePlan;
  readonly scheduler: RangeScheduler;
  readonly watch: ConnectionWatch;
  readonly links: LinkSource;
  /** Aborts with the transfer, with the run, or if the disk fails. */
  readonly signal: AbortSignal;
  /** Ends the run for all connections; the first reason counts. */
  readonly stop: (reason: StopReason) => void;
  readonly stopReason: () => StopReason | null;
  readonly isStopped: () => boolean;
  /** Called when the last connection has ended. */
  readonly finish: () => void;
  readonly finished: Promise<void>;
  receivedBytes: number;
  spaceCheckedAtBytes: number;
}

/**
 * Downloads all that is missing over as many connections as are allowed; none of them can block the others. Throws an error that
 * the transfer must end with or wait for; returns a result that needs another run.
 */
export async function fetchRanges(
  options: FetchFileOptions,
  file: BlockFile,
  isSingle: boolean,
  signals: { signal: AbortSignal; diskFailed: AbortSignal },
): Promise<RangesEnd> {
  const hasBytes = file.writtenBytes() > 0;
  // A stored version without any bytes on disk is dropped.
  if (!hasBytes && (file.version.totalBytes !== null || file.version.validator !== null))
    file.identify(noVersion);
  const totalBytes = hasBytes ? file.version.totalBytes : null;
  const plan = createRangePlan({ done: file.written(), totalBytes });
  if (plan.isEmpty()) return { kind: 'whole' };
  if (totalBytes !== null) await options.ensureFreeSpace(totalBytes - file.writtenBytes());

  const run = createRun(options, file, plan, { isSingle, ...signals });
  await untilFinished(run);
  signals.signal.throwIfAborted();
  signals.diskFailed.throwIfAborted();
  return resultOf(run.stopReason(), plan.isEmpty());
}

function createRun(
  options: FetchFileOptions,
  file: BlockFile,
  plan: RangePlan,
  { isSingle, signal, diskFailed }: { isSingle: boolean; signal: AbortSignal; diskFailed: AbortSignal },
): RangesRun {
  const { now, stallMs, parts = defaultPartSizes } = options;
  const stopped = new AbortController();
  const anySignal = AbortSignal.any([signal, stopped.signal, diskFailed]);
  const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
  let stopReason: StopReason | null = null;
  const isStopped = () => stopReason !== null;
  const stop = (reason: StopReason) => {
    if (stopReason !== null) return;
    stopReason = reason;
    stopped.abort();
  };
  const scheduler = createRangeScheduler({
    plan,
    parts,
    isSingle,
    isStopped,
    now,
    allowedConnections: options.connections,
    totalBytes: () => file.version.totalBytes,
    run: (connection) => void runConnection(run, connection),
  });
  const links = createLinkSource(options, anySignal, () => stopIfSceneChanged(run));
  const watch = createConnectionWatch({ scheduler, host: links.host, stallMs, now });
  const run: RangesRun = {
    options,
    file,
    plan,
    scheduler,
    watch,
    links,
    signal: anySignal,
    stop,
    isStopped,
    finish,
    finished,
    stopReason: () => stopReason,
    receivedBytes: file.writtenBytes(),
    spaceCheckedAtBytes: file.writtenBytes(),
  };
  return run;
}

/** Opens the first connection and resolves when the last one has ended. */
async function untilFinished(run: RangesRun): Promise<void> {
  const { options, file, scheduler, watch } = run;
  // The timer is not unreferenced: if every connection is paused, nothing else keeps the process alive.
  const timer = setInterval(
    () => {
      file.flushIfDue();
      watch.check(run.receivedBytes);
      scheduler.grow();
      reportProgress(run);
    },
    (options.parts ?? defaultPartSizes).tickMs,
  );
  try {
    scheduler.grow();
    if (scheduler.connections.size > 0) await run.finished;
  } finally {
    clearInterval(timer);
  }
}

function resultOf(reason: StopReason | null, isWhole: boolean): RangesEnd {
  if (reason !== null && 'error' in reason) throw reason.error;
  if (reason !== null) return reason.result;
  // Nothing failed but something is missing: it is requested again, as after any odd answer.
  return isWhole ? { kind: 'whole' } : { kind: 'restart', because: null };
}

function reportProgress({ options, file, scheduler, receivedBytes }: RangesRun) {
  options.progress(receivedBytes, file.version.totalBytes, scheduler.connections.size);
}

/** Stops if the scene was changed since the first byte: it then has other bytes, whatever the server claims. */
function stopIfSceneChanged({ options, file, stop }: RangesRun) {
  const { sceneModified } = file.version;
  const latest = options.sceneModified();
  if (file.writtenBytes() > 0 && sceneModified !== null && latest !== null && latest !== sceneModified)
    stop({ result: { kind: 'restart', because: 'changed-scene' } });
}

async function runConnection(run: RangesRun, connection: RangeConnection): Promise<void> {
  const { scheduler } = run;
  let error: unknown = null;
  try {
    await downloadLeases(run, connection);
  } catch (thrown) {
    const { signal } = connection.abort;
    error = signal.aborted && !run.signal.aborted ? signal.reason : thrown;
  }
  scheduler.remove(connection);
  if (error !== null && !run.isStopped()) endConnection(run, connection, error);
  scheduler.grow();
  reportProgress(run);
  if (scheduler.connections.size === 0) run.finish();
}

/** Handles a failed connection: the others continue, and fewer are opened beside them if this one received nothing. */
function endConnection({ scheduler, stop, options }: RangesRun, connection: RangeConnection, error: unknown) {
  if (error instanceof ConnectionReplaced) return;
  if (!isConnectionFailure(error) || scheduler.connections.size === 0) return stop({ error });
  if (connection.receivedBytes >= minProgressBytes) return;
  const until = error instanceof TransferDelay ? error.until : null;
  scheduler.lowerLimit(Math.max(until ?? 0, options.now() + lowerLimitMs));
}

/** Downloads the connection's leases one after another, until there is nothing more to do. */
async function downloadLeases(run: RangesRun, connection: RangeConnection): Promise<void> {
  let stale: string | null = null;
  let emptyAnswers = 0;
  for (;;) {
    const bytesBefore = connection.receivedBytes;
    const url = await waitForLink(run, connection, stale);
    const outcome = await requestRange(run, connection, url);
    stale = null;
    if (run.isStopped()) return;
    if (outcome.kind === 'refresh-link') {
      run.links.countRefusal({ status: outcome.status, url }, run.scheduler.connections.size);
      stale = url;
    } else if (outcome.kind !== 'completed') return endByAnswer(run, connection, outcome, url);
    else if (connection.lease.at === connection.lease.end) {
      run.plan.release(connection.lease);
      const lease = run.scheduler.nextLease();
      if (!lease) return;
      connection.lease = lease;
    } else if (connection.receivedBytes === bytesBefore) {
      emptyAnswers += 1;
      if (emptyAnswers > maxEmptyAnswers) return run.stop({ result: { kind: 'restart', because: null } });
    }
  }
}

/** Ends the connection, or the whole run, after an answer without bytes. */
function endByAnswer(
  { file, plan, stop, options }: RangesRun,
  connection: RangeConnection,
  outcome: Exclude<RangeOutcome, { kind: 'completed' | 'refresh-link' }>,
  url: string,
) {
  switch (outcome.kind) {
    case 'complete':
      file.identify({ totalBytes: outcome.total });
      plan.setTotalSize(outcome.total, outcome.total);
      plan.release(connection.lease);
      return;
    case 'wait':
      throw serviceDelay(outcome, url, options.now());
    case 'refused':
      throw new AppError('REFUSED', {
        status: outcome.status,
        detail: `HTTP ${outcome.status}`,
        fields: {},
      });
    case 'validator-changed':
      return stop({ result: { kind: 'validator-changed', validatorChange: outcome, url } });
    default:
      return stop({ result: outcome });
  }
}

async function waitForLink(
  run: RangesRun,
  connection: RangeConnection,
  stale: string | null,
): Promise<string> {
  // While it waits for a link, its silence is not the connection's fault.
  connection.isPaused = true;
  const url = await run.links.get(stale);
  run.signal.throwIfAborted();
  connection.isPaused = false;
  connection.lastByteAt = run.options.now();
  return url;
}

function requestRange(run: RangesRun, connection: RangeConnection, url: string): Promise<RangeOutcome> {
  const { options, file, plan } = run;
  return downloadRange(
    {
      ...options,
      connection,
      file,
      url,
      accepted: (bytes) => acceptAnswer(run, connection, bytes),
      ended(totalBytes) {
        file.identify({ totalBytes });
        plan.setTotalSize(totalBytes, totalBytes);
      },
      received: (bytes) => countReceived(run, bytes),
    },
    run.signal,
  );
}

/**
 * Handles an accepted answer: the first one shows what the file is and whether it may be split; a further one shows that ranges
 * work.
 */
function acceptAnswer(
  { options, file, scheduler, stop }: RangesRun,
  connection: RangeConnection,
  { total: totalBytes, validator, lastModified, ranges }: AcceptedBytes,
) {
  if (connection.lease.end !== null) {
    scheduler.confirmRanges();
    return scheduler.grow();
  }
  file.identify({ totalBytes, validator, lastModified, sceneModified: options.sceneModified() });
  scheduler.setTotalSize(totalBytes, ranges);
  if (totalBytes === null) return;
  options.ensureFreeSpace(totalBytes - file.writtenBytes()).catch((error: unknown) => stop({ error }));
  scheduler.grow();
}

function countReceived(run: RangesRun, bytes: number) {
  const { options, file, stop } = run;
  const { totalBytes } = file.version;
  run.receivedBytes += bytes;
  if (Math.max(run.receivedBytes, totalBytes ?? 0) > (options.maxBytes ?? Number.POSITIVE_INFINITY))
    stop({ error: new AppError('FILE_NOT_WHOLE', { fileName: options.fileName, detail: 'too-large' }) });
  // The body may have no end, or unpack to far more than its packed size.
  if (totalBytes === null && run.receivedBytes - run.spaceCheckedAtBytes >= spaceCheckBytes) {
    run.spaceCheckedAtBytes = run.receivedBytes;
    options.ensureFreeSpace(keptFreeBytes).catch((error: unknown) => stop({ error }));
  }
  run.links.resetRefusals();
  run.watch.progressed(run.receivedBytes);
  reportProgress(run);
}
