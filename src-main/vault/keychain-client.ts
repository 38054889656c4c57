import { AppError } from '../app-error.ts';
import type { Keychain } from './keychain.ts';

/** Whether the keychain works, or why it does not. */
export type KeychainState = 'ok' | 'missing' | 'locked' | 'timeout' | 'failed';

class KeychainTimeout extends Error {}

/** What the keychain's own words mean: libsecret, Keychain Services and the Windows vault each say it their way. */
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

/** A question to the keychain. */
type Question<T> = (keychain: Keychain) => Promise<T>;

/** What `createKeychainClient` needs. */
export interface KeychainClientOptions {
  loadKeychain: () => Promise<Keychain>;
  timeoutMs: number;
}

/** Asks the OS keychain one question at a time, each with a time limit. */
export function createKeychainClient({ loadKeychain, timeoutMs }: KeychainClientOptions) {
  let keychain: Promise<Keychain> | null = null;
  let last: Promise<unknown> = Promise.resolve();
  let overdue = 0;

  function load(): Promise<Keychain> {
    keychain ??= loadKeychain();
    return keychain;
  }

  /**
   * A locked keychain may wait for a prompt that nobody sees: nothing waits for ever. One question at a time, and none
   * while an earlier one hangs: each holds a thread of the pool that files and name look-ups need as well.
   */
  async function ask<T>(question: Question<T>): Promise<T> {
    if (overdue > 0) throw new KeychainTimeout('the keychain still owes an earlier answer');
    let state: 'queued' | 'asked' | 'abandoned' = 'queued';
    const work = last.then(async () => {
      // Nobody waits for it any more: what was told as failed must not be done later.
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
      // The next call loads it anew: a keyring daemon may have been started meanwhile.
      if (!(error instanceof KeychainTimeout)) keychain = null;
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    /** Throws what the keychain threw, or that it did not answer in time. */
    ask,
    /** As `ask`; whatever goes wrong is KEYCHAIN_UNAVAILABLE with its reason. */
    async askOrExplain<T>(question: Question<T>): Promise<T> {
      try {
        return await ask(question);
      } catch (cause) {
        throw new AppError('KEYCHAIN_UNAVAILABLE', { reason: keychainStateOf(cause) }, { cause });
      }
    },
    /** A question is still out (an unlock prompt that nobody answers). It holds a thread, and with it the end of the process. */
    hangs: (): boolean => overdue > 0,
  };
}

/** What `createKeychainClient` makes. */
export type KeychainClient = ReturnType<typeof createKeychainClient>;
