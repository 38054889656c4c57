import type { UpdateBlock, UpdateStatus } from '../../../../src-preload/contract/updates.ts';
import { AppError, toStoredError } from '../../../core/app-error.ts';
import type { FoundUpdate, UpdateInstaller, UpdateTransport } from '../../../core/update-installer.ts';

interface UpdatesOptions {
  /** Undefined if this way of running cannot replace itself. */
  installer: UpdateInstaller | undefined;
  /** The address of the feed; null if the user has set none. */
  address: () => string | null;
  transportFor: (address: string) => UpdateTransport;
  changed: () => void;
  onError: (error: unknown) => void;
}

type Phase = UpdateStatus['phase'];

/** In these phases there is something that a check must not forget. */
const heldPhases: ReadonlySet<Phase> = new Set(['waiting', 'downloading', 'staged', 'restarting']);

/**
 * Creates what leads through an update: looking, asking, downloading, asking, restarting. Each step towards the next version is taken
 * by the user, and none of the last two while files arrive or commands are sent.
 */
export function createUpdates({ installer, address, transportFor, changed, onError }: UpdatesOptions) {
  const busy = new Set<UpdateBlock>();
  let phase: Phase = 'idle';
  let found: FoundUpdate | null = null;
  let receivedBytes = 0;
  let isPutOff = false;
  let error: UpdateStatus['error'] = null;
  let underWay = new AbortController();
  let addressBefore = address();
  let isClosed = false;

  function mode(): UpdateStatus['mode'] {
    if (installer === undefined) return 'none';
    if (installer.managedBy !== null) return 'managed';
    return address() === null ? 'off' : 'on';
  }

  function moveTo(next: Phase) {
    phase = next;
    changed();
  }

  /** Stops what is under way and starts anew; what was found is forgotten. */
  function reset() {
    underWay.abort();
    underWay = new AbortController();
    found = null;
    receivedBytes = 0;
    isPutOff = false;
    error = null;
    moveTo('idle');
  }

  function fail(thrown: unknown) {
    onError(thrown);
    error = toStoredError(thrown);
    moveTo('failed');
  }

  async function check() {
    const feed = address();
    if (installer === undefined || feed === null || mode() !== 'on' || isClosed) return;
    if (phase === 'checking' || heldPhases.has(phase)) return;
    reset();
    const { signal } = underWay;
    moveTo('checking');
    try {
      const newer = await installer.find({ address: feed, transport: transportFor(feed) }, signal);
      if (signal.aborted) return;
      found = newer;
      moveTo(newer === null ? 'current' : 'available');
    } catch (thrown) {
      if (!signal.aborted) fail(thrown);
    }
  }

  async function downloadNow(from: UpdateInstaller) {
    const { signal } = underWay;
    receivedBytes = 0;
    moveTo('downloading');
    const onePercent = (found?.sizeBytes ?? 0) / 100;
    let told = 0;
    const onProgress = (bytes: number) => {
      receivedBytes = bytes;
      if (bytes - told < onePercent) return;
      told = bytes;
      changed();
    };
    try {
      await from.download(onProgress, signal);
      if (signal.aborted) return;
      isPutOff = false;
      moveTo('staged');
    } catch (thrown) {
      if (!signal.aborted) fail(thrown);
    }
  }

  function begin() {
    if (installer === undefined || mode() !== 'on') return;
    if (busy.size > 0) moveTo('waiting');
    else void downloadNow(installer);
  }

  function assertFree() {
    if (busy.size > 0) throw new AppError('UPDATE_REFUSED', { reason: 'busy', detail: '' });
  }

  return {
    status: (): UpdateStatus => ({
      mode: mode(),
      managedBy: installer?.managedBy ?? null,
      phase,
      version: found?.version ?? null,
      sizeBytes: found?.sizeBytes ?? null,
      receivedBytes,
      isPutOff,
      busyWith: [...busy],
      error,
    }),
    check,
    /** Begins the download that the user wants, or waits with it. */
    download() {
      const canRetry = phase === 'failed' && found !== null;
      if (phase === 'available' || canRetry) {
        error = null;
        begin();
      } else if (phase !== 'waiting' && phase !== 'downloading')
        throw new AppError('UPDATE_REFUSED', { reason: 'not-offered', detail: '' });
    },
    /** Ends the download or the wait for it. */
    cancel() {
      if (phase !== 'waiting' && phase !== 'downloading') return;
      underWay.abort();
      underWay = new AbortController();
      receivedBytes = 0;
      moveTo('available');
    },
    putOff() {
      isPutOff = true;
      changed();
    },
    /** Restarts into the new version, because the user wants it now. */
    async restart() {
      const isReady = installer !== undefined && mode() === 'on' && phase === 'staged';
      if (!isReady) throw new AppError('UPDATE_REFUSED', { reason: 'not-offered', detail: '' });
      assertFree();
      moveTo('restarting');
      try {
        await installer.checkAgain();
      } catch (thrown) {
        // It must be downloaded again.
        fail(thrown);
        throw thrown;
      }
      try {
        // Reading the file takes a while, in which work may have begun.
        assertFree();
        await installer.restart();
      } catch (thrown) {
        moveTo('staged');
        throw thrown;
      }
    },
    /** Notes that work has begun or ended; a download that has waited for its end begins. */
    note(work: UpdateBlock, isUnderWay: boolean) {
      if (busy.has(work) === isUnderWay) return;
      if (isUnderWay) busy.add(work);
      else busy.delete(work);
      if (phase === 'waiting' && busy.size === 0) begin();
      else changed();
    },
    /** Looks at another address at once, and forgets what another one offered. */
    settingsChanged() {
      const next = address();
      if (next === addressBefore) return;
      addressBefore = next;
      reset();
      void check();
    },
    close() {
      isClosed = true;
      underWay.abort();
    },
  };
}

/** What `createUpdates` returns. */
export type Updates = ReturnType<typeof createUpdates>;
