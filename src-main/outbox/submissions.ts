import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type StoredError, storedErrorSchema } from '../../src-preload/contract/errors.ts';
import {
  type Scope,
  type SubmissionId,
  scopeSchema as scopeRowSchema,
  submissionIdSchema,
  type TaskId,
  taskIdSchema,
} from '../../src-preload/contract/ids.ts';
import { type TaskRequest, taskRequestSchema } from '../../src-preload/contract/task-request.ts';
import type { Submission, TaskRow } from '../../src-preload/contract/tasking.ts';
import { AppError, hasCode, isAppError, toStoredError } from '../app-error.ts';
import type { Row, Service } from '../service/service-client.ts';
import type { WireTask } from '../service/wire.ts';
import type { Migration, Store } from '../store/store.ts';
import { matchesRequest, wasThereBefore } from './match.ts';

export const outboxMigrations: Migration[] = [
  {
    domain: 'outbox',
    version: 1,
    sql: `CREATE TABLE submission (
      id TEXT PRIMARY KEY,
      connection_id TEXT NOT NULL,
      contract_id TEXT NOT NULL,
      contract_name TEXT,
      state TEXT NOT NULL CHECK (state IN ('sending', 'sent', 'refused', 'unknown', 'failed')),
      request TEXT NOT NULL,
      known_before TEXT NOT NULL,
      created_at TEXT NOT NULL,
      task_id INTEGER,
      candidate_ids TEXT NOT NULL DEFAULT '[]',
      error TEXT
    ) STRICT`,
  },
];

export interface Submissions {
  submit(scope: Scope, request: TaskRequest, signal: AbortSignal): Promise<Submission>;
  /** The newest, at most 200, those that are still open before all others. */
  list(scope: Scope): Submission[];
  lookUp(id: SubmissionId, signal: AbortSignal): Promise<Submission>;
  settle(
    input: { id: SubmissionId; how: 'adopt' | 'send-again' | 'discard'; taskId?: TaskId },
    signal: AbortSignal,
  ): Promise<Submission | null>;
  /** Looks up all that is unknown in a scope; quiet about failures. */
  lookUpAll(scope: Scope, signal: AbortSignal): Promise<void>;
}

export interface SubmissionsOptions {
  store: Store;
  service: Pick<Service, 'forScope'>;
  now: () => Date;
  changed: (scope: Scope) => void;
  contractName: (scope: Scope) => string | null;
  /** Told of what goes wrong in a look-up that nobody waits for. */
  onError: (error: unknown) => void;
  /** What the tasking domain lends: to keep a task, to show one, and what was known before a sending began. */
  tasks: {
    put: (scope: Scope, row: Row<WireTask>) => void;
    get: (scope: Scope, taskId: TaskId) => TaskRow;
    knownIds: (scope: Scope, project: string) => Set<number>;
  };
}

const rowSchema = z.object({
  id: submissionIdSchema,
  connectionId: z.string(),
  contractId: z.string(),
  contractName: z.string().nullable(),
  state: z.enum(['sending', 'sent', 'refused', 'unknown', 'failed']),
  request: z.string(),
  knownBefore: z.string(),
  createdAt: z.string(),
  taskId: taskIdSchema.nullable(),
  candidateIds: z.string(),
  error: z.string().nullable(),
});
type StoredSubmission = z.infer<typeof rowSchema>;

const columns = `id, connection_id AS connectionId, contract_id AS contractId, contract_name AS contractName, state, request,
  known_before AS knownBefore, created_at AS createdAt, task_id AS taskId, candidate_ids AS candidateIds, error`;

/** Why the outcome is unknown; an answer that cannot be read is the service's fault, not a defect of ours. */
function reasonOf({ cause }: AppError): AppError {
  return isAppError(cause)
    ? cause
    : new AppError('BAD_ANSWER', { where: 'tasks', detail: 'no-json' }, { cause });
}

/**
 * Every task goes through here: written down before it is sent, sent once, and looked up before anything is sent again
 * (promise 1; field notes, Submitting).
 */
export function createSubmissions(options: SubmissionsOptions): Submissions {
  const { store, service, tasks } = options;
  // A row left in `sending` by a process that died may have arrived.
  store.run(`UPDATE submission SET state = 'unknown' WHERE state = 'sending'`);

  const scopeOf = (row: StoredSubmission): Scope =>
    scopeRowSchema.parse({
      connectionId: row.connectionId,
      contractId: row.contractId === '' ? null : row.contractId,
    });

  function find(id: SubmissionId): StoredSubmission {
    const row = store.get(rowSchema, `SELECT ${columns} FROM submission WHERE id = :id`, { id });
    if (!row) throw new AppError('NOT_FOUND', { what: `submission ${id}` });
    return row;
  }

  function view(row: StoredSubmission): Submission {
    const scope = scopeOf(row);
    const candidates = z.array(taskIdSchema).parse(JSON.parse(row.candidateIds));
    return {
      id: row.id,
      scope,
      contractName: row.contractName,
      state: row.state,
      request: taskRequestSchema.parse(JSON.parse(row.request)),
      createdAt: row.createdAt,
      taskId: row.taskId,
      error: storedErrorOf(row) ?? null,
      candidates: candidates.map((taskId) => tasks.get(scope, taskId)),
    };
  }

  function storedErrorOf(row: StoredSubmission): StoredError | undefined {
    return row.error === null ? undefined : storedErrorSchema.parse(JSON.parse(row.error));
  }

  function mark(
    id: SubmissionId,
    scope: Scope,
    patch: {
      state: StoredSubmission['state'];
      taskId?: TaskId;
      error?: StoredError | undefined;
      candidates?: TaskId[];
    },
  ) {
    store.run(
      'UPDATE submission SET state = :state, task_id = :taskId, error = :error, candidate_ids = :candidates WHERE id = :id',
      {
        id,
        state: patch.state,
        taskId: patch.taskId ?? null,
        error: patch.error === undefined ? null : JSON.stringify(patch.error),
        candidates: JSON.stringify(patch.candidates ?? []),
      },
    );
    options.changed(scope);
  }

  /** Before it goes out again: what is known now is not what this sending brings. */
  function restart(id: SubmissionId, scope: Scope, request: TaskRequest) {
    store.run(
      `UPDATE submission SET state = 'sending', error = NULL, candidate_ids = '[]', known_before = :knownBefore, created_at = :createdAt
       WHERE id = :id`,
      { id, knownBefore: knownNow(scope, request), createdAt: options.now().toISOString() },
    );
    options.changed(scope);
  }

  const knownNow = (scope: Scope, request: TaskRequest) =>
    JSON.stringify([...tasks.knownIds(scope, request.project_name)]);

  async function send(
    id: SubmissionId,
    scope: Scope,
    request: TaskRequest,
    signal: AbortSignal,
  ): Promise<Submission> {
    let row: Row<WireTask>;
    try {
      row = await service.forScope(scope).submitTask(request, signal);
    } catch (error) {
      if (hasCode(error, 'OUTCOME_UNKNOWN')) {
        mark(id, scope, { state: 'unknown', error: toStoredError(reasonOf(error)) });
        throw new AppError('OUTCOME_UNKNOWN', { submissionId: id }, { cause: error });
      }
      mark(id, scope, {
        state: hasCode(error, 'REFUSED') ? 'refused' : 'failed',
        error: toStoredError(error),
      });
      throw error;
    }
    try {
      store.transaction(() => {
        tasks.put(scope, row);
        mark(id, scope, { state: 'sent', taskId: row.parsed.task_id });
      });
    } catch (error) {
      // The service has the task. A failure to write that down (a full disk) must not read as one that may go out again.
      mark(id, scope, { state: 'unknown', error: toStoredError(error) });
      throw new AppError('OUTCOME_UNKNOWN', { submissionId: id }, { cause: error });
    }
    return view(find(id));
  }

  async function lookUp(id: SubmissionId, signal: AbortSignal): Promise<Submission> {
    const row = find(id);
    if (row.state !== 'unknown') return view(row);
    const scope = scopeOf(row);
    const request = taskRequestSchema.parse(JSON.parse(row.request));
    // Known before the sending began: not this one. (Its created time cannot be relied upon: clocks differ.)
    const before = new Set(z.array(z.number()).parse(JSON.parse(row.knownBefore)));
    const taken = new Set(
      store
        .all(
          z.object({ taskId: z.number() }),
          'SELECT task_id AS taskId FROM submission WHERE task_id IS NOT NULL AND id <> :id',
          { id },
        )
        .map((other) => other.taskId),
    );
    const found = new Map<number, TaskId>();
    const older = new Set<TaskId>();
    for await (const page of service
      .forScope(scope)
      .taskPages({ projectName: request.project_name }, signal)) {
      for (const each of page.rows) {
        const taskId = each.parsed.task_id;
        if (before.has(taskId) || taken.has(taskId) || !matchesRequest(each.parsed, request)) continue;
        tasks.put(scope, each);
        found.set(taskId, taskId);
        if (wasThereBefore(each.parsed, row.createdAt)) older.add(taskId);
      }
    }
    // While the service was asked the user may have settled it, or sent it again: then this answer is void.
    const current = find(id);
    if (current.state !== 'unknown') return view(current);
    const [only, ...others] = found.values();
    // One that looks older than the sending is shown, not adopted: the clocks may differ, the user knows.
    if (only !== undefined && others.length === 0 && !older.has(only))
      mark(id, scope, { state: 'sent', taskId: only });
    else
      mark(id, scope, { state: 'unknown', candidates: [...found.values()], error: storedErrorOf(current) });
    return view(find(id));
  }

  return {
    async submit(scope, request, signal) {
      const id = submissionIdSchema.parse(randomUUID());
      store.run(
        `INSERT INTO submission (id, connection_id, contract_id, contract_name, state, request, known_before, created_at)
         VALUES (:id, :connectionId, :contractId, :contractName, 'sending', :request, :knownBefore, :createdAt)`,
        {
          id,
          connectionId: scope.connectionId,
          contractId: scope.contractId ?? '',
          contractName: options.contractName(scope),
          request: JSON.stringify(request),
          knownBefore: knownNow(scope, request),
          createdAt: options.now().toISOString(),
        },
      );
      options.changed(scope);
      return send(id, scope, request, signal);
    },
    list(scope) {
      return store
        .all(
          rowSchema,
          `SELECT ${columns} FROM submission WHERE connection_id = :connectionId AND contract_id = :contractId
           ORDER BY state IN ('sent', 'refused'), created_at DESC, rowid DESC LIMIT 200`,
          { connectionId: scope.connectionId, contractId: scope.contractId ?? '' },
        )
        .map(view);
    },
    lookUp,
    async settle({ id, how, taskId }, signal) {
      const row = find(id);
      const scope = scopeOf(row);
      if (how === 'discard') {
        if (row.state === 'sending') throw new AppError('CONFLICT', { detail: 'sending' });
        store.run('DELETE FROM submission WHERE id = :id', { id });
        options.changed(scope);
        return null;
      }
      if (row.state !== 'unknown' && row.state !== 'failed')
        throw new AppError('CONFLICT', { detail: row.state });
      if (how === 'adopt') {
        if (taskId === undefined)
          throw new AppError('INVALID_INPUT', { fields: { taskId: ['validation.required'] } });
        tasks.get(scope, taskId);
        mark(id, scope, { state: 'sent', taskId });
        return view(find(id));
      }
      // The user decided; all the same the service is asked once more, right before.
      const looked = row.state === 'unknown' ? await lookUp(id, signal) : view(row);
      if (looked.state === 'sent') return looked;
      // Settled by another click while the service was asked: two sendings would be two tasks to pay for.
      const { state } = find(id);
      if (state !== 'unknown' && state !== 'failed') throw new AppError('CONFLICT', { detail: state });
      restart(id, scope, looked.request);
      return send(id, scope, looked.request, signal);
    },
    async lookUpAll(scope, signal) {
      const rows = store.all(
        rowSchema,
        `SELECT ${columns} FROM submission WHERE state = 'unknown' AND connection_id = :connectionId AND contract_id = :contractId`,
        { connectionId: scope.connectionId, contractId: scope.contractId ?? '' },
      );
      for (const row of rows) {
        try {
          await lookUp(row.id, signal);
        } catch (error) {
          // Still out of reach: the row stays unknown and is tried with the next sync. A defect is of one row, and is told.
          if (isAppError(error)) return;
          options.onError(error);
        }
      }
    },
  };
}
