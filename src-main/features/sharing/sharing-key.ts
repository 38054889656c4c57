import { randomBytes } from 'node:crypto';

/** The store of the key. */
export interface KeyStore {
  /** Rejects if the keychain cannot be read. */
  get(): Promise<string | null>;
  /** Resolves with where the key is now: in memory if the keychain does not store it. */
  set(key: string): Promise<'keychain' | 'session'>;
}

interface SharingKeyOptions {
  keys: KeyStore;
  /** Adds the key to the secrets that are removed from logs and support bundles. */
  remember: (key: string) => void;
}

/** The key of the port, and where it is stored. */
export interface SharingKey {
  text: string;
  kept: 'keychain' | 'session';
}

const newKey = () => randomBytes(24).toString('base64url');

/** Creates the key by which other programs read the library. */
export function createSharingKey({ keys, remember }: SharingKeyOptions) {
  let key: SharingKey | null = null;

  async function renew(): Promise<void> {
    const text = newKey();
    remember(text);
    key = { text, kept: await keys.set(text) };
  }

  return {
    /** Returns the key; null before it was loaded. */
    get: (): SharingKey | null => key,
    /** Returns the text of the key; before it was loaded a random text, which opens nothing. */
    text: () => key?.text ?? newKey(),
    /** Loads the key, or creates one if none is stored. */
    async load(): Promise<void> {
      if (key !== null) return;
      const stored = await keys.get().catch(() => null);
      if (stored === null) return renew();
      remember(stored);
      key = { text: stored, kept: 'keychain' };
    },
    /** Replaces the key by a new one. */
    renew,
  };
}
