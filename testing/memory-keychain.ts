import type { Keychain } from '../src-main/vault/keychain.ts';

export interface MemoryKeychain {
  keychain: Keychain;
  /** By account. */
  entries: Map<string, string>;
  calls: string[];
  /** From now on every call rejects with this; null: they work again. */
  fail(message: string | null): void;
  /** From now on calls wait until `release`. */
  hold(): void;
  release(): void;
}

/** A keychain that lives in memory and can be made to fail or to hang. */
export function makeMemoryKeychain(): MemoryKeychain {
  const entries = new Map<string, string>();
  const calls: string[] = [];
  let failure: string | null = null;
  let pending: PromiseWithResolvers<void> | null = null;
  async function answer<T>(call: string, value: () => T): Promise<T> {
    calls.push(call);
    await pending?.promise;
    if (failure !== null) throw new Error(failure);
    return value();
  }
  return {
    keychain: {
      getPassword: (_, account) => answer(`get ${account}`, () => entries.get(account) ?? null),
      setPassword: (_, account, password) =>
        answer(`set ${account}`, () => {
          entries.set(account, password);
        }),
      deletePassword: (_, account) => answer(`delete ${account}`, () => entries.delete(account)),
    },
    entries,
    calls,
    fail(message) {
      failure = message;
    },
    hold() {
      pending = Promise.withResolvers();
    },
    release() {
      pending?.resolve();
      pending = null;
    },
  };
}
