import { z } from 'zod';
import { chanceOf, uuidOf } from './deterministic.ts';
import {
  filterOf,
  isSameStatus,
  json,
  notFound,
  type PracticeRequest,
  pageOf,
  type Reply,
  type Route,
} from './http-toolkit.ts';
import { opportunitiesOf, taskState } from './life-cycle.ts';
import type { PracticeOptions } from './options.ts';
import { type PracticeClient, type PracticeTask, products } from './records.ts';
import { satelliteOf } from './satellites.ts';
import { fieldErrors, isRefusal, readTaskInput } from './task-input.ts';
import type { Tokens } from './tokens.ts';
import type { World } from './world.ts';

export interface TaskingDeps {
  world: World;
  tokens: Tokens;
  options: PracticeOptions;
  now: () => number;
}

const filterSchema = z.looseObject({
  project_name: z.string('Not a valid string.').optional(),
  status: z.string('Not a valid string.').optional(),
});

export interface Caller {
  owner: string;
  clients: readonly PracticeClient[];
}

/** Who calls: the token first, then the contract header (service §10.1). */
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
  // No usable contract is named (service §10.1).
  if (contract.status !== 'ACTIVE')
    return json(401, {
      message: `Unauthorized: the contract "${contract.name}" is ${contract.status.toLowerCase()}.`,
    });
  return { owner: contract.contractId, clients: contract.clients };
}

export function isReply(value: Caller | Reply): value is Reply {
  return 'status' in value;
}

function utc(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

export function taskRoutes(deps: TaskingDeps): Route[] {
  const { world, options, now } = deps;
  const stateOf = (task: PracticeTask) => taskState(task, now(), options.speed);
  function statusOf(task: PracticeTask): string {
    const { status } = stateOf(task);
    const odd = options.unknownStatuses && task.taskId % 9 === 0 && status === 'in_progress';
    return odd ? 'awaiting_weather' : status;
  }

  function wireTask(task: PracticeTask): Record<string, unknown> {
    return {
      task_id: task.taskId,
      task_name: task.taskName,
      project_name: task.projectName,
      product: task.product,
      start: utc(task.start),
      end: utc(task.end),
      priority: task.priority,
      client: task.client,
      target: task.target,
      // Microseconds, as the interface shows them.
      created_time: new Date(task.createdAt).toISOString().replace('Z', '000Z'),
      status: statusOf(task),
      ...(task.expectedAge === null ? {} : { expected_age: task.expectedAge }),
      ...(options.omitOptionalFields
        ? {}
        : { max_captures: task.maxCaptures, max_simultaneous_captures: task.maxSimultaneousCaptures }),
      ...(options.extraFields
        ? { feasibility_score: chanceOf('feasible', task.taskId), tags: ['practice'] }
        : {}),
    };
  }

  const withCaller =
    (handle: (caller: Caller, request: PracticeRequest, params: Record<string, string>) => Reply) =>
    (request: PracticeRequest, params: Record<string, string>): Reply => {
      const caller = callerOf(deps, request);
      return isReply(caller) ? caller : handle(caller, request, params);
    };

  const withTask = (handle: (task: PracticeTask, request: PracticeRequest) => Reply) =>
    withCaller((caller, request, params) => {
      const task = world.subject(Number(params.id));
      return task && task.owner === caller.owner && !task.ordered
        ? handle(task, request)
        : notFound(`task ${params.id}`);
    });

  const listTasks = withCaller((caller, request) => {
    // The reference call passes the filters as a JSON body, clients use the query (service §4.4, §10.3).
    if (request.bodyText !== '' && request.json === undefined)
      return json(400, { detail: 'JSON parse error' });
    const body = filterSchema.safeParse(request.json ?? {});
    if (!body.success) return json(400, fieldErrors(body.error));
    // Links to other pages carry the filter in their query, wherever it came from.
    const url = new URL(request.url);
    for (const name of ['project_name', 'status'] as const) {
      const value = body.data[name];
      if (value !== undefined && !url.searchParams.has(name)) url.searchParams.set(name, value);
    }
    const project = filterOf(url, 'project_name');
    const status = filterOf(url, 'status');
    const tasks = world
      .tasksOf(caller.owner)
      .filter((task) => project === null || task.projectName === project)
      .filter((task) => status === null || isSameStatus(statusOf(task), status));
    return pageOf(tasks, url, options, wireTask);
  });

  const submit = withCaller((caller, request) => {
    if (request.json === undefined) return json(400, { detail: 'JSON parse error' });
    const input = readTaskInput(request.json, caller.clients, now());
    if (isRefusal(input)) return json(400, input);
    const task = world.add({
      ...input,
      owner: caller.owner,
      createdAt: now(),
      cancelledAt: null,
      frozenAt: null,
      fixedStatus: null,
    });
    return json(201, wireTask(task));
  });

  const captures = withTask((task, request) => {
    const entries = stateOf(task).captures.map((capture) => ({
      capture_id: capture.captureId,
      start: utc(Math.floor(capture.takenAt / 1_000) * 1_000),
      status: options.unknownStatuses && capture.status === 'processing' ? 'quality_check' : capture.status,
      ...(options.omitOptionalFields && capture.status === 'queued'
        ? {}
        : { satellite_name: satelliteOf(task.taskId, capture.index) }),
      ...(task.target.type === 'Polygon' ? { fragment_id: uuidOf('fragment', task.taskId, task.seed) } : {}),
    }));
    return pageOf(entries, request.url, options);
  });

  /** What the planner would do with such a task at this moment; nothing is kept (service §10.3). */
  const feasibility = withCaller((caller, request) => {
    if (!options.feasibility) return notFound('analysis');
    if (request.json === undefined) return json(400, { detail: 'JSON parse error' });
    const input = readTaskInput(request.json, caller.clients, now());
    if (isRefusal(input)) return json(400, input);
    const standing = { cancelledAt: null, frozenAt: null, fixedStatus: null };
    const task = {
      ...input,
      ...standing,
      taskId: 0,
      seed: options.seed,
      owner: caller.owner,
      createdAt: now(),
    };
    const { wanted, found } = opportunitiesOf(task, options.speed);
    return json(200, {
      feasible: found >= wanted,
      opportunities: found,
      score: Math.round(Math.min(1, found / wanted) * 100) / 100,
    });
  });

  const cancel = withTask((task) => {
    const state = stateOf(task).status;
    if (state === 'completed' || state === 'failed' || state === 'rejected') {
      return json(409, { detail: `The task is ${state} and cannot be canceled.` });
    }
    if (task.cancelledAt === null) world.cancel(task.taskId, now());
    return options.cancelBody === 'empty'
      ? { status: 204, body: { kind: 'empty' } }
      : json(200, wireTask(task));
  });

  const clients = withCaller((caller, request) => {
    if (!options.clients) return json(403, { detail: 'You do not have permission to perform this action.' });
    const record = ({ name, maxPriority, minPriority, defaultPriority }: PracticeClient) => ({
      name,
      max_priority: maxPriority,
      min_priority: minPriority,
      default_priority: defaultPriority,
    });
    if (options.clientsShape === 'array') return json(200, caller.clients.map(record));
    if (options.clientsShape === 'object') {
      return json(
        200,
        Object.fromEntries(
          caller.clients.map((client) => [client.name, { ...record(client), name: undefined }]),
        ),
      );
    }
    return pageOf(caller.clients.map(record), request.url, options);
  });

  const listProducts = withCaller((_caller, request) =>
    pageOf(
      products.map(({ pk, name }) => ({ pk, name })),
      request.url,
      options,
    ),
  );

  return [
    { method: 'GET', path: /^\/api\/tasking\/products\/$/, handle: listProducts },
    { method: 'GET', path: /^\/api\/tasking\/tasks\/$/, handle: listTasks },
    { method: 'POST', path: /^\/api\/tasking\/tasks\/$/, handle: submit },
    {
      method: 'GET',
      path: /^\/api\/tasking\/tasks\/(?<id>\d{1,12})\/?$/,
      handle: withTask((task) =>
        json(200, options.thinDetails ? { task_id: task.taskId, status: statusOf(task) } : wireTask(task)),
      ),
    },
    { method: 'GET', path: /^\/api\/tasking\/tasks\/(?<id>\d{1,12})\/captures\/$/, handle: captures },
    { method: 'PATCH', path: /^\/api\/tasking\/tasks\/(?<id>\d{1,12})\/cancel\/$/, handle: cancel },
    { method: 'GET', path: /^\/api\/tasking\/clients?\/$/, handle: clients },
    {
      method: 'POST',
      path: /^\/api\/tasking\/analysis\/can-add-order\/$/,
      handle: feasibility,
    },
  ];
}
