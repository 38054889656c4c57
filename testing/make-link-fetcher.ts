import { createLinkFetcher } from '../src-main/service/api/link-fetcher.ts';
import type { ConnectionRecord } from '../src-main/service/auth/connection-record.ts';
import { createDispatchers } from '../src-main/service/http/dispatchers.ts';
import { createHttpClient } from '../src-main/service/http/http-client.ts';
import { createRedactor } from '../src-main/service/redaction/redact.ts';
import { connectionIdSchema } from '../src-preload/contract/ids.ts';

/** The real way out, to a catalog on loopback. */
export function makeLinkFetcher(catalogUrl: string) {
  const redactor = createRedactor();
  const dispatchers = createDispatchers({ environment: {}, systemProxy: async () => null });
  const httpClient = createHttpClient({
    dispatchers,
    redactor,
    log: () => undefined,
    now: Date.now,
    random: Math.random,
  });
  const record: ConnectionRecord = {
    id: connectionIdSchema.parse('test'),
    credentialKind: 'oauth',
    addresses: {
      authUrl: catalogUrl,
      legacyAuthUrl: null,
      accountsUrl: null,
      baseUrl: catalogUrl,
      catalogUrl,
      ordersUrl: null,
      ordersPrefix: '/v2',
      catalogPath: 'catalog',
      contractHeader: 'X-Contract',
      taskingAudience: 'test',
    },
  };
  return {
    connectionId: record.id,
    fetcher: createLinkFetcher({ httpClient, connection: () => record }),
    close: () => dispatchers.close(),
  };
}
