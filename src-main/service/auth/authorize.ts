import type { ConnectionAddresses } from '../../../src-preload/contract/connections.ts';
import type { ContractId } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../app-error.ts';
import { safeAddress } from '../http/addresses.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { refusedStatus } from '../http/refusal.ts';
import type { Redactor } from '../redaction/redact.ts';
import type { ConnectionRecord } from './connection-record.ts';
import type { Tokens } from './tokens.ts';

/** A call before it has a token; `server` says below which address of the connection it must be. */
export type ServiceCall = Pick<HttpRequest, 'method' | 'url' | 'what'> & {
  server: 'accounts' | 'tasking' | 'orders';
  body?: unknown;
};

/** For whom a call is made. */
export interface CallContext {
  record: ConnectionRecord;
  contractId: ContractId | null;
  signal: AbortSignal;
}

function baseOf({ accountsUrl, baseUrl, ordersUrl }: ConnectionAddresses, server: ServiceCall['server']) {
  if (server === 'accounts') return accountsUrl;
  return server === 'orders' ? ordersUrl : baseUrl;
}

/** The call with the header of its server (service §5); the contract is named to the tasking interface only. */
function withToken(
  { server, ...request }: ServiceCall,
  { record, contractId }: CallContext,
  token: string,
): HttpRequest {
  const { origin } = request.url;
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(server === 'accounts'
      ? { authorization: `Bearer ${token}` }
      : { authorizationToken: `Bearer ${token}` }),
    ...(server !== 'accounts' && contractId !== null
      ? { [record.addresses.contractHeader]: contractId }
      : {}),
    ...(request.body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  // On a redirect elsewhere nothing is sent at all: every client library forwards the odd header (service §11.3).
  return { ...request, headersFor: (target) => (target === origin ? headers : null) };
}

/**
 * Makes the function that runs a call with a token, and once more with a new one after a 401, because a 401 did nothing.
 * It throws ADDRESS_REFUSED (`foreign`) for a call outside the address in force.
 */
export function createAuthorize({ tokens, redactor }: { tokens: Tokens; redactor: Redactor }) {
  /** Tokens go to the address in force only: a listing that began before it was changed must not carry them elsewhere. */
  function assertOwn({ addresses }: ConnectionRecord, { server, url }: ServiceCall) {
    const base = baseOf(addresses, server);
    if (base === null || safeAddress(base).origin !== url.origin)
      throw new AppError('ADDRESS_REFUSED', { address: redactor.address(url.href), reason: 'foreign' });
  }

  return async <T>(
    call: ServiceCall,
    context: CallContext,
    run: (request: HttpRequest) => Promise<T>,
  ): Promise<T> => {
    const { record, signal } = context;
    const use = call.server === 'accounts' ? 'accounts' : 'tasking';
    assertOwn(record, call);
    const token = await tokens.get(record, use, signal);
    try {
      return await run(withToken(call, context, token));
    } catch (error) {
      // 401 whatever its words: an expired token has been told as a matter of the contract, too.
      if (refusedStatus(error) !== 401) throw error;
      tokens.reject(record.id, use, token);
      const fresh = await tokens.get(record, use, signal);
      return run(withToken(call, context, fresh));
    }
  };
}
