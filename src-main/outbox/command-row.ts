import { z } from 'zod';
import { storedErrorSchema } from '../../src-preload/contract/errors.ts';
import { connectionIdSchema, submissionIdSchema } from '../../src-preload/contract/ids.ts';
import {
  type CommandInput,
  commandCandidateSchema,
  commandInputSchema,
  commandKindSchema,
  commandStateSchema,
} from '../../src-preload/contract/outbox.ts';
import { jsonColumn } from '../store/readable-rows.ts';
import { storedContractId } from '../store/stored-contract-id.ts';

const cancelledSchema = z.object({ taskId: z.number().optional() }).catch({});
/** A stored row of the outbox; if its request cannot be read any more, the whole row is unreadable. */
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
    checkedAt: z.string().nullable(),
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

/** The scope, the state and the id of a command. */
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

/** A command as the outbox works with it. */
export type CommandRow = z.infer<typeof commandRowSchema>;

/** The columns that `commandRowSchema` reads. */
export const commandColumns = `seq, id, connection_id AS connectionId, contract_id AS contractId, contract_name AS contractName, kind, state,
  by_itself AS byItself, name, project, request, known_before AS knownBefore, created_at AS createdAt, began_at AS beganAt,
  began_service_ms AS beganServiceMs, absent_service_ms AS absentServiceMs, looked_at AS checkedAt, attempts,
  remote_id AS remoteId, candidates, error`;

/** Returns the parts of a command that are stored: the name and project by which it is found again, and the request. */
export function partsOf(input: CommandInput): { name: string; project: string; request: string } {
  if (input.kind === 'cancel-task')
    return { name: String(input.taskId), project: '', request: JSON.stringify({ taskId: input.taskId }) };
  const [name, project] =
    input.kind === 'task'
      ? [input.request.task_name, input.request.project_name]
      : [input.request.properties.order_name, input.request.properties.project_name];
  return { name: name.trim(), project: project.trim(), request: JSON.stringify(input.request) };
}
