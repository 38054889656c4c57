import { z } from 'zod';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';
import { type CommandRow, partsOf } from './command-row.ts';

const countRow = z.object({ count: z.number() });

/** Creates the record of which command created which task or order at the service; each belongs to at most one command, permanently. */
export function createRemoteLinks(store: Store) {
  return {
    /** Links tasks or orders to a command; returns how many of them belonged to no command before. */
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
    /** Returns true if a task or order belongs to a command. */
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

/** What `createRemoteLinks` returns. */
export type RemoteLinks = ReturnType<typeof createRemoteLinks>;
