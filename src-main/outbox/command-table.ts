import type { Scope, SubmissionId } from '../../src-preload/contract/ids.ts';
import type { CommandInput, CommandState } from '../../src-preload/contract/outbox.ts';
import { scopeParams } from '../core/scope.ts';
import type { Store } from '../store/store.ts';
import { createCommandChanges, stateList } from './command-changes.ts';
import { createCommandQueries } from './command-queries.ts';
import { partsOf } from './command-row.ts';
import { createRemoteLinks } from './remote-links.ts';

/** A command as it is written down first. */
export interface NewCommand {
  id: SubmissionId;
  scope: Scope;
  contractName: string | null;
  input: CommandInput;
  byItself: boolean;
  createdAt: string;
}

/** The rows of the outbox: written down, changed and removed here, asked for and moved from state to state by its parts. */
export function createCommandTable(store: Store) {
  const queries = createCommandQueries(store);
  const remoteLinks = createRemoteLinks(store);
  return {
    ...queries,
    ...createCommandChanges({ store, remoteLinks, find: queries.find }),
    isLinked: remoteLinks.isLinked,
    /** Writes one down, as a draft. */
    add({ id, scope, contractName, input, byItself, createdAt }: NewCommand) {
      store.run(
        `INSERT INTO command (id, connection_id, contract_id, contract_name, kind, state, by_itself, name, project, request, created_at)
         VALUES (:id, :connectionId, :contractId, :contractName, :kind, 'draft', :byItself, :name, :project, :request, :createdAt)`,
        {
          ...scopeParams(scope),
          ...partsOf(input),
          id,
          contractName,
          kind: input.kind,
          byItself: byItself ? 1 : 0,
          createdAt,
        },
      );
    },
    /** Puts another request in its place, as a draft; false when it is in none of these states. */
    update(id: SubmissionId, input: CommandInput, from: readonly CommandState[]): boolean {
      return (
        store.run(
          `UPDATE command SET kind = :kind, name = :name, project = :project, request = :request, state = 'draft', by_itself = 1,
           error = NULL, candidates = '[]' WHERE id = :id AND state IN (${stateList(from)})`,
          { ...partsOf(input), kind: input.kind, id },
        ).changes === 1
      );
    },
    /** False when its state does not allow it. What it became stays claimed. */
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
