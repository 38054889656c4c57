import type { Scope, SubmissionId } from '../../../src-preload/contract/ids.ts';
import type { CommandInput, CommandState } from '../../../src-preload/contract/outbox.ts';
import { scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';
import { createCommandChanges, stateList } from './command-changes.ts';
import { createCommandQueries } from './command-queries.ts';
import { partsOf } from './command-row.ts';
import { createRemoteLinks } from './remote-links.ts';

/** A command that is to be stored. */
export interface NewCommand {
  id: SubmissionId;
  scope: Scope;
  contractName: string | null;
  input: CommandInput;
  createdAt: string;
}

/** Creates the functions that add, change and remove rows of the outbox, with its queries and changes of state. */
export function createCommandTable(store: Store) {
  const queries = createCommandQueries(store);
  const remoteLinks = createRemoteLinks(store);
  return {
    ...queries,
    ...createCommandChanges({ store, remoteLinks, find: queries.find }),
    isLinked: remoteLinks.isLinked,
    /** Stores a command as a draft. */
    add({ id, scope, contractName, input, createdAt }: NewCommand) {
      store.run(
        `INSERT INTO command (id, connection_id, contract_id, contract_name, kind, state, name, project, request, created_at)
         VALUES (:id, :connectionId, :contractId, :contractName, :kind, 'draft', :name, :project, :request, :createdAt)`,
        {
          ...scopeParams(scope),
          ...partsOf(input),
          id,
          contractName,
          kind: input.kind,
          createdAt,
        },
      );
    },
    /** Replaces the request of a command and makes it a draft; false if it is in none of these states. */
    update(id: SubmissionId, input: CommandInput, from: readonly CommandState[]): boolean {
      return (
        store.run(
          `UPDATE command SET kind = :kind, name = :name, project = :project, request = :request, state = 'draft',
           error = NULL, lookup = NULL, candidates = '[]' WHERE id = :id AND state IN (${stateList(from)})`,
          { ...partsOf(input), kind: input.kind, id },
        ).changes === 1
      );
    },
    /** False if its state does not allow it. The tasks or orders that it made stay claimed. */
    remove(id: SubmissionId, from: readonly CommandState[]): boolean {
      return (
        store.run(`DELETE FROM command WHERE id = :id AND state IN (${stateList(from)})`, {
          id,
        }).changes === 1
      );
    },
  };
}

/** What `createCommandTable` makes. */
export type CommandTable = ReturnType<typeof createCommandTable>;
