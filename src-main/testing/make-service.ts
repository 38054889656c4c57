import { AppError } from '../app-error.ts';
import type { ConnectionRecord, Credentials } from '../service/connection-record.ts';
import { createService } from '../service/create-service.ts';
import { createLinkFetcher } from '../service/link-fetcher.ts';
import { createTokens } from '../service/tokens.ts';
import { makeGate } from './make-gate.ts';

export const testCredentials: Credentials = { clientId: 'client-one', clientSecret: 'CANARY-secret-1' };

/** The whole service floor on the real network, for one connection. */
export function makeService(
  connection: ConnectionRecord,
  options: Parameters<typeof makeGate>[0] & {
    credentials?: () => Promise<Credentials | null>;
    closing?: AbortSignal;
  } = {},
) {
  const {
    credentials = async () => testCredentials,
    closing = new AbortController().signal,
    ...gateOptions
  } = options;
  const made = makeGate(gateOptions);
  const { gate, redactor } = made;
  const now = gateOptions.now ?? Date.now;
  const unreadable: [string, number][] = [];
  const find = (id: string) => {
    if (id !== connection.id) throw new AppError('NOT_FOUND', { what: `connection ${id}` });
    return connection;
  };
  const tokens = createTokens({ gate, redactor, credentials, now, closing });
  const service = createService({
    gate,
    tokens,
    redactor,
    now,
    connection: find,
    onUnreadable: (what, count) => unreadable.push([what, count]),
  });
  const links = createLinkFetcher({ gate, connection: find });
  return { ...made, tokens, service, links, unreadable };
}
