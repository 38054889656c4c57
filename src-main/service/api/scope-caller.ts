import type { z } from 'zod';
import type { ConnectionAddresses } from '../../../src-preload/contract/connections.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { createAuthorize, ServiceCall } from '../auth/authorize.ts';
import type { ConnectionRecord } from '../auth/connection-record.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { SendOnce } from './send-once.ts';

/** A call without token, contract or server, as the modules of the interface write it. */
type Call = Omit<ServiceCall, 'server'>;

/** The functions with which the calls to one server are made, under one connection and contract. */
export interface ScopeCaller {
  /** Returns the addresses in force now. Throws NOT_FOUND if the connection does not exist any more. */
  addresses(): ConnectionAddresses;
  /** Returns the answer as JSON; a repeatable request is retried. */
  json(call: Call, signal: AbortSignal): Promise<unknown>;
  /** Makes a GET with `json`. */
  get(url: URL, what: string, signal: AbortSignal): Promise<unknown>;
  /** Sends a submission once (see `SendOnce`). */
  sendOnce<T>(call: Call, read: (value: unknown) => T, signal: AbortSignal): Promise<T>;
  /** Makes a change once; the body of the answer is ignored (see `SendOnce`). */
  changeOnce(call: Call, signal: AbortSignal): Promise<void>;
}

/** The schema and the first address of a listing. */
export interface ListRequest<S extends z.ZodType> {
  schema: S;
  path: string;
  query: Record<string, string>;
  /** What is listed, for BAD_ANSWER. */
  what: string;
}

/** What `createScopeCaller` needs. */
export interface ScopeCallerOptions {
  server: 'tasking' | 'orders';
  scope: Scope;
  connection: (id: Scope['connectionId']) => ConnectionRecord;
  authorize: ReturnType<typeof createAuthorize>;
  httpClient: HttpClient;
  sendOnce: SendOnce;
}

/** Creates the functions that call one server under one connection and contract, each with its token. */
export function createScopeCaller({
  server,
  scope: { connectionId, contractId },
  connection,
  authorize,
  httpClient,
  sendOnce,
}: ScopeCallerOptions): ScopeCaller {
  const authorized = <T>(
    call: Call,
    signal: AbortSignal,
    run: Parameters<typeof authorize<T>>[2],
  ): Promise<T> =>
    authorize({ ...call, server }, { record: connection(connectionId), contractId, signal }, run);
  const json = (call: Call, signal: AbortSignal) =>
    authorized(call, signal, (request) => httpClient.json(request, signal));
  return {
    addresses: () => connection(connectionId).addresses,
    json,
    get: (url, what, signal) => json({ method: 'GET', url, what }, signal),
    sendOnce: (call, read, signal) =>
      authorized(call, signal, (request) => sendOnce.submit(request, read, signal)),
    changeOnce: (call, signal) => authorized(call, signal, (request) => sendOnce.change(request, signal)),
  };
}
