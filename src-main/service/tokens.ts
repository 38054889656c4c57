import { z } from 'zod';
import type { ConnectionId } from '../../src-preload/contract/ids.ts';
import { AppError } from '../app-error.ts';
import { joinAddress } from './addresses.ts';
import type { ConnectionRecord, Credentials } from './connection-record.ts';
import type { Gate } from './gate.ts';
import type { Redactor } from './redact.ts';
import { readRefusal, refusalOf } from './refusal.ts';

export type TokenUse = 'tasking' | 'accounts';

export interface Tokens {
  /** A token in force, fetched when there is none. Concurrent callers share one fetch. */
  get(connection: ConnectionRecord, use: TokenUse, signal: AbortSignal): Promise<string>;
  /** After a 401: this very token is not to be used again. A newer one stays. */
  reject(connectionId: ConnectionId, use: TokenUse, token: string): void;
  /** After a change of credentials or addresses. */
  forget(connectionId: ConnectionId): void;
}

export interface TokensOptions {
  gate: Gate;
  redactor: Redactor;
  credentials: (id: ConnectionId) => Promise<Credentials | null>;
  now: () => number;
}

const accountsAudience = 'api';
/** Renewed this long before the end, or at nine tenths of a short life. */
const marginMs = 60_000;
const fallbackSeconds = 300;

const answerSchema = z.looseObject({
  access_token: z.string().min(1),
  expires_in: z.number().positive().catch(fallbackSeconds),
});

export function createTokens({ gate, redactor, credentials, now }: TokensOptions): Tokens {
  const kept = new Map<string, { token: string; renewAt: number }>();
  const fetching = new Map<string, Promise<string>>();
  const keyOf = (id: ConnectionId, use: TokenUse) => `${use} ${id}`;

  async function fetchToken(connection: ConnectionRecord, use: TokenUse): Promise<string> {
    const own = await credentials(connection.id);
    if (!own) throw new AppError('NO_CREDENTIALS', { connectionId: connection.id });
    redactor.remember(own.clientSecret);
    const { addresses } = connection;
    // Legacy credentials have an issuer of their own (interface §4.1).
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
    };
    // A shared fetch belongs to no single caller: it ends by its own time limit, not by the first caller's signal.
    const answer = await gate.exchange(call, new AbortController().signal);
    if (answer.kind === 'failed') throw answer.error;
    const { status, text } = answer;
    if (status === 400 || status === 401 || status === 403) {
      throw new AppError('WRONG_CREDENTIALS', {
        host: url.host,
        detail: readRefusal(text, redactor).detail || `HTTP ${status}`,
      });
    }
    if (status < 200 || status > 299) {
      throw refusalOf({ status, text, host: url.host, what: 'token', retryAfter: null, redactor });
    }
    const parsed = answerSchema.safeParse(parseQuietly(text));
    if (!parsed.success)
      throw new AppError('BAD_ANSWER', { where: url.host + url.pathname, detail: 'token' });
    const { access_token: token, expires_in: seconds } = parsed.data;
    redactor.remember(token);
    const lifeMs = Math.min(seconds, 30 * 86_400) * 1_000;
    kept.set(keyOf(connection.id, use), {
      token,
      renewAt: now() + Math.max(lifeMs - marginMs, lifeMs * 0.9),
    });
    return token;
  }

  return {
    async get(connection, use, signal) {
      signal.throwIfAborted();
      const key = keyOf(connection.id, use);
      const known = kept.get(key);
      if (known && known.renewAt > now()) return known.token;
      const running = fetching.get(key);
      if (running) return running;
      const started = fetchToken(connection, use).finally(() => fetching.delete(key));
      fetching.set(key, started);
      return started;
    },
    reject(connectionId, use, token) {
      const key = keyOf(connectionId, use);
      if (kept.get(key)?.token === token) kept.delete(key);
    },
    forget(connectionId) {
      for (const use of ['tasking', 'accounts'] as const) kept.delete(keyOf(connectionId, use));
    },
  };
}

function parseQuietly(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
