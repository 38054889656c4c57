import type { ConnectionAddresses, CredentialKind } from '../../../src-preload/contract/connections.ts';
import type { ConnectionId } from '../../../src-preload/contract/ids.ts';

/** What the service floor needs to know of a connection; supplied by the session. */
export interface ConnectionRecord {
  id: ConnectionId;
  credentialKind: CredentialKind;
  addresses: ConnectionAddresses;
}

/** The secret of a connection. It comes from the keychain and never leaves the main process. */
export interface Credentials {
  clientId: string;
  clientSecret: string;
}
