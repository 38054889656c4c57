import type { Implementer } from '../../core/implementer.ts';
import { untilClosing } from '../../core/until-closing.ts';
import type { Vault } from '../../vault/vault.ts';
import { type ConnectionCheckOptions, checkConnection } from './connection-check.ts';
import type { Contracts } from './contracts.ts';
import type { Session } from './session.ts';

interface SessionProcedureDeps extends Omit<ConnectionCheckOptions, 'record'> {
  session: Session;
  contracts: Contracts;
  vault: Vault;
  /** Aborted when Nadir closes. */
  closing: AbortSignal;
}

/** Returns the procedures of connections and contracts. */
export function sessionProcedures(os: Implementer, deps: SessionProcedureDeps) {
  const { session, contracts, vault, closing } = deps;
  return {
    connections: {
      list: os.connections.list.handler(() => session.list()),
      add: os.connections.add.handler(({ input }) => session.add(input)),
      update: os.connections.update.handler(({ input: { id, ...draft } }) => session.update(id, draft)),
      remove: os.connections.remove.handler(({ input }) => session.remove(input.id)),
      activate: os.connections.activate.handler(({ input }) => session.activate(input.id)),
      setCredentials: os.connections.setCredentials.handler(
        ({ input: { id, clientId, clientSecret, sessionOnly } }) =>
          session.setCredentials(id, { clientId, clientSecret }, sessionOnly),
      ),
      clearCredentials: os.connections.clearCredentials.handler(({ input }) =>
        session.clearCredentials(input.id),
      ),
      keychain: os.connections.keychain.handler(() => vault.probe()),
      check: os.connections.check.handler(({ input, signal }) =>
        checkConnection(input.id, { ...deps, record: session.record }, untilClosing(signal, closing)),
      ),
    },
    contracts: {
      list: os.contracts.list.handler(({ input }) => contracts.list(input.connectionId)),
      unreadable: os.contracts.unreadable.handler(({ input }) => contracts.unreadable(input.connectionId)),
      refresh: os.contracts.refresh.handler(({ input, signal }) =>
        contracts.refresh(input.connectionId, untilClosing(signal, closing)),
      ),
      select: os.contracts.select.handler(({ input }) =>
        session.selectContract(input.connectionId, input.contractId),
      ),
    },
  };
}
