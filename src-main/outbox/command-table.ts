import { z } from 'zod';
import { type StoredError, storedErrorSchema } from '../../src-preload/contract/errors.ts';
import {
  connectionIdSchema,
  type Scope,
  type SubmissionId,
  submissionIdSchema,
} from '../../src-preload/contract/ids.ts';
import {
  type CommandCandidate,
  type CommandInput,
  type CommandState,
  commandCandidateSchema,
  commandInputSchema,
  commandKindSchema,
  commandStateSchema,
} from '../../src-preload/contract/outbox.ts';
import { AppError } from '../app-error.ts';
import { inScope, scopeParams } from '../core/scope.ts';
import { jsonColumn, readableRows } from '../store/readable-rows.ts';
import type { Params, Store } from '../store/store.ts';
import { storedContractId } from '../store/stored-contract-id.ts';

const scopeRow = z.object({ connectionId: connectionIdSchema, contractId: storedContractId });
const cancelledSchema = z.object({ taskId: z.number().optional() }).catch({});
export const commandRowSchema = z
  .object({
    seq: z.number(),
    id: submissionIdSchema,
    connectionId: connectionIdSchema,
    contractId: storedContractId,
    contractName: z.string().nullable(),
    kind: commandKindSchema,
    state: commandStateSchema,
    byItself: z.number().transform(Boolean),
    name: z.string(),
    project: z.string(),
    request: jsonColumn,
    knownBefore: jsonColumn.pipe(z.array(z.string())),
    createdAt: z.string(),
    beganAt: z.string().nullable(),
    beganServiceMs: z.number().nullable(),
    absentServiceMs: z.number().nullable(),
    lookedAt: z.string().nullable(),
    attempts: z.number(),
    remoteId: z.string().nullable(),
    candidates: jsonColumn.pipe(z.array(commandCandidateSchema)),
    error: jsonColumn.pipe(storedErrorSchema).nullable(),
  })
  .transform(({ connectionId, contractId, request, kind, ...row }, context) => {
    const input = commandInputSchema.safeParse(
      kind === 'cancel-task' ? { kind, ...cancelledSchema.parse(request) } : { kind, request },
    );
    if (!input.success) {
      context.addIssue({ code: 'custom', message: 'damaged request' });
      return z.NEVER;
    }
    return { ...row, scope: { connectionId, contractId }, input: input.data };
  });

/** Whose a command is and how it stands. */
export const placedSchema = z
  .object({
    id: submissionIdSchema,
    connectionId: connectionIdSchema,
    contractId: storedContractId,
    state: commandStateSchema,
  })
  .transform(({ id, connectionId, contractId, state }) => ({
    id,
    state,
    scope: { connectionId, contractId },
  }));
const heldSchema = placedSchema.and(z.object({ kind: commandKindSchema }));

export type CommandRow = z.infer<typeof commandRowSchema>;

export const commandColumns = `seq, id, connection_id AS connectionId, contract_id AS contractId, contract_name AS contractName, kind, state,
  by_itself AS byItself, name, project, request, known_before AS knownBefore, created_at AS createdAt, began_at AS beganAt,
  began_service_ms AS beganServiceMs, absent_service_ms AS absentServiceMs, looked_at AS lookedAt, attempts,
  remote_id AS remoteId, candidates, error`;

const idRow = z.object({ id: submissionIdSchema });
const countRow = z.object({ count: z.number() });

/** By what a command is found again, and what is kept of it to be sent. */
function partsOf(input: CommandInput): { name: string; project: string; request: string } {
  if (input.kind === 'cancel-task')
    return { name: String(input.taskId), project: '', request: JSON.stringify({ taskId: input.taskId }) };
  const [name, project] =
    input.kind === 'task'
      ? [input.request.task_name, input.request.project_name]
      : [input.request.properties.order_name, input.request.properties.project_name];
  return { name: name.trim(), project: project.trim(), request: JSON.stringify(input.request) };
}

export interface NewCommand {
  id: SubmissionId;
  scope: Scope;
  contractName: string | null;
  input: CommandInput;
  byItself: boolean;
  createdAt: string;
}

/** What is noted of a sending before its first byte leaves. */
export interface Beginning {
  at: string;
  serviceMs: number | null;
  knownBefore: readonly string[];
}

/** The rows of the outbox and what they became; every change of state says from which states it may be made. */
export function createCommandTable(store: Store) {
  const change = (id: SubmissionId, from: readonly CommandState[], set: string, params: Params) =>
    store.run(`UPDATE command SET ${set} WHERE id = :id AND state IN (${from.map((s) => `'${s}'`).join()})`, {
      ...params,
      id,
    }).changes === 1;

  function find(id: SubmissionId): CommandRow {
    const row = store.get(commandRowSchema, `SELECT ${commandColumns} FROM command WHERE id = :id`, { id });
    if (!row) throw new AppError('NOT_FOUND', { what: `submission ${id}` });
    return row;
  }

  /** How many of these were nobody's before. */
  function claim(id: SubmissionId, remoteIds: readonly string[]): number {
    const { scope, input } = find(id);
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
  }

  function settle(id: SubmissionId, from: readonly CommandState[], remoteId: string | null) {
    const set = "state = 'sent', remote_id = :remoteId, error = NULL, candidates = '[]'";
    if (!change(id, from, set, { remoteId })) throw new AppError('CONFLICT', { detail: find(id).state });
  }

  return {
    find,
    /** All that a change of state has to know, without reading what is to be sent. */
    stateOf(id: SubmissionId): { scope: Scope; state: CommandState; kind: CommandInput['kind'] } {
      const row = store.get(
        heldSchema,
        'SELECT id, kind, connection_id AS connectionId, contract_id AS contractId, state FROM command WHERE id = :id',
        { id },
      );
      if (!row) throw new AppError('NOT_FOUND', { what: `submission ${id}` });
      return row;
    },
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
    update(id: SubmissionId, input: CommandInput, from: readonly CommandState[]) {
      return change(
        id,
        from,
        "kind = :kind, name = :name, project = :project, request = :request, state = 'draft', by_itself = 1, error = NULL, candidates = '[]'",
        { ...partsOf(input), kind: input.kind },
      );
    },
    /** From one of these states into `sending`; false when another was quicker. */
    begin(id: SubmissionId, from: readonly CommandState[], { at, serviceMs, knownBefore }: Beginning) {
      return change(
        id,
        from,
        `state = 'sending', error = NULL, candidates = '[]', absent_service_ms = NULL, looked_at = NULL, attempts = attempts + 1,
         began_at = :at, began_service_ms = :serviceMs, known_before = :knownBefore`,
        {
          at,
          serviceMs: serviceMs === null ? null : Math.floor(serviceMs),
          knownBefore: JSON.stringify(knownBefore),
        },
      );
    },
    move(
      id: SubmissionId,
      from: readonly CommandState[],
      to: CommandState,
      error: StoredError | null = null,
    ): boolean {
      return change(id, from, "state = :to, error = :error, candidates = '[]'", {
        to,
        error: error === null ? null : JSON.stringify(error),
      });
    },
    /** What is written down of a sending that never left this computer: it does not count as one. */
    neverLeft: (id: SubmissionId): boolean =>
      change(id, ['sending', 'waiting', 'failed'], 'attempts = max(0, attempts - 1)', {}),
    /** Lets it go, as the user said; from now on it goes by itself. */
    release: (id: SubmissionId): boolean =>
      change(
        id,
        ['draft', 'failed'],
        "state = 'waiting', by_itself = 1, error = NULL, candidates = '[]'",
        {},
      ),
    /** By the service's own answer: what it became is its own from now on. */
    answered(id: SubmissionId, remoteIds: readonly string[]) {
      store.transaction(() => {
        claim(id, remoteIds);
        settle(id, ['sending'], remoteIds[0] ?? null);
      });
    },
    /** By a look-up, or the user's word; false when that is another command's. CONFLICT when this one has been settled. */
    adopt(id: SubmissionId, from: readonly CommandState[], remoteId: string): boolean {
      return store.transaction(() => {
        if (claim(id, [remoteId]) === 0) return false;
        settle(id, from, remoteId);
        return true;
      });
    },
    /** What a whole look-up came to; `absentServiceMs` undefined leaves the proof as it stands. */
    noteLookUp(
      id: SubmissionId,
      note: {
        at: string;
        candidates: readonly CommandCandidate[];
        absentServiceMs: number | null | undefined;
      },
    ) {
      const absent = note.absentServiceMs;
      change(
        id,
        ['unknown'],
        `looked_at = :at, candidates = :candidates${absent === undefined ? '' : ', absent_service_ms = :absent'}`,
        {
          at: note.at,
          candidates: JSON.stringify(note.candidates),
          ...(absent === undefined ? {} : { absent: absent === null ? null : Math.floor(absent) }),
        },
      );
    },
    /** False when its state does not allow it. What it became stays claimed. */
    remove(id: SubmissionId, from: readonly CommandState[]): boolean {
      return (
        store.run(`DELETE FROM command WHERE id = :id AND state IN (${from.map((s) => `'${s}'`).join()})`, {
          id,
        }).changes === 1
      );
    },
    /** The next of a scope in these states, in the order of their writing. */
    next(scope: Scope, state: CommandState): CommandRow | undefined {
      // One that is damaged is passed over: it must not hold up what waits behind it.
      for (let offset = 0; ; offset += 1) {
        const { rows, damaged } = readableRows(
          store,
          commandRowSchema,
          `SELECT ${commandColumns} FROM command WHERE ${inScope} AND state = :state ORDER BY seq LIMIT 1 OFFSET :offset`,
          { ...scopeParams(scope), state, offset },
        );
        if (rows[0] !== undefined || damaged === 0) return rows[0];
      }
    },
    inState(scope: Scope, state: CommandState): CommandRow[] {
      return readableRows(
        store,
        commandRowSchema,
        `SELECT ${commandColumns} FROM command WHERE ${inScope} AND state = :state ORDER BY seq`,
        { ...scopeParams(scope), state },
      ).rows;
    },
    /** Of those that may have arrived, the ones of a kind that one listing shows: a project's tasks, the orders of a name. */
    open(scope: Scope, kind: 'task' | 'order', key: string): CommandRow[] {
      return readableRows(
        store,
        commandRowSchema,
        `SELECT ${commandColumns} FROM command WHERE ${inScope} AND state IN ('unknown', 'sending') AND kind = :kind
         AND ${kind === 'task' ? 'project' : 'name'} = :key ORDER BY seq`,
        { ...scopeParams(scope), kind, key },
      ).rows;
    },
    /** The same request, word for word, on its way or with an open outcome. */
    sameOpen(scope: Scope, input: CommandInput): SubmissionId[] {
      const { request } = partsOf(input);
      return store
        .all(
          idRow,
          `SELECT id FROM command WHERE ${inScope} AND state IN ('unknown', 'sending') AND kind = :kind AND request = :request
           ORDER BY seq`,
          { ...scopeParams(scope), kind: input.kind, request },
        )
        .map(({ id }) => id);
    },
    isClaimed(scope: Scope, kind: 'task' | 'order', remoteId: string): boolean {
      return (
        store.get(
          countRow,
          `SELECT count(*) AS count FROM claim WHERE ${inScope} AND kind = :kind AND remote_id = :remoteId`,
          { ...scopeParams(scope), kind, remoteId },
        )?.count === 1
      );
    },
    /** Scopes in which something is to be sent or looked for by itself. */
    busyScopes(): Scope[] {
      return readableRows(
        store,
        scopeRow,
        `SELECT DISTINCT connection_id AS connectionId, contract_id AS contractId FROM command
         WHERE state = 'waiting' OR (state = 'unknown' AND by_itself = 1)`,
      ).rows;
    },
    isBusy(scope: Scope): boolean {
      // Two questions, each by the index of states: joined by OR, SQLite reads every command of the scope.
      const sql = `SELECT EXISTS (SELECT 1 FROM command INDEXED BY command_turn WHERE ${inScope} AND state IN ('waiting', 'sending'))
        + EXISTS (SELECT 1 FROM command INDEXED BY command_turn WHERE ${inScope} AND state = 'unknown' AND by_itself = 1) AS count`;
      return (store.get(countRow, sql, scopeParams(scope))?.count ?? 0) > 0;
    },
    /**
     * After a start: what was on its way may have arrived; a cancellation may be made again. What the form had written down
     * and not begun to send is shown as such: nobody would look for it among the drafts.
     */
    recover() {
      store.transaction(() => {
        store.run(
          `UPDATE command SET state = iif(kind = 'cancel-task', 'waiting', 'unknown') WHERE state = 'sending'`,
        );
        store.run(`UPDATE command SET state = 'failed' WHERE state = 'draft' AND by_itself = 0`);
      });
    },
    /** Tasks that were let go, the newest, those that are still open before all others. */
    submissions(scope: Scope): CommandRow[] {
      return readableRows(
        store,
        commandRowSchema,
        `SELECT ${commandColumns} FROM command WHERE ${inScope} AND kind = 'task' AND state NOT IN ('draft', 'waiting')
         ORDER BY state IN ('sent', 'refused'), created_at DESC, seq DESC LIMIT 200`,
        scopeParams(scope),
      ).rows;
    },
    sendingIds: () => store.all(idRow, `SELECT id FROM command WHERE state = 'sending'`).map(({ id }) => id),
  };
}

export type CommandTable = ReturnType<typeof createCommandTable>;
