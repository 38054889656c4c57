import type { z } from 'zod';
import { joinAddress } from '../http/addresses.ts';
import { refusedStatus } from '../http/refusal.ts';
import type { Redactor } from '../redaction/redact.ts';
import { fetchClients } from './clients.ts';
import { collectListing, collectRows, collectScenes, type OnUnreadable } from './collect-rows.ts';
import { readFeasibility } from './feasibility.ts';
import { fetchWithLimit, type PageSizes } from './page-size.ts';
import { pagesOf } from './pages.ts';
import { readRow } from './read-row.ts';
import type { ListRequest, ScopeCaller } from './scope-caller.ts';
import type { TaskingCalls } from './service-client.ts';
import { wireCaptureSchema, wireProductSchema, wireSceneSchema, wireTaskSchema } from './wire.ts';

const wantedPageSize = '200';
/** With these statuses the service does not have the call. */
const notThere: ReadonlySet<number> = new Set([404, 405, 410, 501]);
/** Services offer the feasibility call under either path (service §10.3). */
const feasibilityPaths = ['/tasking/analysis/can-add-order/', '/analysis'];

/** What `createTaskingCalls` needs. */
export interface TaskingCallOptions {
  caller: ScopeCaller;
  sizes: PageSizes;
  redactor: Redactor;
  onUnreadable: OnUnreadable;
}

/** Creates the calls of the tasking interface and its catalog (service §4.1–§4.10) for one connection and contract. */
export function createTaskingCalls({
  caller,
  sizes,
  redactor,
  onUnreadable,
}: TaskingCallOptions): TaskingCalls {
  const at = (path: string) => joinAddress(caller.addresses().baseUrl, path);

  function pages<S extends z.ZodType>({ schema, path, query, what }: ListRequest<S>, signal: AbortSignal) {
    const first = at(path);
    for (const [name, value] of Object.entries({ limit: wantedPageSize, offset: '0', ...query }))
      first.searchParams.set(name, value);
    const fetch = (url: URL, inner: AbortSignal) =>
      fetchWithLimit(url, sizes, (limited) => caller.get(limited, what, inner));
    return pagesOf({ first, schema, what, fetch }, signal);
  }

  return {
    products(signal) {
      const what = 'products';
      const request = { schema: wireProductSchema, path: '/tasking/products/', query: {}, what };
      return collectRows(pages(request, signal), { what, onUnreadable });
    },
    clients: (signal) => fetchClients({ at, get: caller.get, onUnreadable }, signal),
    taskPages: (filter, signal) =>
      pages(
        {
          schema: wireTaskSchema,
          path: '/tasking/tasks/',
          query: {
            ...(filter.projectName === undefined ? {} : { project_name: filter.projectName }),
            ...(filter.status === undefined ? {} : { status: filter.status }),
          },
          what: 'tasks',
        },
        signal,
      ),
    async task(taskId, signal) {
      const what = `task ${taskId}`;
      return readRow(wireTaskSchema, await caller.get(at(`/tasking/tasks/${taskId}/`), what, signal), what);
    },
    captures(taskId, signal) {
      const what = `captures of task ${taskId}`;
      const path = `/tasking/tasks/${taskId}/captures/`;
      const request = { schema: wireCaptureSchema, path, query: {}, what };
      return collectListing(pages(request, signal), { what, onUnreadable });
    },
    submitTask: (task, signal) =>
      caller.sendOnce(
        { method: 'POST', url: at('/tasking/tasks/'), what: 'tasks', body: task },
        (value) => readRow(wireTaskSchema, value, 'submitted task'),
        signal,
      ),
    async feasibility(task, signal) {
      for (const path of feasibilityPaths) {
        try {
          const call = { method: 'POST', url: at(path), what: 'feasibility', body: task } as const;
          return readFeasibility(await caller.json(call, signal), redactor.text);
        } catch (error) {
          if (!notThere.has(refusedStatus(error) ?? 0)) throw error;
        }
      }
      return { outcome: 'not-offered', detail: null };
    },
    // The request has no body (service §4.8).
    async cancelTask(taskId, signal) {
      const url = at(`/tasking/tasks/${taskId}/cancel/`);
      await caller.changeOnce({ method: 'PATCH', url, what: `task ${taskId}` }, signal);
    },
    async scenes(captureId, signal) {
      const path = `/${caller.addresses().catalogPath.replaceAll(/^\/+|\/+$/g, '')}/scenes/`;
      const query = { sceneset_id: captureId };
      return collectScenes(
        pages({ schema: wireSceneSchema, path, query, what: 'scenes' }, signal),
        onUnreadable,
      );
    },
  };
}
