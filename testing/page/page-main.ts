import { createORPCClient } from '@orpc/client';
import { createProcedureClient, getRouter, isProcedure, type Router, unlazy } from '@orpc/server';
import { withStaleQueries } from '../../src-main/app/stale-queries.ts';
import { createImplementer, type Implementer } from '../../src-main/core/implementer.ts';
import { iterate } from '../../src-main/core/iterate.ts';
import type { ToldChange } from '../../src-preload/contract/changes.ts';
import type { Change, ChangeTopic, contract } from '../../src-preload/contract/contract.ts';
import type { Settings } from '../../src-preload/contract/settings.ts';
import type { MainClient } from '../../src-renderer/kit/client/connect.ts';
import { connectionOf, contractOf, infoOf, settingsOf, updateStatusOf } from './samples.ts';

type Whole = Router<typeof contract, Record<never, never>>;
/** Procedures that a test answers, by domain. */
export type Answers = { [Domain in keyof Whole]?: Partial<Whole[Domain]> };
export type MakeAnswers = (os: Implementer) => Answers;

interface Call {
  path: string;
  input: unknown;
  signal: AbortSignal | undefined;
}

/** Faults that a test must not pass over: questions that nobody answers, and answers that break the contract. */
export const faultsOfMain: string[] = [];

/** What nearly every part of the page asks for: one connection with its contract in force, nothing flagged or under way. */
function usualAnswers(os: Implementer, settings: () => Settings): Answers {
  return {
    settings: { get: os.settings.get.handler(settings), set: os.settings.set.handler(settings) },
    connections: { list: os.connections.list.handler(() => [connectionOf()]) },
    contracts: { list: os.contracts.list.handler(() => [contractOf()]) },
    app: { info: os.app.info.handler(() => infoOf()) },
    tracking: {
      flags: os.tracking.flags.handler(() => []),
      history: os.tracking.history.handler(() => ({ entries: [], leftOut: 0, flags: [] })),
    },
    places: {
      lists: os.places.lists.handler(() => []),
      page: os.places.page.handler(() => ({ total: 0, rows: [] })),
    },
    handover: {
      trails: os.handover.trails.handler(() => []),
      unapproved: os.handover.unapproved.handler(() => ({ ids: [], preparedBy: [], sent: [] })),
    },
    outbox: { cancellation: os.outbox.cancellation.handler(() => null) },
    views: { list: os.views.list.handler(() => []) },
    openedFiles: { named: os.openedFiles.named.handler(() => 0) },
    updates: { status: os.updates.status.handler(() => updateStatusOf()) },
  };
}

/** Main as far as a test answers for it, over the real contract: inputs and answers are checked as in the product. */
export function createPageMain(make: MakeAnswers, settings: Settings = settingsOf()) {
  const os = createImplementer({
    onDefect: ({ path, error }) => faultsOfMain.push(`${path}: ${error}`),
    makeReference: () => 'REF-1',
  });
  const listeners = new Set<(change: Change) => void>();
  const changes = os.app.changes.handler(({ signal }) =>
    iterate<ToldChange>(
      (push) => {
        const tell = (change: Change) => push(withStaleQueries(change));
        listeners.add(tell);
        return () => listeners.delete(tell);
      },
      [signal],
    ),
  );
  const routers = [make(os), { app: { changes } }, usualAnswers(os, () => settings)];
  const calls: Call[] = [];
  const client: MainClient = createORPCClient({
    async call(path: readonly string[], input: unknown, { signal }: { signal?: AbortSignal | undefined }) {
      const name = path.join('.');
      calls.push({ path: name, input, signal });
      const found = routers.map((router) => getRouter(router, path)).find((each) => each !== undefined);
      const { default: procedure } = await unlazy(found);
      if (!isProcedure(procedure)) {
        faultsOfMain.push(`nobody answers ${name}`);
        throw new Error(`nobody answers ${name}`);
      }
      return createProcedureClient(procedure, { context: {}, path })(input, signal ? { signal } : {});
    },
  });
  return {
    client,
    /** What was asked for by a path such as `outbox.send`, in this order. */
    asked: (path: string) => calls.filter((call) => call.path === path).map(({ input }) => input),
    /** The signals of these questions: an aborted one is of a question that nobody waits for any more. */
    signals: (path: string) => calls.filter((call) => call.path === path).map(({ signal }) => signal),
    /** The store has changed: what shows it is read again. */
    change(topic: ChangeTopic) {
      for (const listener of listeners) listener({ topic, connectionId: null });
    },
  };
}
