import type { ConnectionRecord } from '../src-main/service/auth/connection-record.ts';
import { connectionIdSchema } from '../src-preload/contract/ids.ts';

/** A connection whose parts all live at one origin, each below a path of its own, unless the test says otherwise. */
export function makeConnection(
  origin: string,
  options: { id?: string; kind?: ConnectionRecord['credentialKind'] } & Partial<
    ConnectionRecord['addresses']
  > = {},
): ConnectionRecord {
  const { id = 'connection-1', kind = 'oauth', ...addresses } = options;
  return {
    id: connectionIdSchema.parse(id),
    credentialKind: kind,
    addresses: {
      authUrl: `${origin}/issuer`,
      legacyAuthUrl: `${origin}/legacy-issuer/`,
      accountsUrl: `${origin}/accounts`,
      baseUrl: `${origin}/api`,
      catalogUrl: origin,
      ordersUrl: null,
      ordersPrefix: '/v2',
      catalogPath: 'archive',
      contractHeader: 'X-Service-Contract-Id',
      taskingAudience: 'https://audience.invalid/api',
      ...addresses,
    },
  };
}
