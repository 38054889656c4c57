import { z } from 'zod';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import type { Store } from '../store/store.ts';
import { type CommandRow, partsOf } from './command-row.ts';

const countRow = z.object({ count: z.number() });

/** Which tasks and orders at the service were made by which command; each belongs to one command at most, and for ever. */
export function createRemoteLinks(store: Store) {
  return {
    /** Claims these for a command; answers how many of them were nobody's before. */
    link({ scope, input }: CommandRow, remoteIds: readonly string[]): number {
      const { request } = partsOf(input);
      const params = { ...scopeParams(scope), kind: input.kind, request };
      return remoteIds.filter(
        (remoteId) =>
          store.run(
            `INSERT OR IGNORE INTO claim (connection_id, contract_id, kind, remote_id, request)
           VALUES (:connectionId, :contractId, :kind, :remoteId, :request)`,
            { ...params, remoteId },
          ).changes === 1,
      ).length;
    },
    /** Whether a task or an order is some command's. */
    isLinked(scope: Scope, kind: 'task' | 'order', remoteId: string): boolean {
      return (
        store.get(
          countRow,
          `SELECT count(*) AS count FROM claim WHERE ${inScope} AND kind = :kind AND remote_id = :remoteId`,
          { ...scopeParams(scope), kind, remoteId },
        )?.count === 1
      );
    },
  };
}

/** What `createRemoteLinks` makes. */
export type RemoteLinks = ReturnType<typeof createRemoteLinks>;
