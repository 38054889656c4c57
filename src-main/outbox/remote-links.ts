import { z } from 'zod';
import type { Scope } from '../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import type { Store } from '../store/store.ts';
import { type CommandRow, partsOf } from './command-row.ts';

const countRow = z.object({ count: z.number() });

/** Stores which command made which task or order at the service; each belongs to at most one command, permanently. */
export function createRemoteLinks(store: Store) {
  return {
    /** Claims these remotes for a command; returns how many of them were unclaimed before. */
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
    /** True if a command has claimed the task or order. */
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
