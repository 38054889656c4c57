import { randomBytes } from 'node:crypto';
import { digestOf } from './deterministic.ts';

interface Credentials {
  kind: 'oauth' | 'legacy';
  clientId: string;
  clientSecret: string;
}

interface Grant {
  kind: 'oauth' | 'legacy';
  use: 'tasking' | 'accounts';
  expiresAt: number;
}

/** Issues and checks the tokens of the practice service. `expireAll` makes all of them invalid at once, for tests. */
export interface Tokens {
  readonly credentials: readonly Credentials[];
  issue(kind: Grant['kind'], use: Grant['use']): { token: string; expiresIn: number };
  /** Returns the grant for `Bearer <token>`; null if it is missing, unknown or expired. */
  check(header: string | string[] | undefined, use: Grant['use']): Grant | null;
  expireAll(): void;
}

/** Creates the tokens of the practice service, with its credentials. */
export function createTokens(options: { seed: number; tokenSeconds: number; now: () => number }): Tokens {
  const grants = new Map<string, Grant>();
  const credential = (kind: Credentials['kind']): Credentials => ({
    kind,
    clientId: digestOf(options.seed, kind, 'client-id').toString('base64url').slice(0, 24),
    clientSecret: digestOf(options.seed, kind, 'client-secret').toString('base64url'),
  });
  return {
    credentials: [credential('oauth'), credential('legacy')],
    issue(kind, use) {
      const token = `practice.${randomBytes(24).toString('base64url')}`;
      grants.set(token, { kind, use, expiresAt: options.now() + options.tokenSeconds * 1_000 });
      return { token, expiresIn: options.tokenSeconds };
    },
    check(header, use) {
      const grant =
        typeof header === 'string' && header.startsWith('Bearer ') ? grants.get(header.slice(7)) : undefined;
      return grant && grant.use === use && grant.expiresAt > options.now() ? grant : null;
    },
    expireAll: () => grants.clear(),
  };
}
