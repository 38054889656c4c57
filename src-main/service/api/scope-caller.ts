import type { z } from 'zod';
import type { ConnectionAddresses } from '../../../src-preload/contract/connections.ts';
import type { Scope } from '../../../src-preload/contract/ids.ts';
import type { createAuthorize, ServiceCall } from '../auth/authorize.ts';
import type { ConnectionRecord } from '../auth/connection-record.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { SendOnce } from './send-once.ts';

/** A call as the interface's own modules write it: without token, contract or server. */
type Call = Omit<ServiceCall, 'server'>;

/** What the calls of one server are made with, under one connection and contract. */
export interface ScopeCaller {
  /** Those in force now. Throws NOT_FOUND for a connection that is gone. */
  addresses(): ConnectionAddresses;
  /** The answer as JSON; what may be repeated is retried. */
  json(call: Call, signal: AbortSignal): Promise<unknown>;
  /** A GET of `json`. */
  get(url: URL, what: string, signal: AbortSignal): Promise<unknown>;
  /** Sends a submission once (see `SendOnce`). */
  sendOnce<T>(call: Call, read: (value: unknown) => T, signal: AbortSignal): Promise<T>;
  /** Makes a change once; the body of the answer is not looked at (see `SendOnce`). */
  changeOnce(call: Call, signal: AbortSignal): Promise<void>;
}

/** The schema and the first address of a listing. */
export interface ListRequest<S extends z.ZodType> {
  schema: S;
  path: string;
  query: Record<string, string>;
  /** For BAD_ANSWER: what is listed. */
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

/** Makes the calls of one server under one connection and contract, each with its token. */
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
