import { z } from 'zod';
import type { ConnectionId, ContractId, Scope } from '../../../src-preload/contract/ids.ts';
import { AppError, hasCode } from '../../app-error.ts';
import type { ConnectionRecord } from '../auth/connection-record.ts';
import type { Tokens, TokenUse } from '../auth/tokens.ts';
import { joinAddress, safeAddress } from '../http/addresses.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { refusedStatus } from '../http/refusal.ts';
import type { Redactor } from '../redaction/redact.ts';
import { readClients } from './clients.ts';
import { readFeasibility } from './feasibility.ts';
import { createOrderCalls, createPrefixMemory } from './orders-client.ts';
import { fetchWithLimit } from './page-size.ts';
import { pagesOf } from './pages.ts';
import { readRow } from './read-row.ts';
import { createSendOnce, type MovedAddresses } from './send-once.ts';
import type { Listing, Page, Row, Service, ServiceClient } from './service-client.ts';
import {
  mostFilesOfScene,
  type WireScene,
  wireCaptureSchema,
  wireContractSchema,
  wireProductSchema,
  wireSceneSchema,
  wireTaskSchema,
} from './wire.ts';

type Call = Pick<HttpRequest, 'method' | 'url' | 'what'> & {
  body?: unknown;
  /** Below the address of the orders instead of the tasking one. */
  orders?: boolean;
};

export interface ServiceOptions {
  httpClient: HttpClient;
  tokens: Tokens;
  redactor: Redactor;
  now: () => number;
  /** Throws NOT_FOUND for a connection that is gone. */
  connection: (id: ConnectionId) => ConnectionRecord;
  /** Told of rows that could not be read at all. */
  onUnreadable?: (what: string, count: number) => void;
  /** Shared by services of the same connections, so that each finds what another has found out. */
  prefixes?: ReturnType<typeof createPrefixMemory>;
  moved?: MovedAddresses;
}

const wantedPageSize = '200';
/** Of what is held in memory whole: products, clients, contracts, captures, scenes. */
const maxRows = 100_000;
/** Of one capture: a service of this kind cuts it into a few, a strip into some dozens. */
const mostScenesOfCapture = 500;
/** No such call at this service. */
const notThere: ReadonlySet<number> = new Set([404, 405, 410, 501]);
const anyRow = z.looseObject({});

/** The calls of service §4, each with its own header and token (service §5). */
export function createService({
  httpClient,
  tokens,
  redactor,
  now,
  connection,
  onUnreadable = () => undefined,
  prefixes = createPrefixMemory(),
  moved = new Map(),
}: ServiceOptions): Service {
  const { sendOnce, refusal, movedAddress } = createSendOnce({ httpClient, redactor, now, moved });

  function prepared(
    record: ConnectionRecord,
    use: TokenUse,
    contractId: ContractId | null,
    call: Call,
    token: string,
  ): HttpRequest {
    const { contractHeader } = record.addresses;
    const origin = call.url.origin;
    const { orders: _, ...request } = call;
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(use === 'accounts'
        ? { authorization: `Bearer ${token}` }
        : { authorizationToken: `Bearer ${token}` }),
      ...(use === 'tasking' && contractId !== null ? { [contractHeader]: contractId } : {}),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    // On a redirect elsewhere nothing is sent at all: every client library forwards the odd header (service §11.3).
    return { ...request, headersFor: (target) => (target === origin ? headers : null) };
  }

  /** Tokens go to the address in force only: a listing that began before it was changed must not carry them elsewhere. */
  function assertOwn({ addresses }: ConnectionRecord, use: TokenUse, { url, orders = false }: Call) {
    const tasking = orders ? addresses.ordersUrl : addresses.baseUrl;
    const base = use === 'accounts' ? addresses.accountsUrl : tasking;
    if (base === null || safeAddress(base).origin !== url.origin)
      throw new AppError('ADDRESS_REFUSED', { address: redactor.address(url.href), reason: 'foreign' });
  }

  /** Runs the call with a token, and once more with a new one after a 401. */
  async function authorized<T>(
    record: ConnectionRecord,
    use: TokenUse,
    contractId: ContractId | null,
    call: Call,
    signal: AbortSignal,
    run: (request: HttpRequest) => Promise<T>,
  ): Promise<T> {
    assertOwn(record, use, call);
    const token = await tokens.get(record, use, signal);
    try {
      return await run(prepared(record, use, contractId, call, token));
    } catch (error) {
      // 401 whatever its words: an expired token has been told as a matter of the contract, too.
      if (refusedStatus(error) !== 401) throw error;
      tokens.reject(record.id, use, token);
      const fresh = await tokens.get(record, use, signal);
      return run(prepared(record, use, contractId, call, fresh));
    }
  }

  const collected = async <T>(pages: AsyncIterable<Page<T>>, what: string): Promise<Row<T>[]> =>
    (await collectedListing(pages, what)).rows;

  async function collectedListing<T>(pages: AsyncIterable<Page<T>>, what: string): Promise<Listing<T>> {
    const rows: Row<T>[] = [];
    let unreadable = 0;
    let total: number | null = null;
    for await (const page of pages) {
      unreadable += page.unreadable;
      total = page.total ?? total;
      for (const row of page.rows) rows.push(row);
      if (rows.length > maxRows) throw new AppError('BAD_ANSWER', { where: what, detail: 'too-many-rows' });
    }
    if (unreadable > 0) onUnreadable(what, unreadable);
    return { rows, whole: unreadable === 0 && (total === null || rows.length >= total) };
  }

  /** Each scene is written with all its files in one turn: what is beyond all reason is left, and told. */
  async function boundedScenes(given: AsyncIterable<Page<WireScene>>): Promise<Row<WireScene>[]> {
    const rows: Row<WireScene>[] = [];
    let left = 0;
    for await (const page of given) {
      left += page.unreadable;
      const room = Math.max(0, mostScenesOfCapture - rows.length);
      left += Math.max(0, page.rows.length - room);
      for (const { parsed, raw } of page.rows.slice(0, room)) {
        const cut = ([name, value]: [string, unknown]): [string, unknown] => {
          if (!Array.isArray(value) || value.length <= mostFilesOfScene) return [name, value];
          onUnreadable(`files of scene ${parsed.scene_id}`, value.length - mostFilesOfScene);
          return [name, value.slice(0, mostFilesOfScene)];
        };
        rows.push({ parsed, raw: Object.fromEntries(Object.entries(raw).map(cut)) });
      }
      // The rest of the pages would be left too.
      if (rows.length >= mostScenesOfCapture) break;
    }
    if (left > 0) onUnreadable('scenes', left);
    return rows;
  }

  function forScope({ connectionId, contractId }: Scope): ServiceClient {
    const at = (path: string) => joinAddress(connection(connectionId).addresses.baseUrl, path);
    const call = (request: Call, signal: AbortSignal) =>
      authorized(connection(connectionId), 'tasking', contractId, request, signal, (prepared_) =>
        httpClient.json(prepared_, signal),
      );
    const get = (url: URL, what: string, signal: AbortSignal) => call({ method: 'GET', url, what }, signal);

    function pages<S extends z.ZodType>(
      schema: S,
      path: string,
      query: Record<string, string>,
      what: string,
      signal: AbortSignal,
    ) {
      const first = at(path);
      for (const [name, value] of Object.entries({ limit: wantedPageSize, offset: '0', ...query }))
        first.searchParams.set(name, value);
      const sizes = prefixes.sizesOf(connectionId, 'tasking');
      const fetch = (url: URL, inner: AbortSignal) =>
        fetchWithLimit(url, sizes, (each) => get(each, what, inner));
      return pagesOf({ first, schema, what, fetch }, signal);
    }

    const all = <S extends z.ZodType>(
      schema: S,
      path: string,
      query: Record<string, string>,
      what: string,
      signal: AbortSignal,
    ) => collected(pages(schema, path, query, what, signal), what);

    /** The text of service §4.9 says `/client/`, its reference call `/clients/`. */
    async function clientsStart(what: string, signal: AbortSignal) {
      const url = at('/tasking/clients/');
      try {
        return { url, start: await get(url, what, signal) };
      } catch (error) {
        if (!hasCode(error, 'NOT_FOUND')) throw error;
        const other = at('/tasking/client/');
        return { url: other, start: await get(other, what, signal) };
      }
    }

    /** The shapes are many (see readClients); only a page object that goes on needs its further pages. */
    async function clients(signal: AbortSignal) {
      const what = 'clients';
      const { url, start } = await clientsStart(what, signal);
      const page = z.looseObject({ results: z.array(anyRow), next: z.string().min(1) }).safeParse(start);
      if (!page.success) return readClients(start);
      const fetch = (each: URL, inner: AbortSignal) =>
        each.href === url.href ? Promise.resolve(start) : get(each, what, inner);
      const rows = await collected(pagesOf({ first: url, schema: anyRow, what, fetch }, signal), what);
      return readClients(rows.map((row) => row.raw));
    }

    return {
      ...createOrderCalls({
        addresses: () => connection(connectionId).addresses,
        prefixes: prefixes.of(connectionId),
        sizes: prefixes.sizesOf(connectionId, 'orders'),
        call: (request, signal) => call({ ...request, orders: true }, signal),
        sendOnce: (request, read, signal) =>
          authorized(
            connection(connectionId),
            'tasking',
            contractId,
            { ...request, orders: true },
            signal,
            (prepared_) => sendOnce(prepared_, read, signal),
          ),
        collected,
        onUnreadable,
      }),
      products: (signal) => all(wireProductSchema, '/tasking/products/', {}, 'products', signal),
      clients,
      taskPages: (filter, signal) =>
        pages(
          wireTaskSchema,
          '/tasking/tasks/',
          {
            ...(filter.projectName === undefined ? {} : { project_name: filter.projectName }),
            ...(filter.status === undefined ? {} : { status: filter.status }),
          },
          'tasks',
          signal,
        ),
      async task(taskId, signal) {
        const what = `task ${taskId}`;
        return readRow(wireTaskSchema, await get(at(`/tasking/tasks/${taskId}/`), what, signal), what);
      },
      captures(taskId, signal) {
        const what = `captures of task ${taskId}`;
        const path = `/tasking/tasks/${taskId}/captures/`;
        return collectedListing(pages(wireCaptureSchema, path, {}, what, signal), what);
      },
      submitTask: (task, signal) => {
        const request: Call = { method: 'POST', url: at('/tasking/tasks/'), what: 'tasks', body: task };
        return authorized(connection(connectionId), 'tasking', contractId, request, signal, (prepared_) =>
          sendOnce(prepared_, (value) => readRow(wireTaskSchema, value, 'submitted task'), signal),
        );
      },
      async feasibility(task, signal) {
        for (const path of ['/tasking/analysis/can-add-order/', '/analysis']) {
          try {
            const what = 'feasibility';
            const answer = await call({ method: 'POST', url: at(path), what, body: task }, signal);
            return readFeasibility(answer, redactor.text);
          } catch (error) {
            if (!notThere.has(refusedStatus(error) ?? 0)) throw error;
          }
        }
        return { outcome: 'not-offered', detail: null };
      },
      async cancelTask(taskId, signal) {
        const url = at(`/tasking/tasks/${taskId}/cancel/`);
        const what = `task ${taskId}`;
        await authorized(
          connection(connectionId),
          'tasking',
          contractId,
          // Without a body (service §4.8).
          { method: 'PATCH', url, what },
          signal,
          async (prepared_) => {
            const answer = await httpClient.exchange(prepared_, signal);
            if (answer.kind === 'failed') throw answer.error;
            if (answer.status >= 200 && answer.status <= 299) return;
            throw (await movedAddress(prepared_, url.href, answer, signal)) ?? refusal(prepared_, answer);
          },
        );
      },
      async scenes(captureId, signal) {
        const path = `/${connection(connectionId).addresses.catalogPath.replaceAll(/^\/+|\/+$/g, '')}/scenes/`;
        return boundedScenes(pages(wireSceneSchema, path, { sceneset_id: captureId }, 'scenes', signal));
      },
    };
  }

  return {
    forScope,
    async contracts(connectionId, signal) {
      const record = connection(connectionId);
      if (record.credentialKind === 'legacy' || record.addresses.accountsUrl === null) return [];
      const first = joinAddress(record.addresses.accountsUrl, '/v2/my/contracts');
      const fetch = (url: URL, inner: AbortSignal) =>
        authorized(record, 'accounts', null, { method: 'GET', url, what: 'contracts' }, inner, (request) =>
          httpClient.json(request, inner),
        );
      return collected(
        pagesOf({ first, schema: wireContractSchema, what: 'contracts', fetch }, signal),
        'contracts',
      );
    },
  };
}
