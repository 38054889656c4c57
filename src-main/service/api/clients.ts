import { z } from 'zod';
import type { Client } from '../../../src-preload/contract/tasking.ts';
import { AppError, hasCode } from '../../core/app-error.ts';
import { collectRows, type OnUnreadable } from './collect-rows.ts';
import { pagesOf } from './pages.ts';

const anyList = z.array(z.unknown());

const record = z.record(z.string(), z.unknown());
const anyRow = z.looseObject({});
/** A page object with a next page. */
const firstOfMany = z.looseObject({ results: z.array(anyRow), next: z.string().min(1) });

function numberOf(value: unknown): number | null {
  if (typeof value === 'string' && /^-?\d+$/.test(value.trim())) return Number(value);
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function isRanged(value: unknown): value is Record<string, unknown> {
  const parsed = record.safeParse(value);
  return (
    parsed.success && ['max_priority', 'min_priority', 'default_priority'].some((name) => name in parsed.data)
  );
}

function clientOf(raw: Record<string, unknown>, keyName: string | null): Client {
  const named = [raw.name, raw.client, raw.client_name, raw.id, keyName].find(
    (name) => typeof name === 'string' && name !== '',
  );
  // Some services nest the range one level down.
  const ranged = isRanged(raw) ? raw : (Object.values(raw).find(isRanged) ?? raw);
  return {
    name: typeof named === 'string' ? named : '',
    maxPriority: numberOf(ranged.max_priority),
    minPriority: numberOf(ranged.min_priority),
    defaultPriority: numberOf(ranged.default_priority),
  };
}

/**
 * Reads the client configuration in every known shape: a page object, an array, an object keyed by client name, or a single
 * client (service §2.8 does not show the nesting; service §10.3).
 */
export function readClients(value: unknown): Client[] {
  const list = anyList.safeParse(value);
  if (list.success) {
    return list.data.flatMap((item) => {
      if (typeof item === 'string')
        return [{ name: item, maxPriority: null, minPriority: null, defaultPriority: null }];
      const raw = record.safeParse(item);
      return raw.success ? [clientOf(raw.data, null)] : [];
    });
  }
  const body = record.safeParse(value);
  if (!body.success) throw new AppError('BAD_ANSWER', { where: 'clients', detail: 'no-clients' });
  for (const name of ['results', 'clients', 'data']) {
    if (body.data[name] !== undefined) return readClients(body.data[name]);
  }
  if (isRanged(body.data)) return [clientOf(body.data, null)];
  return Object.entries(body.data).flatMap(([name, item]) => {
    const raw = record.safeParse(item);
    return raw.success ? [clientOf(raw.data, name)] : [];
  });
}

interface FetchClientsOptions {
  /** The address of a path of the tasking interface. */
  at: (path: string) => URL;
  get: (url: URL, what: string, signal: AbortSignal) => Promise<unknown>;
  onUnreadable: OnUnreadable;
}

const what = 'clients';

/** Asks for the clients under `/clients/`, and under `/client/` if that is not found: service §4.9 has both paths. */
async function firstAnswer({ at, get }: FetchClientsOptions, signal: AbortSignal) {
  const url = at('/tasking/clients/');
  try {
    return { url, answer: await get(url, what, signal) };
  } catch (error) {
    if (!hasCode(error, 'NOT_FOUND')) throw error;
    const other = at('/tasking/client/');
    return { url: other, answer: await get(other, what, signal) };
  }
}

/** Fetches the clients (service §4.9). Further pages are fetched only if the answer is a page object with a next page. */
export async function fetchClients(options: FetchClientsOptions, signal: AbortSignal): Promise<Client[]> {
  const { url, answer } = await firstAnswer(options, signal);
  if (!firstOfMany.safeParse(answer).success) return readClients(answer);
  const fetch = (page: URL, inner: AbortSignal) =>
    page.href === url.href ? Promise.resolve(answer) : options.get(page, what, inner);
  const pages = pagesOf({ first: url, schema: anyRow, what, fetch }, signal);
  const rows = await collectRows(pages, { what, onUnreadable: options.onUnreadable });
  return readClients(rows.map((row) => row.raw));
}
