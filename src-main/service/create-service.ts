import { z } from 'zod';
import type { ConnectionId, ContractId, Scope } from '../../src-preload/contract/ids.ts';
import { AppError, hasCode } from '../app-error.ts';
import { joinAddress } from './addresses.ts';
import { readClients } from './clients.ts';
import type { ConnectionRecord } from './connection-record.ts';
import type { Gate, GateRequest } from './gate.ts';
import { pagesOf } from './pages.ts';
import type { Redactor } from './redact.ts';
import { refusalOf, retryAfterSeconds } from './refusal.ts';
import type { Row, Service, ServiceClient } from './service-client.ts';
import type { Tokens, TokenUse } from './tokens.ts';
import {
  wireCaptureSchema,
  wireContractSchema,
  wireProductSchema,
  wireSceneSchema,
  wireTaskSchema,
} from './wire.ts';

export interface ServiceOptions {
  gate: Gate;
  tokens: Tokens;
  redactor: Redactor;
  now: () => number;
  /** Throws NOT_FOUND for a connection that is gone. */
  connection: (id: ConnectionId) => ConnectionRecord;
}

const rawSchema = z.record(z.string(), z.unknown());
const wantedPageSize = '200';

function readRow<S extends z.ZodType>(schema: S, value: unknown, where: string): Row<z.infer<S>> {
  const raw = rawSchema.safeParse(value);
  const parsed = schema.safeParse(value);
  if (!raw.success || !parsed.success) throw new AppError('BAD_ANSWER', { where, detail: 'no-row' });
  return { parsed: parsed.data, raw: raw.data };
}

/** The calls of interface parts 4.2 to 4.10, each with its own header and token (interface §5). */
export function createService({ gate, tokens, redactor, now, connection }: ServiceOptions): Service {
  type Call = Pick<GateRequest, 'method' | 'url' | 'what'> & { body?: unknown };

  function prepared(
    record: ConnectionRecord,
    use: TokenUse,
    contractId: ContractId | null,
    call: Call,
    token: string,
  ): GateRequest {
    const { contractHeader } = record.addresses;
    const origin = call.url.origin;
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(use === 'accounts'
        ? { authorization: `Bearer ${token}` }
        : { authorizationToken: `Bearer ${token}` }),
      ...(use === 'tasking' && contractId !== null ? { [contractHeader]: contractId } : {}),
      ...(call.body === undefined ? {} : { 'content-type': 'application/json' }),
    };
    // On a redirect elsewhere nothing is sent at all: every client library forwards the odd header (field notes).
    return { ...call, headersFor: (target) => (target === origin ? headers : null) };
  }

  /** Runs the call with a token, and once more with a new one after a 401. */
  async function authorized<T>(
    record: ConnectionRecord,
    use: TokenUse,
    contractId: ContractId | null,
    call: Call,
    signal: AbortSignal,
    run: (request: GateRequest) => Promise<T>,
  ): Promise<T> {
    const token = await tokens.get(record, use, signal);
    try {
      return await run(prepared(record, use, contractId, call, token));
    } catch (error) {
      if (!hasCode(error, 'UNAUTHORIZED')) throw error;
      tokens.reject(record.id, use, token);
      const fresh = await tokens.get(record, use, signal);
      return run(prepared(record, use, contractId, call, fresh));
    }
  }

  function forScope({ connectionId, contractId }: Scope): ServiceClient {
    const at = (path: string) => joinAddress(connection(connectionId).addresses.baseUrl, path);
    const call = (request: Call, signal: AbortSignal) =>
      authorized(connection(connectionId), 'tasking', contractId, request, signal, (prepared_) =>
        gate.json(prepared_, signal),
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
      return pagesOf({ first, schema, what, fetch: (url, inner) => get(url, what, inner) }, signal);
    }

    async function all<S extends z.ZodType>(
      schema: S,
      path: string,
      query: Record<string, string>,
      what: string,
      signal: AbortSignal,
    ) {
      const rows: Row<z.infer<S>>[] = [];
      for await (const page of pages(schema, path, query, what, signal)) rows.push(...page.rows);
      return rows;
    }

    return {
      products: (signal) => all(wireProductSchema, '/tasking/products/', {}, 'products', signal),
      clients: async (signal) => readClients(await get(at('/tasking/clients/'), 'clients', signal)),
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
      captures: (taskId, signal) =>
        all(
          wireCaptureSchema,
          `/tasking/tasks/${taskId}/captures/`,
          {},
          `captures of task ${taskId}`,
          signal,
        ),
      submitTask: (task, signal) => {
        const request: Call = { method: 'POST', url: at('/tasking/tasks/'), what: 'tasks', body: task };
        return authorized(connection(connectionId), 'tasking', contractId, request, signal, (prepared_) =>
          sendOnce(prepared_, signal),
        );
      },
      async cancelTask(taskId, signal) {
        const url = at(`/tasking/tasks/${taskId}/cancel/`);
        const what = `task ${taskId}`;
        await authorized(
          connection(connectionId),
          'tasking',
          contractId,
          { method: 'PATCH', url, what, body: {} },
          signal,
          async (prepared_) => {
            const answer = await gate.exchange(prepared_, signal);
            if (answer.kind === 'failed') throw answer.error;
            if (answer.status < 200 || answer.status > 299) throw refusal(prepared_, answer);
          },
        );
      },
      scenes(captureId, signal) {
        const path = `/${connection(connectionId).addresses.catalogPath.replaceAll(/^\/+|\/+$/g, '')}/scenes/`;
        return all(wireSceneSchema, path, { sceneset_id: captureId }, 'scenes', signal);
      },
    };
  }

  type Answer = Extract<Awaited<ReturnType<Gate['exchange']>>, { kind: 'answer' }>;

  function refusal(request: GateRequest, answer: Answer): AppError {
    return refusalOf({
      status: answer.status,
      text: answer.text,
      host: request.url.host,
      what: request.what,
      retryAfter: retryAfterSeconds(answer.headers['retry-after'], now()),
      redactor,
    });
  }

  /** A submission goes out once. Whatever leaves it open whether the service has it is OUTCOME_UNKNOWN (field notes, Submitting). */
  async function sendOnce(
    request: GateRequest,
    signal: AbortSignal,
  ): Promise<Row<z.infer<typeof wireTaskSchema>>> {
    const unknown = (cause: unknown) => new AppError('OUTCOME_UNKNOWN', { submissionId: '' }, { cause });
    const answer = await gate.exchange(request, signal);
    if (answer.kind === 'failed') throw answer.mayHaveArrived ? unknown(answer.error) : answer.error;
    if (answer.status >= 500 || (answer.status >= 300 && answer.status < 400) || answer.status === 408) {
      throw unknown(refusal(request, answer));
    }
    if (answer.status >= 400) throw refusal(request, answer);
    try {
      return readRow(wireTaskSchema, JSON.parse(answer.text), 'submitted task');
    } catch (error) {
      throw unknown(error);
    }
  }

  return {
    forScope,
    async contracts(connectionId, signal) {
      const record = connection(connectionId);
      if (record.credentialKind === 'legacy' || record.addresses.accountsUrl === null) return [];
      const first = joinAddress(record.addresses.accountsUrl, '/v2/my/contracts');
      const rows: Row<z.infer<typeof wireContractSchema>>[] = [];
      const fetch = (url: URL, inner: AbortSignal) =>
        authorized(record, 'accounts', null, { method: 'GET', url, what: 'contracts' }, inner, (request) =>
          gate.json(request, inner),
        );
      for await (const page of pagesOf(
        { first, schema: wireContractSchema, what: 'contracts', fetch },
        signal,
      ))
        rows.push(...page.rows);
      return rows;
    },
  };
}
