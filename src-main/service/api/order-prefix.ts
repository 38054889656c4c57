import type { ConnectionAddresses } from '../../../src-preload/contract/connections.ts';
import { AppError, hasCode } from '../../core/app-error.ts';
import { joinAddress } from '../http/addresses.ts';
import type { KnownPrefixes, OrderCallKind } from './service-memory.ts';

const withoutSlash = (prefix: string) => prefix.replace(/\/+$/, '');

/**
 * Finds the prefix under which a kind of V2 call is answered (service §4.11): `/v2` or none. All functions throw ADDRESS_REFUSED
 * (`invalid`) if the connection has no address for orders.
 */
export function createOrderPrefix({
  addresses,
  prefixes,
}: {
  addresses: () => ConnectionAddresses;
  prefixes: KnownPrefixes;
}) {
  function base(): { url: string; key: string; configured: string } {
    const { ordersUrl, ordersPrefix } = addresses();
    if (ordersUrl === null) throw new AppError('ADDRESS_REFUSED', { address: '', reason: 'invalid' });
    const configured = withoutSlash(ordersPrefix);
    return { url: ordersUrl, key: `${ordersUrl} ${configured}`, configured };
  }

  /** Returns the prefixes to try, in order: only the one that answered this kind of call before; else the likely one first. */
  function candidates(kind: OrderCallKind): string[] {
    const { key, configured } = base();
    const known = prefixes.known(key, kind);
    if (known !== undefined) return [known];
    const likely = prefixes.known(key, 'orders') ?? configured;
    const both = [...new Set([configured, configured === '' ? '/v2' : ''])];
    return [likely, ...both.filter((prefix) => prefix !== likely)];
  }

  return {
    /** Returns the address of a path below a prefix. */
    at: (prefix: string, path: string): URL => joinAddress(base().url, `${prefix}${path}`),
    /** Returns the prefix to try first. */
    likely: (kind: OrderCallKind): string => candidates(kind)[0] ?? '',
    /** Returns the prefix that answered this kind of call; undefined if none has yet. */
    known: (kind: OrderCallKind): string | undefined => prefixes.known(base().key, kind),
    /** Calls `run` with the prefix that answers, and remembers it; throws the first NOT_FOUND if none does. */
    async find<T>(kind: OrderCallKind, run: (prefix: string) => Promise<T>): Promise<T> {
      const { key } = base();
      let missing: unknown;
      for (const prefix of candidates(kind)) {
        try {
          const answer = await run(prefix);
          prefixes.remember(key, kind, prefix);
          return answer;
        } catch (error) {
          // Another service may be at the other address, so its refusal says nothing about the wanted call.
          const elsewhere =
            missing !== undefined && (hasCode(error, 'UNAUTHORIZED') || hasCode(error, 'CONTRACT_NEEDED'));
          if (!hasCode(error, 'NOT_FOUND') && !elsewhere) throw error;
          missing ??= error;
        }
      }
      throw missing;
    },
  };
}
