import type { ConnectionId, Scope } from '../../../src-preload/contract/ids.ts';
import { createAuthorize } from '../auth/authorize.ts';
import type { ConnectionRecord } from '../auth/connection-record.ts';
import type { Tokens } from '../auth/tokens.ts';
import { joinAddress } from '../http/addresses.ts';
import type { HttpClient } from '../http/http-client.ts';
import type { Redactor } from '../redaction/redact.ts';
import { collectRows, type OnUnreadable } from './collect-rows.ts';
import { createOrderCalls } from './orders-client.ts';
import { pagesOf } from './pages.ts';
import { createScopeCaller } from './scope-caller.ts';
import { createSendOnce, type MovedAddresses } from './send-once.ts';
import type { Service } from './service-client.ts';
import { createServiceMemory, type ServiceMemory } from './service-memory.ts';
import { createTaskingCalls } from './tasking-calls.ts';
import { wireContractSchema } from './wire.ts';

/** What `createService` needs. */
export interface ServiceOptions {
  httpClient: HttpClient;
  tokens: Tokens;
  redactor: Redactor;
  now: () => number;
  /** Throws NOT_FOUND if the connection does not exist any more. */
  connection: (id: ConnectionId) => ConnectionRecord;
  onUnreadable?: OnUnreadable;
  /** Services of the same connections share it, so that each can use what another one has found out. */
  memory?: ServiceMemory;
  moved?: MovedAddresses;
}

/** Creates the calls of service §4, each with its own header and token (service §5). */
export function createService({
  httpClient,
  tokens,
  redactor,
  now,
  connection,
  onUnreadable = () => undefined,
  memory = createServiceMemory(),
  moved = new Map(),
}: ServiceOptions): Service {
  const authorize = createAuthorize({ tokens, redactor });
  const sendOnce = createSendOnce({ httpClient, redactor, now, moved });
  const callerOf = (scope: Scope, server: 'tasking' | 'orders') =>
    createScopeCaller({ server, scope, connection, authorize, httpClient, sendOnce });

  return {
    forScope: (scope) => ({
      ...createTaskingCalls({
        caller: callerOf(scope, 'tasking'),
        sizes: memory.pageSizesOf(scope.connectionId, 'tasking'),
        redactor,
        onUnreadable,
      }),
      ...createOrderCalls({
        caller: callerOf(scope, 'orders'),
        prefixes: memory.prefixesOf(scope.connectionId),
        sizes: memory.pageSizesOf(scope.connectionId, 'orders'),
        onUnreadable,
      }),
    }),
    async contracts(connectionId, signal) {
      const record = connection(connectionId);
      if (record.credentialKind === 'legacy' || record.addresses.accountsUrl === null)
        return { rows: [], unreadable: 0 };
      const what = 'contracts';
      const first = joinAddress(record.addresses.accountsUrl, '/v2/my/contracts');
      const fetch = (url: URL, inner: AbortSignal) =>
        authorize(
          { server: 'accounts', method: 'GET', url, what },
          { record, contractId: null, signal: inner },
          (request) => httpClient.json(request, inner),
        );
      const pages = pagesOf({ first, schema: wireContractSchema, what, fetch }, signal);
      let unreadable = 0;
      const rows = await collectRows(pages, {
        what,
        onUnreadable(what, count) {
          unreadable = count;
          onUnreadable(what, count);
        },
      });
      return { rows, unreadable };
    },
  };
}
