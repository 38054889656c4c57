import type { ConnectionAddresses } from '../../../src-preload/contract/connections.ts';
import type { ContractId } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import { safeAddress } from '../http/addresses.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { refusedStatus } from '../http/refusal.ts';
import type { Redactor } from '../redaction/redact.ts';
import type { ConnectionRecord } from './connection-record.ts';
import type { Tokens } from './tokens.ts';

/** A call before it gets a token. `server` names the address of the connection that it must be under. */
export type ServiceCall = Pick<HttpRequest, 'method' | 'url' | 'what'> & {
  server: 'accounts' | 'tasking' | 'orders';
  body?: unknown;
};

/** The connection and contract that a call is made for. */
export interface CallContext {
  record: ConnectionRecord;
  contractId: ContractId | null;
  signal: AbortSignal;
}

function baseOf({ accountsUrl, baseUrl, ordersUrl }: ConnectionAddresses, server: ServiceCall['server']) {
  if (server === 'accounts') return accountsUrl;
  return server === 'orders' ? ordersUrl : baseUrl;
}

/** Adds the header of the call's server (service §5). The contract header is left out for the accounts server. */
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
  // Nothing is sent after a redirect to another origin: every HTTP library would forward the non-standard header (service §11.3).
  return { ...request, headersFor: (target) => (target === origin ? headers : null) };
}

/**
 * Creates the function that runs a call with a token, and again with a new token after a 401, because a 401 had no effect. It
 * throws ADDRESS_REFUSED (`foreign`) for a call outside the address in force.
 */
export function createAuthorize({ tokens, redactor }: { tokens: Tokens; redactor: Redactor }) {
  /**
   * Tokens are sent only to the address in force: a listing that began before the address changed must not send them elsewhere.
   */
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
      // Any 401, whatever its text: some services describe an expired token as a problem of the contract.
      if (refusedStatus(error) !== 401) throw error;
      tokens.reject(record.id, use, token);
      const fresh = await tokens.get(record, use, signal);
      return run(withToken(call, context, fresh));
    }
  };
}
