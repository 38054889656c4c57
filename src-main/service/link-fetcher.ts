import type { ConnectionId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import { placeOf, safeAddress, serverGivenAddress } from './addresses.ts';
import type { ConnectionRecord } from './connection-record.ts';
import { discard, type Gate, type GateRequest } from './gate.ts';
import type { LinkFetcher, LinkRequest } from './service-client.ts';

export interface LinkFetcherOptions {
  gate: Gate;
  connection: (id: ConnectionId) => ConnectionRecord;
}

/** Downloads: catalog origins only, redirects included, and never an authorization header (field notes, Secrets and addresses). */
export function createLinkFetcher({ gate, connection }: LinkFetcherOptions): LinkFetcher {
  function allowedCall({
    connectionId,
    url: text,
    headers,
  }: LinkRequest): Pick<GateRequest, 'method' | 'url' | 'headersFor'> {
    const { catalogUrl, baseUrl } = connection(connectionId).addresses;
    // A link may be relative, and some installations serve the catalog beside the interface.
    const url = serverGivenAddress(text, catalogUrl);
    const allowed = new Set([safeAddress(catalogUrl).origin, safeAddress(baseUrl).origin]);
    if (!allowed.has(url.origin))
      throw new AppError('ADDRESS_REFUSED', { address: placeOf(url.href), reason: 'foreign' });
    // Whatever a caller hands in, a link gets these two and nothing else.
    const ranges = Object.entries(headers).filter(([name]) => /^(range|if-range)$/i.test(name));
    const sent = { ...Object.fromEntries(ranges), 'accept-encoding': 'identity' };
    return { method: 'GET', url, headersFor: (origin) => (allowed.has(origin) ? sent : null) };
  }

  return {
    async get(request, signal) {
      const answer = await gate.stream(allowedCall(request), signal);
      return {
        status: answer.status,
        headers: answer.headers,
        body: answer.body,
        async discard() {
          discard(answer.body);
        },
      };
    },
    async receive(request, receiver, signal) {
      await gate.receive(allowedCall(request), receiver, signal);
    },
  };
}
