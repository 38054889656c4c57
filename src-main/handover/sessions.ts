import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  mostPackageBytes,
  type PackageId,
  type PackageProgress,
  packagePieceBytes,
} from '../../src-preload/contract/handover.ts';
import { AppError, isAppError, toStoredError } from '../app-error.ts';
import { diskError } from '../store/disk-error.ts';
import type { HandoverThread } from './handover-thread.ts';

/** A package that is being made or opened. */
export interface Session {
  id: PackageId;
  fileName: string;
  /** The file of the package. */
  path: string;
  /** For what belongs to it besides. */
  folder: string;
  thread: HandoverThread | null;
  progress: PackageProgress;
  receivedBytes: number;
  expectedBytes: number;
}

interface SessionsOptions {
  /** Holds packages that are made or opened; all that is in it is deleted at the start and at the end. */
  folder: string;
  newId: () => PackageId;
  startThread: (progress: (done: number, total: number) => void) => HandoverThread;
  changed: () => void;
  /** Receives errors that are no expected ones. */
  onError: (error: unknown) => void;
}

/** More are never wanted at once: the oldest is one that the page has forgotten. */
const mostSessions = 4;

/** Creates the packages that are made or opened, each with a file and a thread of its own. */
export function createSessions({ folder, newId, startThread, changed, onError }: SessionsOptions) {
  const sessions = new Map<PackageId, Session>();
  const cleared = rm(folder, { recursive: true, force: true }).catch(() => undefined);

  function find(id: PackageId): Session {
    const found = sessions.get(id);
    if (found === undefined) throw new AppError('NOT_FOUND', { what: 'package' });
    return found;
  }

  function update(session: Session, progress: Partial<PackageProgress>) {
    Object.assign(session.progress, progress);
    changed();
  }

  async function discard(id: PackageId): Promise<void> {
    const found = sessions.get(id);
    sessions.delete(id);
    if (found === undefined) return;
    await found.thread?.end();
    await Promise.all([
      rm(found.path, { force: true }),
      rm(found.folder, { recursive: true, force: true }),
    ]).catch(() => undefined);
    changed();
  }

  return {
    find,
    update,
    discard,
    /** Begins a package; the oldest one is discarded if there are too many. */
    async begin(fileName: string, expectedBytes = 0): Promise<Session> {
      await cleared;
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw diskError(error, folder);
      });
      const [oldest] = sessions.keys();
      if (oldest !== undefined && sessions.size >= mostSessions) await discard(oldest);
      const id = newId();
      const session: Session = {
        ...{ id, fileName, path: join(folder, `${id}.nadir`), folder: join(folder, id), thread: null },
        ...{ receivedBytes: 0, expectedBytes },
        progress: { state: 'working', done: 0, total: 0, fileName, sizeBytes: expectedBytes, error: null },
      };
      sessions.set(id, session);
      return session;
    },
    progress: (id: PackageId): PackageProgress => ({
      ...(sessions.get(id)?.progress ?? {
        ...{ state: 'gone' as const, done: 0, total: 0, fileName: '', sizeBytes: 0, error: null },
      }),
    }),
    /** Starts the thread of a package and runs work in it that nobody waits for; `progress` tells how it ends. */
    run(session: Session, work: (thread: HandoverThread) => Promise<Partial<PackageProgress>>) {
      session.thread ??= startThread((done, total) => update(session, { done, total }));
      work(session.thread).then(
        (ready) => update(session, { state: 'ready', ...ready }),
        (error: unknown) => {
          if (!isAppError(error)) onError(error);
          if (sessions.has(session.id)) update(session, { state: 'failed', error: toStoredError(error) });
        },
      );
    },
    /** Adds a piece to a file that is received. */
    async add(id: PackageId, base64: string): Promise<{ receivedBytes: number }> {
      const session = find(id);
      const bytes = Buffer.from(base64, 'base64');
      const { expectedBytes, path } = session;
      if (session.receivedBytes + bytes.length > Math.min(expectedBytes, mostPackageBytes)) {
        await discard(id);
        throw new AppError('CONFLICT', { detail: 'package-size' });
      }
      const at = session.receivedBytes;
      session.receivedBytes += bytes.length;
      try {
        const file = await open(path, at === 0 ? 'wx' : 'r+', 0o600);
        await file.write(bytes, 0, bytes.length, at).finally(() => file.close());
      } catch (error) {
        await discard(id);
        throw diskError(error, path);
      }
      return { receivedBytes: session.receivedBytes };
    },
    /** Returns the piece of a package that begins at a byte, in Base64; an empty text at its end. */
    async read(id: PackageId, offset: number): Promise<{ base64: string }> {
      const { path, progress } = find(id);
      if (progress.state !== 'ready') throw new AppError('CONFLICT', { detail: 'package-not-ready' });
      const file = await open(path);
      try {
        const { buffer, bytesRead } = await file.read(
          Buffer.alloc(packagePieceBytes),
          0,
          packagePieceBytes,
          offset,
        );
        return { base64: buffer.toString('base64', 0, bytesRead) };
      } finally {
        await file.close();
      }
    },
    async close() {
      await Promise.all([...sessions.keys()].map(discard));
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}
