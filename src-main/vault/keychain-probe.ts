import { type KeychainClient, type KeychainState, keychainStateOf } from './keychain-client.ts';

const probeAccount = 'probe';

/** The result of a test of the keychain; `detail` is its own error text, for the support bundle. */
export interface KeychainProbe {
  state: KeychainState;
  detail: string;
}

/** Creates the function that tests the keychain: it writes, reads and deletes its own entry below `service`. */
export function createKeychainProbe({ client, service }: { client: KeychainClient; service: string }) {
  let probing: Promise<KeychainProbe> | null = null;

  async function tryOut(): Promise<KeychainProbe> {
    const canary = `probe-${Date.now()}`;
    try {
      await client.ask((chain) => chain.setPassword(service, probeAccount, canary));
      const back = await client.ask((chain) => chain.getPassword(service, probeAccount));
      await client.ask((chain) => chain.deletePassword(service, probeAccount));
      return back === canary ? { state: 'ok', detail: '' } : { state: 'failed', detail: 'read-back' };
    } catch (error) {
      return {
        state: keychainStateOf(error),
        detail: error instanceof Error ? error.message.slice(0, 300) : '',
      };
    }
  }

  return (): Promise<KeychainProbe> => {
    // Two tests at once would delete each other's entry and report a working keychain as broken.
    probing ??= tryOut().finally(() => {
      probing = null;
    });
    return probing;
  };
}
