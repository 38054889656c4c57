import { z } from 'zod';
import { callersOf, type TaskingDeps } from './caller.ts';
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
import type { PracticeTask } from './records.ts';
import { fieldErrors, isRefusal, readTaskInput } from './task-input.ts';
import { createTaskWire } from './task-wire.ts';

const filterSchema = z.looseObject({
  project_name: z.string('Not a valid string.').optional(),
  status: z.string('Not a valid string.').optional(),
});

/** Returns the calls for tasks and their captures (service §4.4–§4.8). */
export function taskRoutes(deps: TaskingDeps): Route[] {
  const { world, options, now } = deps;
  const { stateOf, statusOf, wireTask, wireCapture } = createTaskWire(deps);
  const withCaller = callersOf(deps);

  const withTask = (handle: (task: PracticeTask, request: PracticeRequest) => Reply) =>
    withCaller((caller, request, params) => {
      const task = world.subject(Number(params.id));
      return task && task.owner === caller.owner && !task.ordered
        ? handle(task, request)
        : notFound(`task ${params.id}`);
    });

  const listTasks = withCaller((caller, request) => {
    // The documented call sends the filters as a JSON body; clients use the query (service §4.4, §10.3).
    if (request.bodyText !== '' && request.json === undefined)
      return json(400, { detail: 'JSON parse error' });
    const body = filterSchema.safeParse(request.json ?? {});
    if (!body.success) return json(400, fieldErrors(body.error));
    // Links to other pages have the filter in their query, even if it came in the body.
    const url = new URL(request.url);
    for (const name of ['project_name', 'status'] as const) {
      const value = body.data[name];
      if (value !== undefined && !url.searchParams.has(name)) url.searchParams.set(name, value);
    }
    const project = filterOf(url, 'project_name');
    const status = filterOf(url, 'status');
    const tasks = world
      .tasksOf(caller.owner)
      .filter((task) => options.listedAfterMs === 0 || task.createdAt <= now() - options.listedAfterMs)
      .filter((task) => project === null || (task.projectName === project && !options.deafNameFilters))
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
    const entries = stateOf(task).captures.map((capture) => wireCapture(task, capture));
    return pageOf(entries, request.url, options);
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

  return [
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
  ];
}
