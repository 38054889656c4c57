import { callersOf, type TaskingDeps } from './caller.ts';
import { json, notFound, pageOf, type Route } from './http-toolkit.ts';
import { opportunitiesOf } from './life-cycle.ts';
import { type PracticeClient, products } from './records.ts';
import { isRefusal, readTaskInput } from './task-input.ts';

/** Returns the calls before a submission: products, clients, and feasibility (service §4.3, §4.9, §10.3). */
export function planningRoutes(deps: TaskingDeps): Route[] {
  const { options, now } = deps;
  const withCaller = callersOf(deps);

  /** Answers what the planner would do with a task; stores nothing (service §10.3). */
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
    const { wanted, found } = opportunitiesOf(task);
    return json(200, {
      feasible: found >= wanted,
      opportunities: found,
      score: Math.round(Math.min(1, found / wanted) * 100) / 100,
    });
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
    { method: 'GET', path: /^\/api\/tasking\/clients?\/$/, handle: clients },
    { method: 'POST', path: /^\/api\/tasking\/analysis\/can-add-order\/$/, handle: feasibility },
  ];
}
