import type { ConnectionAddresses, CredentialKind } from '../../../src-preload/contract/connections.ts';
import type { ConnectionId } from '../../../src-preload/contract/ids.ts';

/** What the service client needs to know of a connection; the session supplies it. */
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
