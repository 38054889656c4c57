import { z } from 'zod';
import { type Scope, submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import { type CommandState, commandInputSchema } from '../../../src-preload/contract/outbox.ts';
import { AppError } from '../../core/app-error.ts';
import { contentHash } from '../../core/content-hash.ts';
import { inScope, scopeParams } from '../../core/scope.ts';
import type { Store } from '../../store/store.ts';
import { createCommandReading } from './command-reading.ts';
import type { CommandTable } from './command-table.ts';

const idRow = z.object({ id: z.string() });
const countRow = z.object({ count: z.number() });
/** What a package contains of a draft; it contains no cancellations. */
const handedDraftSchema = z.object({
  input: z.discriminatedUnion('kind', [commandInputSchema.options[0], commandInputSchema.options[1]]),
});
/** The states of a command that is under way or was sent, so that it cannot be replaced any more. */
const sentStates: readonly CommandState[] = ['waiting', 'sending', 'sent', 'unknown'];
const draftsOf = `FROM command WHERE ${inScope} AND state = 'draft' AND kind <> 'cancel-task'`;

/** Creates the queries that read drafts for packages. A draft has the id of its command, which is the same on every computer. */
export function createHandedDrafts({ store }: { store: Store }) {
  const reading = createCommandReading(store);
  return {
    /** Returns the drafts of tasks and orders of a scope, in the order in which they were stored. */
    draftIds: (scope: Scope): string[] =>
      store.all(idRow, `SELECT id ${draftsOf} ORDER BY seq`, scopeParams(scope)).map(({ id }) => id),
    draftCount: (scope: Scope): number =>
      store.get(countRow, `SELECT count(*) AS count ${draftsOf}`, scopeParams(scope))?.count ?? 0,
    /** Returns the task or order that a command asks for, in any state; null if there is none with this id. */
    draft(id: string) {
      const [row] = reading.get([submissionIdSchema.parse(id)]);
      if (row === undefined || row.input.kind === 'cancel-task') return null;
      const { seq: version, createdAt, state, remoteId, beganAt, name, input, scope } = row;
      return {
        scope,
        content: { input },
        marks: { version: Math.min(version, 1), updatedAt: createdAt, updatedBy: '' },
        isSent: sentStates.includes(state),
        /** The task or order that it became; null unless the service has it. */
        sent: state === 'sent' ? { kind: input.kind, name, remoteId, at: beganAt ?? createdAt } : null,
      };
    },
  };
}

/** A draft that the user accepted from a package; a content of null removes it. */
export interface HandedDraftChange {
  id: string;
  content: unknown;
  /** The hash of the content that it replaces; null if it is new. */
  expected: string | null;
}

/**
 * Stores drafts that the user accepted from a package, within a transaction of the caller. Nothing is sent. Throws CONFLICT with
 * the detail `package-stale` if a draft is not the one that the package was compared with.
 */
export function putHandedDrafts(
  {
    store,
    table,
    now,
    contractName,
  }: {
    store: Store;
    table: Pick<CommandTable, 'add' | 'update' | 'remove'>;
    now: () => Date;
    contractName: (scope: Scope) => string | null;
  },
  scope: Scope,
  changes: readonly HandedDraftChange[],
): void {
  const reader = createHandedDrafts({ store });
  for (const { id, content, expected } of changes) {
    const commandId = submissionIdSchema.parse(id);
    const current = reader.draft(id);
    const stale = new AppError('CONFLICT', { detail: 'package-stale' });
    if ((current === null ? null : contentHash(current.content)) !== expected || current?.isSent) throw stale;
    const notSent: readonly CommandState[] = ['draft', 'refused', 'failed'];
    if (content === null) {
      if (!table.remove(commandId, notSent)) throw stale;
      continue;
    }
    const { input } = handedDraftSchema.parse(content);
    if (current === null)
      table.add({
        id: commandId,
        scope,
        input,
        contractName: contractName(scope),
        createdAt: now().toISOString(),
      });
    else if (!table.update(commandId, input, notSent)) throw stale;
  }
}
