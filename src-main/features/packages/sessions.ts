import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  mostPackageBytes,
  type PackageId,
  type PackageProgress,
  packagePieceBytes,
} from '../../../src-preload/contract/handover.ts';
import { AppError, isAppError, toStoredError } from '../../core/app-error.ts';
import { writeAllTo } from '../../core/write-all-at.ts';
import { diskError } from '../../store/disk-error.ts';
import type { HandoverThread } from './handover-thread.ts';

/** Writes bytes into a file at an offset; an offset of 0 creates the file, which must not exist. @throws DISK_FULL */
async function writePiece(path: string, offset: number, bytes: Uint8Array): Promise<void> {
  try {
    const file = await open(path, offset === 0 ? 'wx' : 'r+', 0o600);
    await writeAllTo(file, bytes, offset).finally(() => file.close());
  } catch (error) {
    throw diskError(error, path);
  }
}

/** Returns the bytes of a file from an offset on, at most `packagePieceBytes`, as Base64; an empty text at the end of the file. */
async function readPiece(path: string, offset: number): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(packagePieceBytes),
      0,
      packagePieceBytes,
      offset,
    );
    return buffer.toString('base64', 0, bytesRead);
  } finally {
    await file.close();
  }
}

/** A package that is being made or opened. */
export interface Session {
  id: PackageId;
  fileName: string;
  /** The file of the package. */
  path: string;
  /** A folder for the files that are packed or were unpacked. */
  folder: string;
  thread: HandoverThread | null;
  progress: PackageProgress;
  receivedBytes: number;
  expectedBytes: number;
}

interface SessionsOptions {
  /** Holds the packages that are made or opened; it is emptied at the start and at the end. */
  folder: string;
  newId: () => PackageId;
  startThread: (onProgress: (done: number, total: number) => void) => HandoverThread;
  /** Called when the progress of a package has changed. */
  onChange: () => void;
  /** Receives errors that are no `AppError`. */
  onError: (error: unknown) => void;
}

/** A page needs one or two at once; if there are more, the page has forgotten the oldest. */
const maxSessions = 4;

const progressOfUnknown: PackageProgress = {
  state: 'gone',
  done: 0,
  total: 0,
  fileName: '',
  sizeBytes: 0,
  error: null,
};

/** Creates the packages that are made or opened, each with a file and a thread of its own. */
export function createSessions({ folder, newId, startThread, onChange, onError }: SessionsOptions) {
  const sessions = new Map<PackageId, Session>();
  const emptied = rm(folder, { recursive: true, force: true }).catch(() => undefined);

  function find(id: PackageId): Session {
    const session = sessions.get(id);
    if (session === undefined) throw new AppError('NOT_FOUND', { what: 'package' });
    return session;
  }

  function update(session: Session, progress: Partial<PackageProgress>) {
    Object.assign(session.progress, progress);
    onChange();
  }

  async function discard(id: PackageId): Promise<void> {
    const session = sessions.get(id);
    sessions.delete(id);
    if (session === undefined) return;
    await session.thread?.end();
    await Promise.all([
      rm(session.path, { force: true }),
      rm(session.folder, { recursive: true, force: true }),
    ]).catch(() => undefined);
    onChange();
  }

  return {
    /** Returns a package. @throws NOT_FOUND */
    find,
    /** Ends the thread of a package and deletes its files. */
    discard,
    /** Begins a package; the oldest one is discarded if there are too many. @throws DISK_FULL */
    async begin(fileName: string, expectedBytes = 0): Promise<Session> {
      await emptied;
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((error: unknown) => {
        throw diskError(error, folder);
      });
      const [oldest] = sessions.keys();
      if (oldest !== undefined && sessions.size >= maxSessions) await discard(oldest);
      const id = newId();
      const session: Session = {
        id,
        fileName,
        path: join(folder, `${id}.nadir`),
        folder: join(folder, id),
        thread: null,
        receivedBytes: 0,
        expectedBytes,
        progress: { state: 'working', done: 0, total: 0, fileName, sizeBytes: expectedBytes, error: null },
      };
      sessions.set(id, session);
      return session;
    },
    progress: (id: PackageId): PackageProgress => ({ ...(sessions.get(id)?.progress ?? progressOfUnknown) }),
    /** Starts work in the thread of a package and returns at once; `progress` tells how the work ends. */
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
    /**
     * Appends a piece to the file of a package that is received. If it is too large or cannot be written, the package is
     * discarded.
     */
    async add(id: PackageId, base64: string): Promise<{ receivedBytes: number }> {
      const session = find(id);
      const bytes = Buffer.from(base64, 'base64');
      const { expectedBytes, receivedBytes: offset, path } = session;
      if (offset + bytes.length > Math.min(expectedBytes, mostPackageBytes)) {
        await discard(id);
        throw new AppError('CONFLICT', { detail: 'package-size' });
      }
      session.receivedBytes += bytes.length;
      await writePiece(path, offset, bytes).catch(async (error: unknown) => {
        await discard(id);
        throw error;
      });
      return { receivedBytes: session.receivedBytes };
    },
    /** Returns the piece of a package that begins at a byte, as Base64; an empty text at its end. */
    async read(id: PackageId, offset: number): Promise<{ base64: string }> {
      const { path, progress } = find(id);
      if (progress.state !== 'ready') throw new AppError('CONFLICT', { detail: 'package-not-ready' });
      return { base64: await readPiece(path, offset) };
    },
    async close() {
      await Promise.all([...sessions.keys()].map(discard));
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    },
  };
}
