import { randomBytes } from 'node:crypto';
import type { Notice } from '../../src-preload/contract/app.ts';
import type { ChangeTopic } from '../../src-preload/contract/contract.ts';
import type { ConnectionId, Scope } from '../../src-preload/contract/ids.ts';
import { AppError, isAppError } from '../core/app-error.ts';
import { createDomainEvents } from '../core/domain-events.ts';
import { createAppLog } from '../features/support/app-log.ts';
import { createNotices } from '../features/support/notices.ts';
import { createRequestLog } from '../features/support/request-log.ts';
import type { Platform } from '../host/platform.ts';
import { createRedactor } from '../service/redaction/redact.ts';
import { createChangeHub } from './change-hub.ts';
import { logStrayErrors } from './stray-errors.ts';

/** What a host passes to the application. */
export interface AppOptions {
  platform: Platform;
  /** The variables of the process; only those named `NADIR_…` and those of proxies are read. */
  environment: Readonly<Record<string, string | undefined>>;
}

type QuarantineNotice = Extract<Notice['kind'], `${string}-kept-aside`>;

/**
 * Creates what every part of the application uses: its data folder, the time, and the channels to the page, the other domains,
 * the log and the user. From then on unhandled errors are logged, until `stopLogging` is called.
 */
export function createAppContext({ platform, environment }: AppOptions) {
  const folder = platform.dataFolder;
  const now = () => new Date();
  const closing = new AbortController();
  const hub = createChangeHub();
  const publish = (topic: ChangeTopic, connectionId: ConnectionId | null = null) =>
    hub.publish({ topic, connectionId });

  const redactor = createRedactor();
  const log = createAppLog({ folder, now, redact: redactor.thorough });
  const makeReference = () => randomBytes(4).toString('hex').toUpperCase();
  const logDefect = (path: string, error: unknown) => log.defect({ reference: makeReference(), path, error });
  const stopLogging = logStrayErrors((error) => logDefect('stray', error));
  const events = createDomainEvents({
    onError(name, error) {
      // Nothing else reports this error, so expected failures such as a full disk are logged too.
      if (isAppError(error)) log.info('listener failed', { event: name, code: error.code });
      else logDefect(`event ${name}`, error);
    },
  });
  const notices = createNotices({
    now,
    changed: () => publish('notices'),
    dismissed: (kind) => events.emit('notice.dismissed', kind),
  });

  return {
    platform,
    environment,
    /** The data folder, absolute. */
    folder,
    now,
    monotonic: () => performance.now(),
    /** Aborted when Nadir closes, by `beginClosing`. */
    closing: closing.signal,
    beginClosing: () => closing.abort(),
    subscribe: hub.subscribe,
    /** Reports to the page which data is stale; for all connections if none is named. */
    publish,
    publishScope: (topic: ChangeTopic) => (scope: Scope) => publish(topic, scope.connectionId),
    events,
    redactor,
    log,
    logDefect,
    makeReference,
    stopLogging,
    /** Returns an error handler that logs defects; expected failures are shown where they happened and not logged. */
    onError: (where: string) => (error: unknown) => {
      if (!(error instanceof AppError)) logDefect(where, error);
    },
    onUnreadable: (what: string, count: number) => log.info('unreadable rows', { what, count }),
    notices,
    /** Returns a callback that reports the path to which an unreadable file was moved. */
    quarantined: (kind: QuarantineNotice) => (path: string) => notices.add(kind, { path }),
    requestLog: createRequestLog({ changed: () => publish('requests'), thorough: redactor.thorough }),
  };
}

/** What `createAppContext` returns. */
export type AppContext = ReturnType<typeof createAppContext>;
