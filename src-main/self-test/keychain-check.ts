import { randomBytes, randomUUID } from 'node:crypto';
import type { Keychain } from '../vault/keychain.ts';
import { createKeychainClient, type KeychainState, keychainStateOf } from '../vault/keychain-client.ts';
import { type Check, failed, notTried, ok } from './check.ts';
import { errorWords } from './run-checks.ts';

/** Apart from Nadir's own entries, so that none of them can be touched. */
const service = 'Nadir self-test';
const answerMs = 8_000;

const advice: Record<Exclude<KeychainState, 'ok' | 'missing'>, string> = {
  locked: 'Unlock the keychain, or allow Nadir to use it, and try again.',
  timeout: 'It may wait for a password in a window that is behind others.',
  failed: 'Restart the keychain service of this system.',
};

/**
 * The system's keychain, by an entry of its own that is removed whatever happens. `onHang` is called when a call never returned: its thread
 * keeps the process from ending by itself.
 */
export function keychainCheck({
  loadKeychain,
  onHang,
  timeoutMs = answerMs,
}: {
  loadKeychain: () => Promise<Keychain>;
  onHang: () => void;
  timeoutMs?: number;
}): Check {
  return {
    name: 'keychain',
    proves: 'A secret can be written to the system’s keychain, read and removed.',
    async run() {
      try {
        await loadKeychain();
      } catch (error) {
        return failed(
          `its native part cannot be loaded: ${errorWords(error)}. On Linux install libsecret; elsewhere install Nadir again.`,
        );
      }
      const client = createKeychainClient({ loadKeychain, timeoutMs });
      const account = `trial-${randomUUID()}`;
      const secret = randomBytes(24).toString('base64');
      const remove = () => client.ask((chain) => chain.deletePassword(service, account));
      try {
        await client.ask((chain) => chain.setPassword(service, account, secret));
        const read = await client.ask((chain) => chain.getPassword(service, account));
        const wasThere = await remove();
        const left = await client.ask((chain) => chain.getPassword(service, account));
        if (read !== secret) return failed(`it gives something else back. ${advice.failed}`);
        if (!wasThere || left !== null) return failed(`it does not remove an entry. ${advice.failed}`);
        return ok('an entry was written, read and removed');
      } catch (error) {
        await remove().catch(() => undefined);
        if (client.hangs()) onHang();
        const state = keychainStateOf(error);
        if (state === 'missing')
          return notTried(
            'no keychain service runs here (on Linux GNOME Keyring or KWallet); secrets are kept for the session only',
          );
        return failed(`${errorWords(error)}. ${advice[state]}`);
      }
    },
  };
}
