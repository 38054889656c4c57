import type { Keychain } from '../vault/keychain.ts';

/**
 * Loads keytar when it is first needed: its native part is missing on systems without libsecret, which must not prevent the
 * start.
 */
export async function loadKeychain(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}
