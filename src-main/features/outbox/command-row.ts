import { z } from 'zod';
import { storedErrorSchema } from '../../../src-preload/contract/errors.ts';
import { connectionIdSchema, submissionIdSchema } from '../../../src-preload/contract/ids.ts';
import {
  type CommandInput,
  commandCandidateSchema,
  commandInputSchema,
  commandKindSchema,
  commandLookupSchema,
  commandStateSchema,
} from '../../../src-preload/contract/outbox.ts';
import { jsonColumn } from '../../store/readable-rows.ts';
import { storedContractId } from '../../store/stored-contract-id.ts';

const cancelSchema = z.object({ taskId: z.number().optional() }).catch({});
/** A stored row of the outbox; a row whose request cannot be read is unreadable as a whole. */
export const commandRowSchema = z
  .object({
    seq: z.number(),
    id: submissionIdSchema,
    connectionId: connectionIdSchema,
    contractId: storedContractId,
    contractName: z.string().nullable(),
    kind: commandKindSchema,
    state: commandStateSchema,
    name: z.string(),
    project: z.string(),
    request: jsonColumn,
    knownBefore: jsonColumn.pipe(z.array(z.string())),
    createdAt: z.string(),
    beganAt: z.string().nullable(),
    beganServiceMs: z.number().nullable(),
    checkedAt: z.string().nullable(),
    attempts: z.number(),
    remoteId: z.string().nullable(),
    lookup: jsonColumn.pipe(commandLookupSchema).nullable(),
    candidates: jsonColumn.pipe(z.array(commandCandidateSchema)),
    error: jsonColumn.pipe(storedErrorSchema).nullable(),
  })
  .transform(({ connectionId, contractId, request, kind, ...row }, context) => {
    const input = commandInputSchema.safeParse(
      kind === 'cancel-task' ? { kind, ...cancelSchema.parse(request) } : { kind, request },
    );
    if (!input.success) {
      context.addIssue({ code: 'custom', message: 'damaged request' });
      return z.NEVER;
    }
    return { ...row, scope: { connectionId, contractId }, input: input.data };
  });

/** The id, the scope and the state of a command. */
export const commandKeySchema = z
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
  name, project, request, known_before AS knownBefore, created_at AS createdAt, began_at AS beganAt,
  began_service_ms AS beganServiceMs, looked_at AS checkedAt, attempts,
  remote_id AS remoteId, lookup, candidates, error`;

/** Returns the columns of a request: the name and project by which the service's listings show it, and the request as JSON. */
export function partsOf(input: CommandInput): { name: string; project: string; request: string } {
  if (input.kind === 'cancel-task')
    return { name: String(input.taskId), project: '', request: JSON.stringify({ taskId: input.taskId }) };
  const [name, project] =
    input.kind === 'task'
      ? [input.request.task_name, input.request.project_name]
      : [input.request.properties.order_name, input.request.properties.project_name];
  return { name: name.trim(), project: project.trim(), request: JSON.stringify(input.request) };
}
