import { AppError } from '../core/app-error.ts';
import type { Keychain } from './keychain.ts';

/** `ok` if the keychain works, else the reason why it does not. */
export type KeychainState = 'ok' | 'missing' | 'locked' | 'timeout' | 'failed';

class KeychainTimeout extends Error {}

/** Returns the state behind an error of the keychain: libsecret, Keychain Services and the Windows vault use different texts. */
export function keychainStateOf(error: unknown): Exclude<KeychainState, 'ok'> {
  if (error instanceof KeychainTimeout) return 'timeout';
  const text = String(error);
  if (/\block(ed)?\b|denied|dismiss|cancel|interaction is not allowed/i.test(text)) return 'locked';
  if (
    /cannot find module|native addon|libsecret|autolaunch|d-?bus|org\.freedesktop\.secrets|no such (file|interface)|not provided/i.test(
      text,
    )
  ) {
    return 'missing';
  }
  return 'failed';
}

/** A call to the keychain. */
type Question<T> = (keychain: Keychain) => Promise<T>;

/** What `createKeychainClient` needs. */
export interface KeychainClientOptions {
  loadKeychain: () => Promise<Keychain>;
  timeoutMs: number;
}

/** Calls the OS keychain, one call at a time, each with a time limit. */
export function createKeychainClient({ loadKeychain, timeoutMs }: KeychainClientOptions) {
  let keychain: Promise<Keychain> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let overdue = 0;

  function load(): Promise<Keychain> {
    keychain ??= loadKeychain();
    return keychain;
  }

  /**
   * Every call has a time limit, because a locked keychain may wait for a prompt that nobody sees. Only one call runs at a time,
   * and none while an earlier one hangs: each holds a thread of the pool, which files and name look-ups need as well.
   */
  async function ask<T>(question: Question<T>): Promise<T> {
    if (overdue > 0) throw new KeychainTimeout('the keychain still owes an earlier answer');
    let state: 'queued' | 'asked' | 'abandoned' = 'queued';
    const work = last.then(async () => {
      // The caller has already received a failure, so the call must not be carried out later.
      if (state === 'abandoned') throw new KeychainTimeout('the keychain was busy');
      state = 'asked';
      return question(await load());
    });
    last = work.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        if (state === 'asked') {
          overdue += 1;
          void last.then(() => {
            overdue -= 1;
          });
        }
        state = 'abandoned';
        reject(new KeychainTimeout('the keychain did not answer'));
      }, timeoutMs);
    });
    try {
      return await Promise.race([work, late]);
    } catch (error) {
      // The next call loads it again: a keyring daemon may have been started meanwhile.
      if (!(error instanceof KeychainTimeout)) keychain = null;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /** Throws the keychain's error, or a timeout error. */
    ask,
    /** Like `ask`, but any error becomes KEYCHAIN_UNAVAILABLE with its reason. */
    async askOrExplain<T>(question: Question<T>): Promise<T> {
      try {
        return await ask(question);
      } catch (cause) {
        throw new AppError('KEYCHAIN_UNAVAILABLE', { reason: keychainStateOf(cause) }, { cause });
      }
    },
    /** True if a call still hangs (an unanswered unlock prompt). It holds a thread, so the process cannot end. */
    hangs: (): boolean => overdue > 0,
  };
}

/** What `createKeychainClient` makes. */
export type KeychainClient = ReturnType<typeof createKeychainClient>;
