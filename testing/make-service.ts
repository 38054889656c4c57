import { AppError } from '../src-main/core/app-error.ts';
import { createService } from '../src-main/service/api/create-service.ts';
import { createLinkFetcher } from '../src-main/service/api/link-fetcher.ts';
import type { ConnectionRecord, Credentials } from '../src-main/service/auth/connection-record.ts';
import { createTokens } from '../src-main/service/auth/tokens.ts';
import { createServiceClock } from '../src-main/service/http/service-clock.ts';
import { makeHttpClient } from './make-http-client.ts';

export const testCredentials: Credentials = { clientId: 'client-one', clientSecret: 'CANARY-secret-1' };

/** The whole service composed on the real network, for one connection. */
export function makeService(
  connection: ConnectionRecord,
  options: Parameters<typeof makeHttpClient>[0] & {
    credentials?: () => Promise<Credentials | null>;
    closing?: AbortSignal;
    monotonic?: () => number;
  } = {},
) {
  const {
    credentials = async () => testCredentials,
    closing = new AbortController().signal,
    monotonic = () => performance.now(),
    ...httpOptions
  } = options;
  const clock = createServiceClock({ monotonic });
  const made = makeHttpClient({ ...httpOptions, answered: clock.observe });
  const { httpClient, redactor } = made;
  const now = httpOptions.now ?? Date.now;
  const unreadable: [string, number][] = [];
  const find = (id: string) => {
    if (id !== connection.id) throw new AppError('NOT_FOUND', { what: `connection ${id}` });
    return connection;
  };
  const tokens = createTokens({ httpClient, redactor, credentials, now, closing });
  const service = createService({
    httpClient,
    tokens,
    redactor,
    now,
    connection: find,
    onUnreadable: (what, count) => unreadable.push([what, count]),
  });
  const links = createLinkFetcher({ httpClient, connection: find });
  /** As app.ts tells it to the outbox. */
  const serviceTime = (_scope: unknown, kind: 'task' | 'order') => {
    const address = kind === 'order' ? connection.addresses.ordersUrl : connection.addresses.baseUrl;
    return address === null ? null : clock.now(new URL(address).origin);
  };
  return { ...made, tokens, service, links, unreadable, serviceTime };
}
