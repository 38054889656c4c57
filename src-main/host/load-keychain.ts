import type { Keychain } from '../vault/keychain.ts';

/** Loaded when first needed: the native part is missing on systems without libsecret, which must not stop the start. */
export async function loadKeychain(): Promise<Keychain> {
  const { default: keytar } = await import('keytar');
  return keytar;
}
