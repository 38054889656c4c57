import type { RequestOrigin } from '../../src-preload/contract/activity.ts';
import type { Implementer } from '../core/implementer.ts';
import { createContracts } from '../features/connections/contracts.ts';
import { withKeychainNotice } from '../features/connections/keychain-notice.ts';
import { createSession } from '../features/connections/session.ts';
import { sessionProcedures } from '../features/connections/session-procedures.ts';
import { createService } from '../service/api/create-service.ts';
import type { MovedAddresses } from '../service/api/send-once.ts';
import { createServiceMemory } from '../service/api/service-memory.ts';
import { createTokens } from '../service/auth/tokens.ts';
import type { Store } from '../store/store.ts';
import { createVault } from '../vault/vault.ts';
import type { AppContext } from './app-context.ts';
import type { HttpModule } from './http.ts';
import { createScopes } from './scopes.ts';

interface SessionsModuleOptions {
  context: AppContext;
  store: Store;
  http: HttpModule;
}

/**
 * Creates connections, credentials, tokens and contracts, and the services that all domains use. Emits `connections.changed` and
 * `connection.invalidated`; tokens are dropped before any other listener receives the latter.
 */
export function createSessionsModule({ context, store, http }: SessionsModuleOptions) {
  const { folder, now, closing, publish, events, redactor, notices } = context;
  const vault = createVault({ loadKeychain: context.platform.loadKeychain });
  const session = createSession({
    folder,
    vault,
    now,
    onQuarantined: context.quarantined('connections-kept-aside'),
    changed(connectionId) {
      publish('connections', connectionId);
      events.emit('connections.changed', connectionId);
    },
    invalidated: (connectionId) => events.emit('connection.invalidated', connectionId),
  });
  const tokens = createTokens({
    httpClient: http.clientFor('sign-in'),
    redactor,
    credentials: withKeychainNotice(session.credentials, () => notices.add('keychain-unavailable', {})),
    now: Date.now,
    closing,
  });
  events.on('connection.invalidated', tokens.forget);

  const memory = createServiceMemory();
  const moved: MovedAddresses = new Map();
  /** Creates the service of one request origin, so that the request log can show it. */
  const serviceFor = (origin: RequestOrigin) =>
    createService({
      httpClient: http.clientFor(origin),
      tokens,
      redactor,
      now: Date.now,
      connection: session.record,
      onUnreadable: context.onUnreadable,
      memory,
      moved,
    });
  const contracts = createContracts({
    store,
    service: serviceFor('contracts'),
    now,
    changed: (connectionId) => publish('contracts', connectionId),
  });

  return {
    session,
    contracts,
    scopes: createScopes({ session, contracts, serviceClock: http.serviceClock }),
    serviceFor,
    vault,
    keychainHangs: vault.hangs,
    procedures: (os: Implementer) =>
      sessionProcedures(os, { session, contracts, vault, tokens, service: serviceFor('check'), closing }),
  };
}

/** What `createSessionsModule` returns. */
export type SessionsModule = ReturnType<typeof createSessionsModule>;
