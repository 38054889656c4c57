import { z } from 'zod';
import type { ConnectionId } from '../../../src-preload/contract/ids.ts';
import { AppError, isAppError } from '../../core/app-error.ts';
import { abortable } from '../http/abortable.ts';
import { joinAddress } from '../http/addresses.ts';
import type { HttpClient } from '../http/http-client.ts';
import { refusedStatus } from '../http/refusal.ts';
import type { Redactor } from '../redaction/redact.ts';
import type { ConnectionRecord, Credentials } from './connection-record.ts';

type TokenUse = 'tasking' | 'accounts';

/** The access tokens of all connections, in memory only (service §4.1). */
export interface Tokens {
  /** Returns a valid token and fetches one if there is none. Concurrent callers share one fetch. */
  get(connection: ConnectionRecord, use: TokenUse, signal: AbortSignal): Promise<string>;
  /** Returns the scopes that the present token was granted (service §2.3); null if there is none, or if the service did not say. */
  grantedScopes(connectionId: ConnectionId, use: TokenUse): string | null;
  /** Call this after a 401: this token is not used again. A newer token stays. */
  reject(connectionId: ConnectionId, use: TokenUse, token: string): void;
  /** Call this after a change of credentials or addresses. */
  forget(connectionId: ConnectionId): void;
}

interface TokensOptions {
  httpClient: HttpClient;
  redactor: Redactor;
  credentials: (id: ConnectionId) => Promise<Credentials | null>;
  now: () => number;
  /** Aborts the fetches under way: a fetch is shared by many callers, so none of their signals may end it. */
  closing: AbortSignal;
}

const accountsAudience = 'api';
/** A token is renewed this long before it expires, or after nine tenths of a short life. */
const marginMs = 60_000;
const fallbackSeconds = 300;
/** The limit for the scopes of a token, in characters; they are only shown. */
const maxScopes = 2_000;

const answerSchema = z.looseObject({
  // Only characters that a header can contain; otherwise the call that uses the token would fail for an unclear reason.
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  scope: z
    .string()
    .nullish()
    .catch(null)
    .transform((value) => value?.trim().slice(0, maxScopes) || null),
  expires_in: z.coerce.number().positive().catch(fallbackSeconds),
});

/** Creates the token store: a token is fetched once for all callers, kept in memory, and renewed before it expires. */
export function createTokens({ httpClient, redactor, credentials, now, closing }: TokensOptions): Tokens {
  const kept = new Map<string, { token: string; renewAt: number; scopes: string | null }>();
  const fetching = new Map<string, Promise<string>>();
  /** Counts the changes of a connection: a fetch that began before a change must not store its token. */
  const generations = new Map<ConnectionId, number>();
  const keyOf = (id: ConnectionId, use: TokenUse) => `${use} ${id}`;

  async function fetchToken(connection: ConnectionRecord, use: TokenUse): Promise<string> {
    const generation = generations.get(connection.id);
    const own = await credentials(connection.id);
    if (!own) throw new AppError('NO_CREDENTIALS', { connectionId: connection.id });
    redactor.remember(own.clientSecret);
    redactor.rememberName(own.clientId);
    const { addresses } = connection;
    // Legacy credentials have an issuer of their own (service §4.1).
    const issuer =
      connection.credentialKind === 'legacy'
        ? (addresses.legacyAuthUrl ?? addresses.authUrl)
        : addresses.authUrl;
    const url = joinAddress(issuer, '/oauth/token');
    const call = {
      method: 'POST' as const,
      url,
      headersFor: (origin: string) =>
        origin === url.origin ? { 'content-type': 'application/json', accept: 'application/json' } : null,
      body: {
        client_id: own.clientId,
        client_secret: own.clientSecret,
        audience: use === 'accounts' ? accountsAudience : addresses.taskingAudience,
        grant_type: 'client_credentials',
      },
      what: 'token',
      // A second token does no harm.
      repeatable: true,
    };
    const asked = now();
    // Callers share the fetch, so it ends by its own time limit or with Nadir, not by the signal of the first caller.
    const parsed = answerSchema.safeParse(
      await httpClient.json(call, closing).catch((error: unknown) => {
        throw wrongCredentials(error, url.host) ?? error;
      }),
    );
    if (!parsed.success)
      throw new AppError('BAD_ANSWER', { where: url.host + url.pathname, detail: 'token' });
    const { access_token: token, expires_in: seconds, scope } = parsed.data;
    redactor.remember(token);
    const lifeMs = Math.min(seconds, 30 * 86_400) * 1_000;
    if (generations.get(connection.id) === generation) {
      const renewAt = asked + Math.max(lifeMs - marginMs, lifeMs * 0.9);
      // A service may repeat what was sent to it.
      const scopes = scope === null ? null : redactor.thorough(scope);
      kept.set(keyOf(connection.id, use), { token, renewAt, scopes });
    }
    return token;
  }

  return {
    async get(connection, use, signal) {
      const key = keyOf(connection.id, use);
      const known = kept.get(key);
      if (known && known.renewAt > now()) return known.token;
      const running = fetching.get(key);
      if (running) return abortable(running, signal);
      const started = fetchToken(connection, use).finally(() => {
        if (fetching.get(key) === started) fetching.delete(key);
      });
      fetching.set(key, started);
      return abortable(started, signal);
    },
    grantedScopes: (connectionId, use) => kept.get(keyOf(connectionId, use))?.scopes ?? null,
    reject(connectionId, use, token) {
      const key = keyOf(connectionId, use);
      if (kept.get(key)?.token === token) kept.delete(key);
    },
    forget(connectionId) {
      generations.set(connectionId, (generations.get(connectionId) ?? 0) + 1);
      for (const use of ['tasking', 'accounts'] as const) {
        kept.delete(keyOf(connectionId, use));
        fetching.delete(keyOf(connectionId, use));
      }
    },
  };
}

/** Returns the error if the issuer refused the credentials, with status 400, 401 or 403; else null. */
function wrongCredentials(error: unknown, host: string): AppError | null {
  const status = refusedStatus(error);
  if (!isAppError(error) || (status !== 400 && status !== 401 && status !== 403)) return null;
  const detail = 'detail' in error.data ? error.data.detail : `HTTP ${status}`;
  return new AppError('WRONG_CREDENTIALS', { host, detail }, { cause: error });
}
