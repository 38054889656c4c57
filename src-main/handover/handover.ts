import { join } from 'node:path';
import {
  type HandedEvent,
  mostPackageBytes,
  type PackageChoice,
  type PackageId,
  type PackageReport,
} from '../../src-preload/contract/handover.ts';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import { type AcceptPorts, createAcceptPackage } from './accept-package.ts';
import type { HandoverThread } from './handover-thread.ts';
import { wasLinked } from './known-reading.ts';
import type { KnownTable } from './known-table.ts';
import { createSessions, type Session } from './sessions.ts';

interface HandoverOptions {
  known: KnownTable;
  ports: AcceptPorts;
  /** Holds packages that are made or opened. */
  folder: string;
  startThread: (progress: (done: number, total: number) => void) => HandoverThread;
  /** Returns what a draft became that was sent from here; null for one that was not. */
  sentFromHere: (id: string) => { remoteId: string | null; at: string } | null;
  /** Returns the ids of the prepared rows of a contract. */
  preparedIds: (scope: Scope) => readonly string[];
  contractName: (scope: Scope) => string | null;
  /** Of this data folder. */
  instance: string;
  /** The version of Nadir. */
  application: string;
  /** Returns the name of the account of this computer. */
  author: () => string;
  now: () => Date;
  newId: () => PackageId;
  changed: () => void;
  onError: (error: unknown) => void;
}

interface MakePackage {
  choice: PackageChoice;
  maker: string;
  note: string;
  scope: Scope | null;
}

/** Returns a name that every file system takes. */
function packageFileName(maker: string, at: string): string {
  const safe = maker
    .replaceAll(/[^\p{L}\p{N} -]+/gu, '')
    .trim()
    .slice(0, 60);
  return `${[safe, at.slice(0, 16).replace('T', ' ').replace(':', '')].filter((part) => part !== '').join(' ')}.nadir`;
}

/** Creates the packages that pass between computers: they are made, opened, compared and accepted here. */
export function createHandover(options: HandoverOptions) {
  const { known, instance, now, changed, onError } = options;
  const sessions = createSessions(options);
  const acceptance = createAcceptPackage(options);
  const author = () => known.person() ?? options.author();

  const recovered = acceptance.recover().then(
    (count) => {
      if (count > 0) changed();
    },
    (error: unknown) => onError(error),
  );

  function workOf(id: PackageId) {
    const { thread, progress } = sessions.find(id);
    if (thread === null || progress.state !== 'ready')
      throw new AppError('CONFLICT', { detail: 'package-not-ready' });
    return thread.work;
  }

  /** Remembers what a package has, after it was made. */
  async function remember({ thread }: Session, packageId: string, person: string) {
    const work = thread?.work;
    if (work === undefined) return;
    const acceptanceId = known.begin({ packageId, direction: 'made', person, at: now().toISOString() });
    for (let page = await work.nextKnown(400); page.length > 0; page = await work.nextKnown(400))
      known.addItems(acceptanceId, page);
    for (let page = await work.nextEvents(400); page.length > 0; page = await work.nextEvents(400))
      for (const { id, events } of page) known.addEvents(acceptanceId, id, events);
    known.complete(acceptanceId);
    known.setPerson(person);
  }

  /** What happened to a draft, with its sending: from here, or elsewhere as far as a package has said. */
  function eventsOf(id: string): HandedEvent[] {
    const events = known.events(id);
    if (events.length === 0) return [];
    const own = options.sentFromHere(id);
    const reports = known.sentBy(id);
    const sent = reports.map(({ by, at, remoteId, instance: elsewhere }) => ({
      ...{ what: 'sent' as const, by, at, remoteId, instance: elsewhere },
    }));
    const all = [...events, ...sent];
    if (own !== null && !wasLinked(own, reports, instance))
      all.push({ what: 'sent', by: author(), instance, ...own });
    return all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  }

  const isApproved = (events: readonly HandedEvent[]) => {
    const last = (what: HandedEvent['what']) => events.findLast((event) => event.what === what)?.at ?? '';
    const approvedAt = last('approved');
    return approvedAt !== '' && approvedAt >= last('received');
  };

  return {
    person: author,
    async make({ choice, maker, note, scope }: MakePackage): Promise<{ id: PackageId }> {
      await recovered;
      const madeAt = now().toISOString();
      const session = await sessions.begin(packageFileName(maker, madeAt));
      const head = {
        ...{ packageId: session.id, madeAt, maker, note, instance, application: options.application },
        contractName: scope === null ? null : (options.contractName(scope)?.slice(0, 300) ?? null),
      };
      sessions.run(session, async ({ work }) => {
        const { path, folder } = session;
        const { sizeBytes } = await work.make({ path, folder, head, choice, scope });
        if (sizeBytes > mostPackageBytes) throw new AppError('CONFLICT', { detail: 'package-size' });
        await remember(session, session.id, maker);
        return { sizeBytes };
      });
      return { id: session.id };
    },
    progress: sessions.progress,
    read: sessions.read,
    discard: sessions.discard,

    async receive(fileName: string, sizeBytes: number): Promise<{ id: PackageId }> {
      const { id } = await sessions.begin(fileName, sizeBytes);
      return { id };
    },
    add: sessions.add,
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
    workOf,
    /** Tells the page that decisions have changed. */
    decided: changed,
    async accept(id: PackageId, scope: Scope | null): Promise<PackageReport> {
      try {
        return await acceptance.accept({ work: workOf(id), scope, person: author() });
      } finally {
        changed();
      }
    },

    trails: (ids: readonly string[]) =>
      ids.flatMap((id) => {
        const events = eventsOf(id);
        return events.length === 0 ? [] : [{ id, events, isApproved: isApproved(events) }];
      }),
    unapproved(scope: Scope) {
      const passed = new Set(known.passedDrafts());
      const preparedIds = options.preparedIds(scope);
      const waiting = preparedIds.flatMap((id) => {
        const events = passed.has(id) ? known.events(id) : [];
        return events.some(({ what }) => what === 'received') && !isApproved(events) ? [{ id, events }] : [];
      });
      const people = waiting.flatMap(({ events }) => events.slice(0, 1).map(({ by }) => by));
      const sent = preparedIds.flatMap((id) => {
        const report = passed.has(id)
          ? known.sentBy(id).find((each) => each.instance !== instance)
          : undefined;
        return report === undefined ? [] : [{ id, by: report.by, remoteId: report.remoteId }];
      });
      return { ids: waiting.map(({ id }) => id), preparedBy: [...new Set(people)].slice(0, 20), sent };
    },
    approve(ids: readonly string[], by: string): number {
      const at = now().toISOString();
      const acceptanceId = known.begin({ packageId: 'approval', direction: 'opened', person: by, at });
      const passed = ids.filter((id) => known.since(id) !== null);
      for (const id of passed) known.addEvents(acceptanceId, id, [{ what: 'approved', by, at, instance }]);
      known.complete(acceptanceId);
      known.setPerson(by);
      changed();
      return passed.length;
    },
    async close() {
      await recovered;
      await sessions.close();
    },
  };
}

/** The packages that pass between computers. */
export type Handover = ReturnType<typeof createHandover>;
