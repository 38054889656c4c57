import { randomBytes } from 'node:crypto';
import type { Notice } from '../../src-preload/contract/app.ts';
import type { ChangeTopic } from '../../src-preload/contract/changes.ts';
import type { ConnectionId, Scope } from '../../src-preload/contract/ids.ts';
import { createAppLog } from '../activity/app-log.ts';
import { createNotices } from '../activity/notices.ts';
import { createRequestLog } from '../activity/request-log.ts';
import { AppError, isAppError } from '../app-error.ts';
import { createDomainEvents } from '../core/domain-events.ts';
import type { Platform } from '../host/platform.ts';
import { createRedactor } from '../service/redaction/redact.ts';
import { createChangeHub } from './change-hub.ts';
import { logStrayErrors } from './stray-errors.ts';

/** What a host gives the application. */
export interface AppOptions {
  platform: Platform;
  /** The variables of the process; `NADIR_…` ones and those of proxies are read. */
  environment: Readonly<Record<string, string | undefined>>;
}

type QuarantineNotice = Extract<Notice['kind'], `${string}-kept-aside`>;

/**
 * Makes what every part of the application is given: where it keeps its data, what time it is, how it tells the page, the
 * other domains, the log and the user. From here on errors that nobody waits for are logged, until `stopLogging` is called.
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
  const notices = createNotices({ now, changed: () => publish('notices') });

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
    /** Tells the page what became stale; of all connections where none is named. */
    publish,
    publishScope: (topic: ChangeTopic) => (scope: Scope) => publish(topic, scope.connectionId),
    events: createDomainEvents({
      onError(name, error) {
        // Nobody else hears of it, so that expected failures such as a full disk are noted too.
        if (isAppError(error)) log.info('listener failed', { event: name, code: error.code });
        else logDefect(`event ${name}`, error);
      },
    }),
    redactor,
    log,
    logDefect,
    makeReference,
    stopLogging,
    /** Makes a receiver of errors that logs defects; expected failures are shown where they happened, and not logged. */
    onError: (where: string) => (error: unknown) => {
      if (!(error instanceof AppError)) logDefect(where, error);
    },
    onUnreadable: (what: string, count: number) => log.info('unreadable rows', { what, count }),
    notices,
    /** Makes a receiver of the path to which an unreadable file was moved. */
    quarantined: (kind: QuarantineNotice) => (path: string) => notices.add(kind, { path }),
    requestLog: createRequestLog({ changed: () => publish('requests'), thorough: redactor.thorough }),
  };
}

/** What `createAppContext` answers. */
export type AppContext = ReturnType<typeof createAppContext>;
