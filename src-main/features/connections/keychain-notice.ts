import type { ConnectionId } from '../../../src-preload/contract/ids.ts';
import { hasCode } from '../../core/app-error.ts';
import type { StoredCredentials } from '../../vault/vault.ts';

type Read = (id: ConnectionId) => Promise<StoredCredentials | null>;

/** Returns `read` with a notice: `notify` is called when the keychain does not answer, once until it has answered again. */
export function withKeychainNotice(read: Read, notify: () => void): Read {
  let told = false;
  return async (id) => {
    try {
      const credentials = await read(id);
      told = false;
      return credentials;
    } catch (error) {
      if (hasCode(error, 'KEYCHAIN_UNAVAILABLE') && !told) {
        told = true;
        notify();
      }
      throw error;
    }
  };
}
