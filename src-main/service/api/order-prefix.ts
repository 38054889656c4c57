import type { ConnectionAddresses } from '../../../src-preload/contract/connections.ts';
import { AppError, hasCode } from '../../app-error.ts';
import { joinAddress } from '../http/addresses.ts';
import type { KnownPrefixes, OrderCallKind } from './service-memory.ts';

const withoutSlash = (prefix: string) => prefix.replace(/\/+$/, '');

/**
 * Finds the prefix below which a kind of V2 call answers (service §4.11): `/v2` or none. All functions throw
 * ADDRESS_REFUSED (`invalid`) where the connection has no address for orders.
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

  /** The prefixes to try, in turn: the one that answered this kind of call, else as configured and then the other way. */
  function candidates(kind: OrderCallKind): string[] {
    const { key, configured } = base();
    const known = prefixes.known(key, kind);
    if (known !== undefined) return [known];
    const likely = prefixes.known(key, 'orders') ?? configured;
    const both = [...new Set([configured, configured === '' ? '/v2' : ''])];
    return [likely, ...both.filter((prefix) => prefix !== likely)];
  }

  return {
    /** The address of a path below a prefix. */
    at: (prefix: string, path: string): URL => joinAddress(base().url, `${prefix}${path}`),
    /** The prefix to try first. */
    likely: (kind: OrderCallKind): string => candidates(kind)[0] ?? '',
    /** The prefix that has answered this kind of call; undefined when none has yet. */
    known: (kind: OrderCallKind): string | undefined => prefixes.known(base().key, kind),
    /** Runs with the prefix that answers, and remembers it; throws the first NOT_FOUND when none does. */
    async find<T>(kind: OrderCallKind, run: (prefix: string) => Promise<T>): Promise<T> {
      const { key } = base();
      let missing: unknown;
      for (const prefix of candidates(kind)) {
        try {
          const answer = await run(prefix);
          prefixes.remember(key, kind, prefix);
          return answer;
        } catch (error) {
          // What lies at the other address may be anything: its refusal says nothing of what was asked for.
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
