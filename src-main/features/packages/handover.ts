import { join } from 'node:path';
import type { PackageReason } from '../../../src-preload/contract/errors.ts';
import {
  mostPackageBytes,
  type PackageChoice,
  type PackageId,
  type PackageReport,
} from '../../../src-preload/contract/handover.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import { type AcceptPorts, createAcceptPackage } from './accept-package.ts';
import { createDraftTrails, type DraftTrailsOptions } from './draft-trails.ts';
import type { HandoverThread } from './handover-thread.ts';
import { createSessions } from './sessions.ts';
import { storePackageRecords } from './store-records.ts';

interface HandoverOptions extends DraftTrailsOptions {
  ports: AcceptPorts;
  /** Holds packages that are made or opened. */
  folder: string;
  startThread: (onProgress: (done: number, total: number) => void) => HandoverThread;
  contractName: (scope: Scope) => string | null;
  /** The version of Nadir. */
  application: string;
  /** Returns the name of the account of this computer, for a user who has not given a name yet. */
  author: () => string;
  newId: () => PackageId;
  /** Called when packages, decisions or drafts of packages have changed. */
  onChange: () => void;
  /** Receives errors that are no `AppError`. */
  onError: (error: unknown) => void;
}

interface MakePackage {
  choice: PackageChoice;
  maker: string;
  note: string;
  scope: Scope | null;
}

/** Returns a name that every file system accepts. */
function packageFileName(maker: string, at: string): string {
  const safe = maker
    .replaceAll(/[^\p{L}\p{N} -]+/gu, '')
    .trim()
    .slice(0, 60);
  return `${[safe, at.slice(0, 16).replace('T', ' ').replace(':', '')].filter((part) => part !== '').join(' ')}.nadir`;
}

/** Creates the packages that pass between computers: it makes, opens, compares and accepts them. */
export function createHandover(options: HandoverOptions) {
  const { records, instance, now, onChange, onError } = options;
  const author = () => records.person() ?? options.author();
  const sessions = createSessions(options);
  const acceptance = createAcceptPackage(options);

  const recovered = acceptance.recover().then(
    (count) => {
      if (count > 0) onChange();
    },
    (error: unknown) => onError(error),
  );

  function workOf(id: PackageId) {
    const { thread, progress } = sessions.find(id);
    if (thread === null || progress.state !== 'ready')
      throw new AppError('CONFLICT', { detail: 'package-not-ready' });
    return thread.work;
  }

  /** Stores the records of a package that was made. */
  async function storeMadeRecords(work: HandoverThread['work'], packageId: PackageId, person: string) {
    const acceptanceId = records.begin({ packageId, direction: 'made', person, at: now().toISOString() });
    await storePackageRecords({ records, work, acceptanceId });
    records.complete(acceptanceId);
    records.setPerson(person);
  }

  return {
    /** Returns the name of the user: the one given with the last package, or that of the account. */
    person: author,
    /** Starts to make a package; `progress` tells when it is ready. */
    async make({ choice, maker, note, scope }: MakePackage): Promise<{ id: PackageId }> {
      await recovered;
      const madeAt = now().toISOString();
      const session = await sessions.begin(packageFileName(maker, madeAt));
      const { id, path, folder } = session;
      const head = {
        packageId: id,
        madeAt,
        maker,
        note,
        instance,
        application: options.application,
        contractName: scope === null ? null : (options.contractName(scope)?.slice(0, 300) ?? null),
      };
      sessions.run(session, async ({ work }) => {
        const { sizeBytes } = await work.make({ path, folder, head, choice, scope });
        if (sizeBytes > mostPackageBytes) throw new AppError('CONFLICT', { detail: 'package-size' });
        await storeMadeRecords(work, id, maker);
        return { sizeBytes };
      });
      return { id };
    },
    progress: sessions.progress,
    read: sessions.read,
    discard: sessions.discard,

    /** Begins to receive a package; `add` appends its bytes. Throws PACKAGE_REFUSED for a size that no package has. */
    async receive(fileName: string, sizeBytes: number): Promise<{ id: PackageId }> {
      const refusal = (reason: PackageReason) =>
        new AppError('PACKAGE_REFUSED', { fileName, reason, detail: '' });
      if (sizeBytes === 0) throw refusal('empty');
      if (sizeBytes > mostPackageBytes) throw refusal('file-large');
      const { id } = await sessions.begin(fileName, sizeBytes);
      return { id };
    },
    add: sessions.add,
    /** Starts to open a package that was received; `progress` tells when it is ready. Throws CONFLICT if bytes are missing. */
    open(id: PackageId) {
      const session = sessions.find(id);
      if (session.receivedBytes !== session.expectedBytes)
        throw new AppError('CONFLICT', { detail: 'package-size' });
      sessions.run(session, async ({ work }) => {
        await recovered;
        const { path, fileName, folder } = session;
        await work.open({ path, fileName, folder: join(folder, 'maps') });
        return {};
      });
    },
    /** Returns the functions of an opened package. Throws CONFLICT until it is ready. */
    workOf,
    /** Tells the page that decisions have changed. */
    decided: onChange,
    async accept(id: PackageId, scope: Scope | null): Promise<PackageReport> {
      try {
        return await acceptance.accept({ work: workOf(id), scope, person: author() });
      } finally {
        onChange();
      }
    },

    ...createDraftTrails({ ...options, author }),
    async close() {
      await recovered;
      await sessions.close();
    },
  };
}

/** The packages that pass between computers. */
export type Handover = ReturnType<typeof createHandover>;
