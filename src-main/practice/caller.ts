import { json, type PracticeRequest, type Reply } from './http-toolkit.ts';
import type { PracticeOptions } from './options.ts';
import type { PracticeClient } from './records.ts';
import type { Tokens } from './tokens.ts';
import type { World } from './world.ts';

/** What the routes of the interface need. */
export interface TaskingDeps {
  world: World;
  tokens: Tokens;
  options: PracticeOptions;
  now: () => number;
}

/** Whose tasks and orders a request may see. */
export interface Caller {
  owner: string;
  clients: readonly PracticeClient[];
}

/** Returns the caller of a request, or the refusal. Checks the token first, then the contract header (service §10.1). */
export function callerOf(
  { world, tokens, options }: Pick<TaskingDeps, 'world' | 'tokens' | 'options'>,
  request: PracticeRequest,
): Caller | Reply {
  const grant = tokens.check(request.headers.authorizationtoken, 'tasking');
  if (!grant) return json(401, { message: 'Unauthorized' });
  const contractId = request.headers[options.contractHeader.toLowerCase()];
  if (grant.kind === 'legacy') {
    if (contractId !== undefined)
      return json(403, { message: 'Contract selection does not apply to these credentials.' });
    return { owner: 'legacy', clients: world.legacyClients };
  }
  if (typeof contractId !== 'string') return json(401, { message: 'Unauthorized: no contract is named.' });
  const contract = world.contracts.find((candidate) => candidate.contractId === contractId);
  if (!contract) return json(401, { message: `Unauthorized: unknown contract ${contractId}.` });
  // A contract that is not active counts as none (service §10.1).
  if (contract.status !== 'ACTIVE')
    return json(401, {
      message: `Unauthorized: the contract "${contract.name}" is ${contract.status.toLowerCase()}.`,
    });
  return { owner: contract.contractId, clients: contract.clients };
}

/** Whether the result of `callerOf` is a refusal. */
export function isReply(value: Caller | Reply): value is Reply {
  return 'status' in value;
}

/** Answers the request of an admitted caller; `params` are the named groups of the route's path. */
export type CallerHandler = (
  caller: Caller,
  request: PracticeRequest,
  params: Record<string, string>,
) => Reply;

/** Creates the function that wraps a handler, so that the handler is called for admitted callers only. */
export const callersOf =
  (deps: Pick<TaskingDeps, 'world' | 'tokens' | 'options'>) =>
  (handle: CallerHandler) =>
  (request: PracticeRequest, params: Record<string, string>): Reply => {
    const caller = callerOf(deps, request);
    return isReply(caller) ? caller : handle(caller, request, params);
  };
