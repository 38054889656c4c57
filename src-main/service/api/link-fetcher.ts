import type { ConnectionId } from '../../../src-preload/contract/ids.ts';
import { AppError } from '../../core/app-error.ts';
import type { ConnectionRecord } from '../auth/connection-record.ts';
import { placeOf, safeAddress, serverGivenAddress } from '../http/addresses.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { HttpRequest } from '../http/http-request.ts';
import { type Resolve, reachOf, resolveHost } from '../http/network-place.ts';
import { discard } from '../http/send-request.ts';
import type { LinkFetcher, LinkRequest } from './service-client.ts';

interface LinkFetcherOptions {
  httpClient: HttpClient;
  connection: (id: ConnectionId) => ConnectionRecord;
  /** True if the service gave this URL as the `href` of an asset: such a link may be on any public host. */
  isAsset?: (connectionId: ConnectionId, url: string) => boolean;
  resolve?: Resolve;
}

/**
 * Downloads files (service §11.3). A link must be on an origin of the connection, or be an asset's link. It may redirect to any
 * public host, as signed storage does, and to a private or local host only if the connection itself is on one. Only the range
 * headers are sent, never an authorization header.
 */
export function createLinkFetcher({
  httpClient,
  connection,
  isAsset = () => false,
  resolve = resolveHost,
}: LinkFetcherOptions): LinkFetcher {
  function allowedCall({
    connectionId,
    url: text,
    headers,
  }: LinkRequest): Pick<HttpRequest, 'method' | 'url' | 'headersFor' | 'reachFor' | 'opaque'> {
    const { catalogUrl, baseUrl, ordersUrl } = connection(connectionId).addresses;
    const asset = isAsset(connectionId, text);
    // A link may be relative, and some installations serve the catalog on another host than the interface.
    const url = serverGivenAddress(text, asset ? (ordersUrl ?? catalogUrl) : catalogUrl);
    const own = new Set([catalogUrl, baseUrl, ...(asset && ordersUrl !== null ? [ordersUrl] : [])]);
    const origins = new Set([...own].map((address) => safeAddress(address).origin));
    if (!asset && !origins.has(url.origin))
      throw new AppError('ADDRESS_REFUSED', { address: placeOf(url.href), reason: 'foreign' });
    // Other headers of the caller are ignored.
    const ranges = Object.entries(headers).filter(([name]) => /^(range|if-range)$/i.test(name));
    const sent = { ...Object.fromEntries(ranges), 'accept-encoding': 'identity' };
    const hosts = [...own].map((address) => safeAddress(address).hostname);
    return {
      method: 'GET',
      url,
      opaque: asset,
      headersFor: () => sent,
      reachFor: async (origin) => (origins.has(origin) ? null : reachOf(hosts, resolve)),
    };
  }

  return {
    async get(request, signal) {
      const answer = await httpClient.stream(allowedCall(request), signal);
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
      await httpClient.receive(allowedCall(request), receiver, signal);
    },
  };
}
